"""The challenges: parametrised distributions of games, by name.

Importing this package registers those that twbench brings along. A game of one of them, and its
story:

>>> from twbench import GameOptions, challenges
>>> from twbench.generator import compile_game
>>> challenge = challenges.get("treasure_hunter")
>>> options = GameOptions()
>>> options.seeds, options.path = 3, "treasure.z8"
>>> game = challenge.make(challenge.settings(level=7), options)
>>> compile_game(game, options)
'treasure.z8'
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
