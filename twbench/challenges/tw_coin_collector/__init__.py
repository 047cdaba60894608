"""The folder in which TextWorld 1.7 has `twbench.challenges.coin_collector`."""

__all__ = ["coin_collector"]

from twbench.challenges.tw_coin_collector import coin_collector
