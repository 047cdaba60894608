"""The numbers that the runtime of crafting worlds (Inform 6) and its linker (Python) agree on.

This module is their only definition, as `twbench.story.zcode.layout` is for the first runtime.

Tables
------
``counts`` is a row of words in dynamic memory, the state of the world: the number of the zone where
the player is, what the player has of each item, then for each zone what lies there of each item.
All else is in static memory. A *deed* is something that can be done, with one row of words::

    zones        address of a byte for each zone, 1 where it can be done; 0 for everywhere
    destination  the number of the zone that it leads to, -1 for none
    action       the number of the transformation, from 1
    recipe       packed string: what it takes and gives
    report       packed string: what is said when it is done
    changes      how many rows follow

and behind it a row for each count that it bounds or changes::

    where        how many bytes into ``counts``; with `HERE`, into what lies where the player is
    low, high    between which it must be; high leaves room for what is added
    delta        what is added
    item         packed string: its name
    place        0 of the player, 1 where the player is, or packed string: a zone, with its article

A *command* is ``key, text, deeds ..., 0``: the address of the numbers of its words, with 0 behind
them; the packed string that the player types; and deeds, of which no two can be done in one zone. A
*thing* is ``key, name, how many bytes into counts or 0, place among what lies or -1, deeds, 0``;
the deeds are those that give it. Commands and things are found by a hash of their words.
"""

__all__ = [
    "ANYWHERE",
    "ATTRIBUTE_NUMBERED",
    "CRAFTS",
    "HERE",
    "LARGEST",
    "MAX_TOKENS",
    "NO_CHANGE",
    "NO_ZONE",
    "Meta",
    "Place",
    "inform_constants",
]

from enum import IntEnum
from pathlib import Path

from twbench.story.zcode.layout import INFINITE_SCORE, Ending

CRAFTS = Path(__file__).parent / "runtime"
"""The folder of the runtime."""
LARGEST = 32_767
"""The highest count: words are signed."""
HERE = 0x8000
ANYWHERE = 0
NO_ZONE = 0xFFFF
NO_CHANGE = 0xFFFF
"""Stands for an action that is no transformation: to look, or to take stock."""
MAX_TOKENS = 60
"""Words of a line that are read."""
ATTRIBUTE_NUMBERED = 0
"""Attribute of zones whose names have a number, and no article."""


class Place(IntEnum):
    """Where a count of a deed is; any other number is the name of a zone."""

    PLAYER = 0
    CURRENT = 1


class Meta(IntEnum):
    """What a word means where a command is none of the world's: what it asks for, or about what."""

    NONE = 0
    LOOK = 1
    INVENTORY = 2
    POSSIBLE = 3
    RECIPES = 4
    EXAMINE = 5
    SCORE = 6
    OBJECTIVE = 7
    AGAIN = 8
    QUIT = 9
    RESTART = 10
    SAVE = 11
    RESTORE = 12
    SCRIPT = 13
    UNSCRIPT = 14
    UNDO = 15
    HELP = 16
    WAIT = 17
    SELF = 18
    BACK = 19
    WHERE = 20
    THEN = 21  # behind it, another command may begin
    GET = 22
    USE = 23
    WAYS = 24
    ALL = 25
    COURTESY = 26
    GO = 27
    LEAVE = 28
    FROM = 29
    IT = 30
    WITH = 31
    OOPS = 32
    YES = 33
    NO = 34
    VERSION = 35


def inform_constants() -> str:
    """Return this module as Inform 6 source."""
    lines = ["! Made by compile_crafts from twbench/story/crafts/layout.py; do not edit."]
    lines += [f"Constant {name} = {value};" for name, value in _numbers()]
    return "\n".join(lines) + "\n"


def _numbers() -> list[tuple[str, int]]:
    return [
        ("LARGEST", LARGEST),
        ("MAX_TOKENS", MAX_TOKENS),
        ("NO_CHANGE", NO_CHANGE),
        ("INFINITE_SCORE", INFINITE_SCORE),
        ("ATTRIBUTE_NUMBERED", ATTRIBUTE_NUMBERED),
        *((f"PLACE_{place.name}", place.value) for place in Place),
        *((f"META_{meta.name}", meta.value) for meta in Meta),
        *((f"ENDING_{ending.name}", ending.value) for ending in Ending),
    ]
