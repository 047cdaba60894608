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
    "HIERARCHYCRAFT",
    "LEVELS",
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

from typing import Any, overload

from twbench.challenges.coin_collector import CoinCollector
from twbench.challenges.cooking import Cooking
from twbench.challenges.custom import Custom
from twbench.challenges.hierarchycraft import HIERARCHYCRAFT
from twbench.challenges.nethack import LEVELS
from twbench.challenges.registry import CHALLENGES, Challenge, get, names
from twbench.challenges.registry import register as _register
from twbench.challenges.simple import Simple
from twbench.challenges.textworld_calls import AddArguments, Make, challenge_of
from twbench.challenges.treasure_hunter import TreasureHunter

CHALLENGES.seal()


@overload
def register(challenge: Challenge, /) -> Challenge: ...
@overload
def register(*, name: str, desc: str, make: Make, add_arguments: AddArguments) -> Challenge: ...
def register(challenge: Challenge | None = None, /, **described: Any) -> Challenge:
    """Add a challenge and return it.

    It is given as one, or as TextWorld's users describe theirs: by ``name``, ``desc``, ``make``
    (a function of a mapping of settings and `GameOptions`) and ``add_arguments``, which adds the
    options of the settings to an ``argparse`` parser.

    Raises ConfigError where its name is taken, and for what is no challenge.
    """
    return _register(challenge_of(**described) if challenge is None else challenge)
