"""The path that `twbench.challenges.coin_collector` has in TextWorld 1.7."""

__all__ = ["CoinCollector", "make"]

from twbench.challenges.coin_collector import CoinCollector, make
