"""Levels of NetHack: to walk, to fetch keys, to cross rivers and lava, to use things, and more.

They are games of the family ``minihack``. What is drawn, the level, its things and the seed of
NetHack, depends on the seed and the settings alone. ``minihack_task`` has MiniHack's own tasks,
which leave most places to NetHack; the others have maps of ours, and docs/minihack.md says which
they are like.
"""

__all__ = ["LEVELS"]

from collections.abc import Callable
from importlib import import_module
from typing import Any

from twbench.challenges.nethack import settings
from twbench.challenges.registry import Challenge, register

FAMILY = "minihack"


def _maker(module: str, function: str) -> Callable[[Any, int], dict[str, Any]]:
    """Return a maker that loads its module when it makes the first game."""

    def make(wanted: Any, seed: int) -> dict[str, Any]:
        found = getattr(import_module(f"{__name__}.{module}"), function)
        return {**found(wanted, seed), **wanted.told()}

    return make


LEVELS = tuple(
    register(Challenge(f"minihack_{name}", description, kind, _maker(*maker), family=FAMILY))
    for name, description, kind, maker in (
        (
            "corridors",
            "NetHack: rooms joined by corridors, and a stair in the last.",
            settings.CorridorLevel,
            ("navigation", "corridors"),
        ),
        (
            "hide_and_seek",
            "NetHack: a room with monsters, and trees and boulders to hide behind.",
            settings.HidingLevel,
            ("navigation", "hide_and_seek"),
        ),
        (
            "key_room",
            "NetHack: a key, a locked door, and the stair behind it.",
            settings.KeyRoomLevel,
            ("crossings", "key_room"),
        ),
        (
            "lava",
            "NetHack: lava to walk around, or to cross with a potion, a ring or boots.",
            settings.LavaLevel,
            ("crossings", "lava"),
        ),
        (
            "level",
            "NetHack: a level of one's own, as data or as NetHack describes levels.",
            settings.GivenLevel,
            ("filled", "given"),
        ),
        (
            "maze",
            "NetHack: the way through a maze.",
            settings.MazeLevel,
            ("navigation", "maze"),
        ),
        (
            "quest",
            "NetHack: several things to do in several rooms.",
            settings.QuestLevel,
            ("tasks", "quest"),
        ),
        (
            "river",
            "NetHack: a river to be crossed by pushing boulders into it.",
            settings.RiverLevel,
            ("crossings", "river"),
        ),
        (
            "room",
            "NetHack: a room with a stair, lit or dark, with monsters and traps.",
            settings.RoomLevel,
            ("navigation", "room"),
        ),
        (
            "skill",
            "NetHack: one thing to do, such as to eat, wear, wield, read, zap or pray.",
            settings.SkillLevel,
            ("tasks", "skill"),
        ),
        (
            "task",
            "NetHack: one of MiniHack's own tasks, by its name.",
            settings.KnownTask,
            ("filled", "known"),
        ),
    )
)
"""The challenges of the family `minihack`."""
