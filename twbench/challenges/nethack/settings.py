"""The settings of levels of NetHack, each a frozen record that judges itself (ConfigError)."""

__all__ = [
    "CorridorLevel",
    "GivenLevel",
    "HidingLevel",
    "KeyRoomLevel",
    "KnownTask",
    "LavaLevel",
    "MazeLevel",
    "QuestLevel",
    "RiverLevel",
    "RoomLevel",
    "SkillLevel",
    "ToldLevel",
]

import re
from dataclasses import dataclass, field, fields
from typing import Any, Final

from twbench.challenges.nethack.given import own_level
from twbench.challenges.nethack.known import TASKS
from twbench.challenges.nethack.things import ACTIVITIES, MONSTERS, TRAPS
from twbench.challenges.registry import LATER
from twbench.errors import ConfigError, nearest
from twbench.minihack.characters import check_character
from twbench.minihack.text.vocabulary import KNOWLEDGE, RENDERINGS
from twbench.whole_numbers import settle

PLACES = ("corners", "random")
MEANS = ("way", "potion", "ring", "boots")
_TOLD: Final = ("knowledge", "wiki", "rendering")
_HASH = re.compile("(?:sha256:[0-9a-f]{64})?")


def _setting(
    default: Any,
    about: str,
    *marks: str,
    within: tuple[int, int] | None = None,
    one_of: tuple[str, ...] = (),
) -> Any:
    """Return a field with what the help of `twbench make` says about it, and what it may be.

    That is a whole number ``within`` bounds, or ``one_of`` some words.
    """
    allowed = {"within": within, "one_of": one_of}
    return field(default=default, metadata={"help": about, **allowed, **dict.fromkeys(marks, True)})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldLevel:
    """What every level has: what the player can look things up in, and how it is told.

    ``wiki`` is ``sha256:`` and the hash of the wiki's file, "" for whichever is at hand.
    """

    knowledge: str = _setting(
        KNOWLEDGE[0],
        "what things can be looked up in: none, encyclopedia or wiki",
        LATER,
        one_of=KNOWLEDGE,
    )
    wiki: str = _setting("", "the hash of its file, with sha256: before it", LATER)
    rendering: str = _setting(
        RENDERINGS[0], "how it is told: plain or balrog", LATER, one_of=RENDERINGS
    )

    def __post_init__(self) -> None:
        """Raise ConfigError for what cannot be."""
        for each in fields(self):
            if each.metadata["within"]:
                settle(self, each.name, *each.metadata["within"])
            if each.metadata["one_of"]:
                _choice(self, each.name, each.metadata["one_of"])
        if not _HASH.fullmatch(self.wiki):
            raise ConfigError(
                f"wiki must be sha256: and the 64 digits of the file's SHA-256, not {self.wiki!r}."
            )
        if self.wiki and self.knowledge != "wiki":
            raise ConfigError("wiki is given, but knowledge is not wiki.")

    def told(self) -> dict[str, str]:
        """Return what a game is to say of this: nothing of what is as ever."""
        usual = (KNOWLEDGE[0], "", RENDERINGS[0])
        values = (getattr(self, name) for name in _TOLD)
        return {
            name: value
            for name, value, default in zip(_TOLD, values, usual, strict=True)
            if value != default
        }


@dataclass(frozen=True, slots=True)
class RoomLevel(ToldLevel):
    """A square room with the stair somewhere, or in the far corner.

    ``monster`` and ``trap`` are names; "" draws them, one by one.
    """

    size: int = _setting(5, "width and height of the room, 3 to 20", within=(3, 20))
    places: str = _setting("random", "where player and stair are: corners or random", one_of=PLACES)
    lit: bool = _setting(True, "the room is lit")
    monsters: int = _setting(0, "how many, up to 5", within=(0, 5))
    monster: str = _setting(
        "",
        "what they are, such as jackal; drawn one by one where it is not said",
        one_of=("", *MONSTERS),
    )
    traps: int = _setting(0, "how many, up to 10", within=(0, 10))
    trap: str = _setting(
        "",
        "what they are, such as bear; drawn one by one where it is not said",
        one_of=("", *TRAPS),
    )


@dataclass(frozen=True, slots=True)
class CorridorLevel(ToldLevel):
    """Rooms joined by corridors; their doors are closed, or there are none."""

    rooms: int = _setting(3, "how many, 2 to 6", within=(2, 6))
    lit: bool = _setting(True, "rooms are lit")
    doors: bool = _setting(False, "rooms have doors, which are closed")


@dataclass(frozen=True, slots=True)
class MazeLevel(ToldLevel):
    """A maze without loops, of odd width and height; ``mapped`` shows it from the beginning."""

    width: int = _setting(9, "an odd number, 5 to 75", within=(5, 75))
    height: int = _setting(9, "an odd number, 5 to 21", within=(5, 21))
    lit: bool = _setting(True, "the maze is lit")
    mapped: bool = _setting(False, "the map is known from the beginning")

    def __post_init__(self) -> None:
        ToldLevel.__post_init__(self)
        for name in ("width", "height"):
            if getattr(self, name) % 2 == 0:
                raise ConfigError(f"{name} must be an odd number, not {getattr(self, name)}.")


@dataclass(frozen=True, slots=True)
class KeyRoomLevel(ToldLevel):
    """A square room with a key, and behind a locked door a chamber with the stair."""

    size: int = _setting(5, "width and height of the room, 3 to 17", within=(3, 17))
    lit: bool = _setting(True, "the room is lit")


@dataclass(frozen=True, slots=True)
class RiverLevel(ToldLevel):
    """A river that is crossed where boulders were pushed into it."""

    width: int = _setting(20, "of the land, 12 to 70", within=(12, 70))
    height: int = _setting(7, "of the land, 3 to 18", within=(3, 18))
    breadth: int = _setting(1, "of the river, 1 or 2", within=(1, 2))
    boulders: int = _setting(5, "how many, from the breadth up to 12")
    lit: bool = _setting(True, "the land is lit")

    def __post_init__(self) -> None:
        ToldLevel.__post_init__(self)
        settle(self, "boulders", self.breadth, 12)


@dataclass(frozen=True, slots=True)
class LavaLevel(ToldLevel):
    """Lava that is walked around (way, ``share`` of the squares), or crossed with a thing."""

    width: int = _setting(15, "of the cave, 7 to 70", within=(7, 70))
    height: int = _setting(9, "of the cave, 3 to 18", within=(3, 18))
    means: str = _setting("way", "how the lava is passed: way, potion, ring or boots", one_of=MEANS)
    share: float = _setting(0.2, "of the squares, that are lava where there is a way: up to 0.5")
    lit: bool = _setting(True, "the cave is lit")

    def __post_init__(self) -> None:
        ToldLevel.__post_init__(self)
        if not 0 < self.share <= 0.5:
            raise ConfigError(f"share must be a number above 0 and up to 0.5, not {self.share!r}.")


@dataclass(frozen=True, slots=True)
class HidingLevel(ToldLevel):
    """A room with trees and boulders to hide behind from monsters."""

    width: int = _setting(16, "of the room, 5 to 70", within=(5, 70))
    height: int = _setting(8, "of the room, 5 to 18", within=(5, 18))
    monsters: int = _setting(1, "how many, 1 to 5", within=(1, 5))
    monster: str = _setting(
        "",
        "what they are, such as jackal; drawn one by one where it is not said",
        one_of=("", *MONSTERS),
    )
    hideouts: float = _setting(0.15, "share of the squares with trees and boulders, up to 0.3")
    lit: bool = _setting(True, "the room is lit")

    def __post_init__(self) -> None:
        ToldLevel.__post_init__(self)
        if not 0 <= self.hideouts <= 0.3:
            raise ConfigError(
                f"hideouts must be a share of the squares of 0 to 0.3, not {self.hideouts!r}."
            )


@dataclass(frozen=True, slots=True)
class SkillLevel(ToldLevel):
    """A room in which one thing is to be done: ``thing`` is what it is done with, "" draws it."""

    activity: str = _setting(
        "eat",
        "what is to be done: eat, wield, wear, put on, read, drink, zap, pray, sip",
        one_of=tuple(ACTIVITIES),
    )
    thing: str = _setting("", "what with, such as apple; drawn where it is not said")
    size: int = _setting(6, "width and height of the room, 3 to 18", within=(3, 18))
    distractors: int = _setting(0, "other things that lie about, up to 8")
    lit: bool = _setting(True, "the room is lit")

    def __post_init__(self) -> None:
        ToldLevel.__post_init__(self)
        _choice(self, "thing", ("", *ACTIVITIES[self.activity].things))
        settle(self, "distractors", 0, min(8, self.size * self.size - 4))


@dataclass(frozen=True, slots=True)
class QuestLevel(ToldLevel):
    """Several rooms with a task in some of them, all of which are to be done, in any order."""

    tasks: int = _setting(2, "how many, 1 to 5", within=(1, 5))
    rooms: int = _setting(3, "how many, 2 to 6", within=(2, 6))
    monsters: int = _setting(0, "how many, up to 3", within=(0, 3))
    lit: bool = _setting(True, "rooms are lit")
    doors: bool = _setting(False, "rooms have doors, which are closed")


@dataclass(frozen=True, slots=True)
class KnownTask(ToldLevel):
    """One of MiniHack's own tasks, by its name without "MiniHack-" and the version."""

    task: str = _setting("Room-Random-5x5", "its name, such as Corridor-R3", one_of=tuple(TASKS))


@dataclass(frozen=True, slots=True)
class GivenLevel(ToldLevel):
    """A level of one's own: every seed lets NetHack place what the level leaves to it.

    ``level`` is a description for NetHack's compiler, or data of `LevelSpecification` as YAML;
    ``events`` and ``errands`` are lists as YAML. Without events the stair down is the goal; errands
    say what is to be done where the events do not tell.
    """

    level: str = _setting(
        "{w: 5, h: 5, calls: [{add_stair_down: []}]}",
        "a description for NetHack's compiler, or data as YAML: the text, no file",
    )
    events: str = _setting(
        "", "what wins, as YAML, such as [{eat: {name: pear}}]; else a stair down"
    )
    errands: str = _setting("", "what is to be done where the events do not tell, as YAML")
    objective: str = _setting("", "what the player is told to do; else what the events ask for")
    character: str = _setting("cav-hum-neu-mal", "who the player is, such as cav-hum-neu-mal")

    def __post_init__(self) -> None:
        check_character(self.character)
        own_level(self)
        ToldLevel.__post_init__(self)


def _choice(settings: Any, name: str, allowed: tuple[str, ...]) -> None:
    value = getattr(settings, name)
    if value not in allowed:
        known = ", ".join(repr(each) for each in allowed)
        raise ConfigError(
            f"{name} must be one of {known}, not {value!r}.{nearest(str(value), allowed)}"
        )
