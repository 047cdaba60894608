"""A game on a level, as data: the level, who plays, the seed, what is rewarded.

```
{"family": "minihack", "level": {"map": "...", "calls": [...]}, "seed": 7,
 "events": [{"eat": {"name": "apple", "reward": 2}}], "objective": "Eat the apple."}
```

``level`` is what `LevelSpecification` reads, or the text of a description. Without events the goal
is the stair down. The events are the methods of `RewardManager`, without ``add_`` and ``_event``.
Without an objective the player is told what the events ask for.
``nle`` is the version of NLE that the game belongs to, as its random numbers do; ours if not given.
``minihack`` is the version of MiniHack where the game is one of its tasks.
``layout`` is the map that NetHack made of a level that leaves places to it: what levels are told
apart by. With ``"knowledge": "encyclopedia"`` the player can look things up in NetHack's own
encyclopedia, with ``"wiki"`` in a file (see `twbench.minihack.text.lookup`). ``"rendering":
"balrog"`` tells what is seen as in BALROG (see `twbench.minihack.text.balrog`).
"""

__all__ = ["FAMILY", "LevelGame", "arguments_of"]

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any, TypeAlias

from twbench.errors import ConfigError, GameFileError, nearest
from twbench.minihack.characters import check_character
from twbench.minihack.engine import VERSION
from twbench.minihack.events import article_free
from twbench.minihack.levels.specification import LevelSpecification
from twbench.minihack.places import one_of
from twbench.minihack.reward_manager import RewardManager
from twbench.minihack.text.vocabulary import KNOWLEDGE, PLAIN, RENDERINGS
from twbench.untrusted import parse_json, read_text
from twbench.whole_numbers import whole_number

FAMILY = "minihack"
"""What manifests call the family."""

_STAIRS = "reach the stairs down"
_CHARACTER = "cav-hum-neu-mal"
_EVENTS = {
    name.removeprefix("add_").removesuffix("_event"): method
    for name, method in vars(RewardManager).items()
    if name.startswith("add_") and name.endswith("_event") and name != "add_event"
}
_KEYS = (
    *("character", "events", "family", "knowledge", "layout", "level", "minihack"),
    *("nle", "objective", "rendering", "seed", "walkthrough", "wiki"),
)
_NO_KNOWLEDGE = KNOWLEDGE[0]

Events: TypeAlias = tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]
"""Pairs of a kind and its arguments by name."""


def _sentence(told: str) -> str:
    return told[:1].upper() + told[1:] + "."


@dataclass(frozen=True, slots=True)
class LevelGame:
    """A game on a level; ``events`` are pairs of a kind and its arguments by name.

    ``wiki`` is the file of the wiki, or ``sha256:`` and the hash of it.
    """

    level: LevelSpecification | str
    seed: int = 0
    events: Events = ()
    objective: str = _sentence(_STAIRS)
    character: str = _CHARACTER
    walkthrough: tuple[str, ...] = ()
    knowledge: str = _NO_KNOWLEDGE
    layout: tuple[str, ...] = ()
    nle: str = VERSION
    rendering: str = PLAIN
    wiki: str = ""
    minihack: str = ""

    @classmethod
    def read(cls, path: Path) -> "LevelGame":
        """Return the game in a file; raises GameFileError for a file that is none."""
        data = parse_json(read_text(path, GameFileError), path, GameFileError, unique=True)
        try:
            return cls.from_data(data)
        except ConfigError as error:
            raise GameFileError(f"{path.name}: {error}") from None

    @classmethod
    def from_data(cls, data: Any) -> "LevelGame":
        """Return the game that data describe; raises ConfigError with the place of a fault."""
        if not isinstance(data, Mapping) or data.get("family") != FAMILY:
            raise ConfigError(f'A game on a level is a mapping with "family": "{FAMILY}".')
        for key in data:
            if key not in _KEYS:
                known = ", ".join(_KEYS)
                raise ConfigError(
                    f"There is no key {key!r}; known are {known}.{nearest(str(key), _KEYS)}"
                )
        level = data.get("level")
        made = cls(
            level if isinstance(level, str) else LevelSpecification.from_data(level),
            whole_number(data.get("seed", 0), "seed", 0),
            tuple(_event(each, n) for n, each in enumerate(_items(data, "events"))),
            str(data.get("objective") or ""),
            check_character(data.get("character", _CHARACTER)),
            tuple(map(str, _items(data, "walkthrough"))),
            one_of(data.get("knowledge", _NO_KNOWLEDGE), KNOWLEDGE, "knowledge", "knowledge"),
            tuple(map(str, _items(data, "layout"))),
            str(data.get("nle", VERSION)),
            one_of(data.get("rendering", PLAIN), RENDERINGS, "rendering", "rendering"),
            str(data.get("wiki", "")),
            str(data.get("minihack", "")),
        )
        if made.wiki and made.knowledge != "wiki":
            raise ConfigError('A wiki is named, but not used: write "knowledge": "wiki".')
        made.manager()
        return made if made.objective else replace(made, objective=_objective_of(made.events))

    def data(self) -> dict[str, Any]:
        """Return the game as data."""
        return {
            "family": FAMILY,
            "level": self.level if isinstance(self.level, str) else self.level.data(),
            "nle": self.nle,
            "seed": self.seed,
            "events": [{kind: dict(arguments)} for kind, arguments in self.events],
            "objective": self.objective,
            "character": self.character,
            "walkthrough": list(self.walkthrough),
            **({"knowledge": self.knowledge} if self.has_knowledge else {}),
            **({"layout": list(self.layout)} if self.layout else {}),
            **({"rendering": self.rendering} if self.rendering != PLAIN else {}),
            **({"wiki": self.wiki} if self.wiki else {}),
            **({"minihack": self.minihack} if self.minihack else {}),
        }

    @property
    def has_knowledge(self) -> bool:
        """Whether the player can look things up."""
        return self.knowledge != _NO_KNOWLEDGE

    def des(self) -> str:
        """Return the description of the level."""
        return self.level if isinstance(self.level, str) else self.level.des()

    def manager(self) -> RewardManager | None:
        """Return a new manager of the events, None if the stair down is the goal.

        Raises ConfigError with the place of an event that cannot be.
        """
        if not self.events:
            return None
        manager = RewardManager()
        for number, (kind, arguments) in enumerate(self.events):
            try:
                inspect.signature(_EVENTS[kind]).bind(manager, **dict(arguments))
                _EVENTS[kind](manager, **dict(arguments))
            except (TypeError, ConfigError) as error:
                raise ConfigError(f"events[{number}].{kind}: {error}") from None
        return manager

    def max_score(self) -> float:
        """Return the score of who does all that is `wanted`.

        It is infinite where points for something can be had again before the game is won.
        """
        if not self.events:
            return 1
        wanted = [arguments for _, arguments in self.wanted()]
        required = [one for one in wanted if one["terminal_required"]]
        again = [one for one in wanted if one["repeatable"] and not one["terminal_sufficient"]]
        # What alone is required wins as soon as it has happened.
        if any(one["reward"] > 0 for one in again if required != [one]):
            return inf
        total: float = sum(one["reward"] for one in wanted)
        return total

    def wanted(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the events that have to happen for the highest score, and their arguments.

        That is what gives points and ends nothing, then what is required, or else the best of what
        is enough alone. What is required and enough alone stands last.
        """
        told = [(kind, arguments_of(kind, given)) for kind, given in self.events]
        required = [event for event in told if event[1]["terminal_required"]]
        enough = [event for event in told if event[1]["terminal_sufficient"]]
        optional = [event for event in told if event not in required + enough]
        return [
            *(event for event in optional if event[1]["reward"] > 0),
            *sorted(required, key=lambda event: event in enough),
            *([] if required else sorted(enough, key=lambda event: -event[1]["reward"])[:1]),
        ]


def arguments_of(kind: str, given: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return the arguments of an event by name, those that are not given as well."""
    bound = inspect.signature(_EVENTS[kind]).bind(None, **dict(given))
    bound.apply_defaults()
    return dict(bound.arguments)


def _objective_of(events: Events) -> str:
    """Return what the events ask for: one that is enough, or all that are required."""
    found = [(kind, arguments_of(kind, given)) for kind, given in events]
    ways = [[event] for event in found if event[1]["terminal_sufficient"]]
    required = [event for event in found if event[1]["terminal_required"]]
    if required and not any([event] in ways for event in required):
        ways.insert(0, required)
    told = [_joined([_told(*event) for event in way], " and ") for way in ways or [found]]
    last = ", or " if any(len(way) > 1 for way in ways) else " or "
    return _sentence(_joined(told, last) or _STAIRS)


def _told(kind: str, given: Mapping[str, Any]) -> str:
    texts = {key: article_free(text) for key, text in given.items() if isinstance(text, str)}
    messages = _joined([f'"{message}"' for message in given.get("msgs", ())], " or ")
    action = str(given.get("action_name", "")).lower()
    return _TOLD[kind].format(**{**given, **texts, "action_name": action, "msgs": messages})


_TOLD = {
    "amulet": "put on an amulet",
    "coordinate": "reach the square {coordinates[0]}, {coordinates[1]} of the map",
    "eat": "eat the {name}",
    "kill": "kill the {name}",
    "location": "reach the {location}",
    "message": "see the message {msgs}",
    "positional": "{action_name} at the {place_name}",
    "wear": "wear the {name}",
    "wield": "wield the {name}",
}
"""What the player is told of events, by their kinds."""


def _joined(parts: Iterable[str], last: str) -> str:
    """Return each of the parts once, with what stands before the last one."""
    *others, final = dict.fromkeys(parts) or [""]
    return last.join(filter(None, [", ".join(others), final]))


def _event(data: Any, number: int) -> tuple[str, tuple[tuple[str, Any], ...]]:
    where = f"events[{number}]"
    if not isinstance(data, Mapping) or len(data) != 1:
        raise ConfigError(f"{where} is a mapping with one key, the kind of the event.")
    [(kind, arguments)] = data.items()
    if kind not in _EVENTS:
        raise ConfigError(
            f"{where}: there is no event {kind!r}; known are {', '.join(sorted(_EVENTS))}."
            f"{nearest(str(kind), _EVENTS)}"
        )
    if not isinstance(arguments, Mapping):
        raise ConfigError(f"{where}.{kind}: arguments are a mapping, not {arguments!r}.")
    return kind, tuple((str(name), value) for name, value in arguments.items())


def _items(data: Mapping[str, Any], key: str) -> list[Any]:
    found = data.get(key) or []
    if not isinstance(found, list | tuple):
        raise ConfigError(f"{key} is a list, not {found!r}.")
    return list(found)
