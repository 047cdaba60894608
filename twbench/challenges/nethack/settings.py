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
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldLevel:
    """What every level has: what the player can look things up in, and how it is told.

    ``wiki`` is ``sha256:`` and the hash of the wiki's file, "" for whichever is at hand.
    """

    knowledge: str = field(default=KNOWLEDGE[0], metadata={LATER: True})
    wiki: str = field(default="", metadata={LATER: True})
    rendering: str = field(default=RENDERINGS[0], metadata={LATER: True})

    def told(self) -> dict[str, str]:
        """Return what a game is to say of this: nothing of what is as ever."""
        usual = (KNOWLEDGE[0], "", RENDERINGS[0])
        values = (getattr(self, name) for name in _TOLD)
        return {
            name: value
            for name, value, default in zip(_TOLD, values, usual, strict=True)
            if value != default
        }

    def check_told(self) -> None:
        """Raise ConfigError for what cannot be."""
        _choice(self, "knowledge", KNOWLEDGE)
        _choice(self, "rendering", RENDERINGS)
        if not _HASH.fullmatch(self.wiki):
            raise ConfigError(
                f"wiki must be sha256: and the 64 digits of the file's SHA-256, not {self.wiki!r}."
            )
        if self.wiki and self.knowledge != "wiki":
            raise ConfigError("wiki is given, but knowledge is not wiki.")


@dataclass(frozen=True, slots=True)
class RoomLevel(ToldLevel):
    """A square room with the stair somewhere, or in the far corner.

    ``monster`` and ``trap`` are names; "" draws them, one by one.
    """

    size: int = 5
    places: str = "random"
    lit: bool = True
    monsters: int = 0
    monster: str = ""
    traps: int = 0
    trap: str = ""

    def __post_init__(self) -> None:
        self.check_told()
        settle(self, "size", 3, 20)
        settle(self, "monsters", 0, 5)
        settle(self, "traps", 0, 10)
        _choice(self, "places", PLACES)
        _choice(self, "monster", ("", *MONSTERS))
        _choice(self, "trap", ("", *TRAPS))


@dataclass(frozen=True, slots=True)
class CorridorLevel(ToldLevel):
    """Rooms joined by corridors; their doors are closed, or there are none."""

    rooms: int = 3
    lit: bool = True
    doors: bool = False

    def __post_init__(self) -> None:
        self.check_told()
        settle(self, "rooms", 2, 6)


@dataclass(frozen=True, slots=True)
class MazeLevel(ToldLevel):
    """A maze without loops, of odd width and height; ``mapped`` shows it from the beginning."""

    width: int = 9
    height: int = 9
    lit: bool = True
    mapped: bool = False

    def __post_init__(self) -> None:
        self.check_told()
        for name, most in (("width", 75), ("height", 21)):
            settle(self, name, 5, most)
            if getattr(self, name) % 2 == 0:
                raise ConfigError(f"{name} must be an odd number, not {getattr(self, name)}.")


@dataclass(frozen=True, slots=True)
class KeyRoomLevel(ToldLevel):
    """A square room with a key, and behind a locked door a chamber with the stair."""

    size: int = 5
    lit: bool = True

    def __post_init__(self) -> None:
        self.check_told()
        settle(self, "size", 3, 17)


@dataclass(frozen=True, slots=True)
class RiverLevel(ToldLevel):
    """A river that is crossed where boulders were pushed into it."""

    width: int = 20
    height: int = 7
    breadth: int = 1
    boulders: int = 5
    lit: bool = True

    def __post_init__(self) -> None:
        self.check_told()
        settle(self, "width", 12, 70)
        settle(self, "height", 3, 18)
        settle(self, "breadth", 1, 2)
        settle(self, "boulders", self.breadth, 12)


@dataclass(frozen=True, slots=True)
class LavaLevel(ToldLevel):
    """Lava that is walked around (way, ``share`` of the squares), or crossed with a thing."""

    width: int = 15
    height: int = 9
    means: str = "way"
    share: float = 0.2
    lit: bool = True

    def __post_init__(self) -> None:
        self.check_told()
        settle(self, "width", 7, 70)
        settle(self, "height", 3, 18)
        _choice(self, "means", MEANS)
        if not 0 < self.share <= 0.5:
            raise ConfigError(f"share must be a number above 0 and up to 0.5, not {self.share!r}.")


@dataclass(frozen=True, slots=True)
class HidingLevel(ToldLevel):
    """A room with trees and boulders to hide behind from monsters."""

    width: int = 16
    height: int = 8
    monsters: int = 1
    monster: str = ""
    hideouts: float = 0.15
    lit: bool = True

    def __post_init__(self) -> None:
        self.check_told()
        settle(self, "width", 5, 70)
        settle(self, "height", 5, 18)
        settle(self, "monsters", 1, 5)
        _choice(self, "monster", ("", *MONSTERS))
        if not 0 <= self.hideouts <= 0.3:
            raise ConfigError(
                f"hideouts must be a share of the squares of 0 to 0.3, not {self.hideouts!r}."
            )


@dataclass(frozen=True, slots=True)
class SkillLevel(ToldLevel):
    """A room in which one thing is to be done: ``thing`` is what it is done with, "" draws it."""

    activity: str = "eat"
    thing: str = ""
    size: int = 6
    distractors: int = 0
    lit: bool = True

    def __post_init__(self) -> None:
        self.check_told()
        _choice(self, "activity", tuple(ACTIVITIES))
        _choice(self, "thing", ("", *ACTIVITIES[self.activity].things))
        settle(self, "size", 3, 18)
        settle(self, "distractors", 0, min(8, self.size * self.size - 4))


@dataclass(frozen=True, slots=True)
class QuestLevel(ToldLevel):
    """Several rooms with a task in some of them, all of which are to be done, in any order."""

    tasks: int = 2
    rooms: int = 3
    monsters: int = 0
    lit: bool = True
    doors: bool = False

    def __post_init__(self) -> None:
        self.check_told()
        settle(self, "tasks", 1, 5)
        settle(self, "rooms", 2, 6)
        settle(self, "monsters", 0, 3)


@dataclass(frozen=True, slots=True)
class KnownTask(ToldLevel):
    """One of MiniHack's own tasks, by its name without "MiniHack-" and the version."""

    task: str = "Room-Random-5x5"

    def __post_init__(self) -> None:
        _choice(self, "task", tuple(TASKS))
        self.check_told()


@dataclass(frozen=True, slots=True)
class GivenLevel(ToldLevel):
    """A level of one's own: every seed lets NetHack place what the level leaves to it.

    ``level`` is a description for NetHack's compiler, or data of `LevelSpecification` as YAML;
    ``events`` and ``errands`` are lists as YAML. Without events the stair down is the goal; errands
    say what is to be done where the events do not tell.
    """

    level: str = "{w: 5, h: 5, calls: [{add_stair_down: []}]}"
    events: str = ""
    errands: str = ""
    objective: str = "Reach the stairs down."
    character: str = "cav-hum-neu-mal"

    def __post_init__(self) -> None:
        check_character(self.character)
        own_level(self)
        self.check_told()


def _choice(settings: Any, name: str, allowed: tuple[str, ...]) -> None:
    value = getattr(settings, name)
    if value not in allowed:
        known = ", ".join(repr(each) for each in allowed)
        raise ConfigError(
            f"{name} must be one of {known}, not {value!r}.{nearest(str(value), allowed)}"
        )
