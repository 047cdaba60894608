"""The challenges: parametrised distributions of games, by name.

Importing this package registers those that twbench brings along.
"""

__all__ = [
    "CHALLENGES",
    "Challenge",
    "CoinCollector",
    "Cooking",
    "Custom",
    "Simple",
    "TreasureHunter",
    "get",
    "names",
    "register",
]

from twbench.challenges.coin_collector import CoinCollector
from twbench.challenges.cooking import Cooking
from twbench.challenges.custom import Custom
from twbench.challenges.registry import CHALLENGES, Challenge, get, names, register
from twbench.challenges.simple import Simple
from twbench.challenges.treasure_hunter import TreasureHunter

CHALLENGES.seal()
