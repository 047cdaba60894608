"""The challenges: parametrised distributions of games, by name.

Importing this package registers those that twbench brings along.
"""

__all__ = ["Challenge", "CoinCollector", "get", "names", "register"]

from twbench.challenges.coin_collector import CoinCollector
from twbench.challenges.registry import Challenge, get, names, register
