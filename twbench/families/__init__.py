"""Families: kinds of games, each of which says how a game is made, proven, told and played.

``textworld`` is the family of the games that our challenges make, ``interactive_fiction`` that of
stories by others. To add one: subclass `Family`, and announce it as an entry point of the group
``twbench.families`` or register it in a module of challenges.
"""

__all__ = [
    "FAMILIES",
    "KINDS",
    "Catalogue",
    "Family",
    "FileNote",
    "Files",
    "Traits",
    "each",
    "family_of",
    "get",
    "names",
    "play",
    "prepare",
    "read_head",
    "register",
    "start",
    "unknown_columns",
]

from twbench.families.family import (
    KINDS,
    Catalogue,
    Family,
    FileNote,
    Files,
    Traits,
    unknown_columns,
)
from twbench.families.known import (
    FAMILIES,
    each,
    family_of,
    get,
    names,
    prepare,
    read_head,
    register,
)
from twbench.families.playing import play, start
