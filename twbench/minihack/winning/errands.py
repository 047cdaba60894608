"""What is to be done in a game, by the names of things: for levels that NetHack fills itself.

An errand is a thing to go to and what is typed there. Those of a game follow from its events; where
an event does not say how it comes about, such as a message, they are given with the level.
"""

__all__ = ["Errand", "errands_of", "is_called"]

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from twbench.errors import ConfigError, GenerationError
from twbench.minihack.levels.plan import Place
from twbench.minihack.text.game import LevelGame

_STAIRS = "staircase down"
_KEYS = ("to", "type", "kill", "until")


@dataclass(frozen=True, slots=True)
class Errand:
    """A thing to go to, and the commands that are typed there.

    Attributes:
        thing: words of its name as it is seen: "apple", "amulet", "staircase down".
        commands: what is typed on its square; ``{}`` is its whole name as it is seen.
        until: a part of the answer; until it is read the commands are typed again. "" for once.
        kills: whether the thing is a monster, and is to be killed.
        place: a square of the level's map, instead of a thing.

    """

    thing: str = ""
    commands: tuple[str, ...] = ()
    until: str = ""
    kills: bool = False
    place: Place | None = None

    @classmethod
    def from_data(cls, data: Any, where: str) -> "Errand":
        """Return the errand that data describe; raises ConfigError with the place of a fault.

        It is ``{"to": THING, "type": [COMMANDS], "until": ANSWER}`` or ``{"kill": MONSTER}``.
        """
        if not isinstance(data, Mapping) or not set(data) <= set(_KEYS):
            raise ConfigError(f"{where} is a mapping with keys of {', '.join(_KEYS)}: {data!r}.")
        if ("to" in data) == ("kill" in data):
            raise ConfigError(f"{where} has either a thing to go to, or a monster to kill.")
        if "kill" in data:
            return cls(str(data["kill"]), kills=True)
        typed = data.get("type") or ()
        if not isinstance(typed, list | tuple):
            raise ConfigError(f"{where}.type is a list of commands, not {typed!r}.")
        return cls(str(data["to"]), tuple(map(str, typed)), str(data.get("until", "")))


def errands_of(game: LevelGame) -> tuple[Errand, ...]:
    """Return what is to be done for the highest score; raises GenerationError.

    Without events the stair down is the goal.
    """
    if not game.events:
        return (Errand(_STAIRS),)
    found = []
    for kind, arguments in game.wanted():
        if kind not in _ERRANDS:
            raise GenerationError(
                f"How an event of the kind {kind!r} comes about cannot be told from it: give the"
                " errands, or the walkthrough."
            )
        found.append(_ERRANDS[kind](arguments))
    return tuple(found)


def _positional(given: Mapping[str, Any]) -> Errand:
    place, action = str(given["place_name"]), str(given["action_name"])
    if action == "quaff":
        return Errand(place, (f"drink from the {place}",))
    return Errand(place, (action,))


_ERRANDS: Mapping[str, Callable[[Mapping[str, Any]], Errand]] = {
    "amulet": lambda given: Errand("amulet", ("pick up the {}", "put on the {}")),
    "coordinate": lambda given: Errand(place=(given["coordinates"][0], given["coordinates"][1])),
    "eat": lambda given: Errand(str(given["name"]), ("eat the {}",)),
    "kill": lambda given: Errand(str(given["name"]), kills=True),
    "location": lambda given: Errand(str(given["location"])),
    "positional": _positional,
    "wear": lambda given: Errand(str(given["name"]), ("pick up the {}", "wear the {}")),
    "wield": lambda given: Errand(str(given["name"]), ("pick up the {}", "wield the {}")),
}
"""The errands of events, by their kinds."""


def is_called(thing: str, name: str) -> bool:
    """Say whether what is seen under a name is the thing.

    Things of which only the kind is seen go by it: boots that are not known yet are boots.
    """
    words = re.findall(r"[\w-]+", name.lower())
    wanted = re.findall(r"[\w-]+", thing.lower())
    if "corpse" in words or "statue" in words or not wanted:
        return words == wanted
    return all(word in words for word in wanted) or wanted[-1] in (words[-1:] + words[:1])
