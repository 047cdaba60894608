"""The challenges: parametrised distributions of games, by name.

A game of one of those that twbench brings along, and its story:

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

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from twbench.challenges.registry import CHALLENGES, Challenge, get, names
from twbench.challenges.registry import register as _register
from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.challenges.hierarchycraft import HIERARCHYCRAFT
    from twbench.challenges.nethack import LEVELS
    from twbench.challenges.settings.coin_collector import CoinCollector
    from twbench.challenges.settings.cooking import Cooking
    from twbench.challenges.settings.custom import Custom
    from twbench.challenges.settings.simple import Simple
    from twbench.challenges.settings.treasure_hunter import TreasureHunter

_HOMES = {
    "hierarchycraft": ("HIERARCHYCRAFT",),
    "nethack": ("LEVELS",),
    "settings.coin_collector": ("CoinCollector",),
    "settings.cooking": ("Cooking",),
    "settings.custom": ("Custom",),
    "settings.simple": ("Simple",),
    "settings.treasure_hunter": ("TreasureHunter",),
}

_MODULES = (
    *("coin_collector", "cooking", "custom", "hierarchycraft", "nethack", "simple"),
    *("treasure_hunter", "tw_coin_collector", "tw_cooking", "tw_simple", "tw_treasure_hunter"),
)
"""What is at hand as an attribute: the modules that TextWorld has, and those like them."""

_SHIPPED = {
    "settings.coin_collector": ("coin_collector",),
    "settings.cooking": ("cooking",),
    "settings.custom": ("custom",),
    "hierarchycraft": (
        *("hierarchycraft_layered", "hierarchycraft_random", "hierarchycraft_tower"),
        *("hierarchycraft_recursive", "hierarchycraft_light_recursive", "hierarchycraft_mine"),
        *("hierarchycraft_mini", "hierarchycraft_treasure"),
    ),
    "nethack": (
        *("minihack_corridors", "minihack_hide_and_seek", "minihack_key_room", "minihack_lava"),
        *("minihack_level", "minihack_maze", "minihack_quest", "minihack_river"),
        *("minihack_room", "minihack_skill", "minihack_task"),
    ),
    "settings.simple": ("simple",),
    "settings.treasure_hunter": ("treasure_hunter",),
}
"""What comes with twbench: the challenges of each module. They are loaded when they are used."""

CHALLENGES.ship(
    {name: f"{__name__}.{module}" for module, known in _SHIPPED.items() for name in known}
)


__getattr__, __dir__ = loading(__name__, _HOMES, _MODULES)


@overload
def register(challenge: Challenge, /) -> Challenge: ...
@overload
def register(
    *, name: str, desc: str, make: Callable[..., Any], add_arguments: Callable[..., object]
) -> Challenge: ...
def register(challenge: Challenge | None = None, /, **described: Any) -> Challenge:
    """Add a challenge and return it.

    It is given as one, or as TextWorld's users describe theirs: by ``name``, ``desc``, ``make``
    (a function of a mapping of settings and `GameOptions`) and ``add_arguments``, which adds the
    options of the settings to an ``argparse`` parser.

    Raises ConfigError where its name is taken, and for what is no challenge.
    """
    if challenge is None:
        from twbench.challenges.registered_options import challenge_of

        challenge = challenge_of(**described)
    return _register(challenge)
