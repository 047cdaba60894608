"""The protocol of an evaluation: what an agent is told, what it may do, and for how long.

Two runs can be compared if dataset, plan and protocol are the same. A protocol is named by its
settings: whoever changes one of them has another protocol, with another hash, and another table.

Some of them have names, the tracks:

- ``text``: the agent reads what the story prints. It is not told the score beside that, nor what
  it could type.
- ``admissible``: it is told the commands that make sense, and the score.
- ``oracle``: it is told everything, the solution included. Its runs are never ranked, nor are
  those of any other protocol that grants a part of the solution.
- ``jericho``: that of the Jericho paper for agents without training. It is told the
  score; an episode has 1,000 commands, whatever the story counts, and is not begun again.
- ``jericho_valid``: that of the paper for agents that learn, with their handicaps. Only commands
  that change the world count, of which an episode has 100.
"""

__all__ = [
    "HANDICAPS",
    "ORACLE",
    "TRACKS",
    "Counted",
    "GameSeed",
    "Limits",
    "Memory",
    "Protocol",
    "handicaps_of",
]

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from numbers import Real
from typing import Any

from twbench.core import EnvInfos
from twbench.core.environments import MOST_SEARCH_SECONDS, SEARCH_SECONDS
from twbench.dataset.config.fields import check_type, mapping, one_of
from twbench.errors import ConfigError, nearest
from twbench.hashing import canonical_json, sha256_hex
from twbench.printable import shown
from twbench.whole_numbers import settle

ORACLE = "oracle"
"""The track whose runs are never ranked."""
CUSTOM = "custom"
"""What a protocol is called that is none of the tracks."""
_ALONG = {"typed_entities": "game"}
"""Information that another one tells anyway, and is granted with it.

It is not named in the track that tells everything, whose hash would not be that of earlier runs.
"""
HANDICAPS: Mapping[str, frozenset[str]] = {
    "save and restore": frozenset({"description", "inventory"}),
    "templates and vocabulary": frozenset(
        {"command_templates", "entities", "templates", "typed_entities", "verbs", "vocabulary"}
    ),
    "object tree": frozenset(
        {"facts", "location", "object_tree", "player_object", "surrounding_objects"}
        | {"world_diff", "world_state_hash"}
    ),
    "valid actions": frozenset(
        {"admissible_commands", "possible_admissible_commands", "possible_commands"}
        | {"valid_actions"}
    ),
}
"""What makes a game easier (the Jericho paper, "Handicaps"), and which information is that.

Descriptions and inventories are asked for aside, in a game that is taken back then. Beside these
there is ``fixed seed``, and ``lookahead`` is a use of save and restore.
"""
_SOLUTION = frozenset({"fail_facts", "game", "policy_commands", "win_facts"})


class Counted(StrEnum):
    """What ``max_turns`` counts."""

    MOVES = "moves"  # as the story counts them, but at least one for each command
    COMMANDS = "commands"
    VALID = "valid_commands"  # those that change the world


class GameSeed(StrEnum):
    """Where the random numbers of a story are from."""

    DRAWN = "drawn"  # each episode of the plan has its own
    FIXED = "fixed"  # the seed in the manifest, where there is one


class Memory(StrEnum):
    """What an agent may remember: of this episode, or of all that it has played in the run."""

    EPISODE = "episode"
    RUN = "run"


_MAY_BE_NONE = ("agent_seconds", "network_agent_seconds")
"""The limits of agents, which may take for ever."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long one command may take, in seconds; None, for agents alone, is for ever.

    ``story_seconds`` is for an answer of the story; a search for valid actions comes on top of it,
    and may take ``search_seconds`` of the processor (see `twbench.core.Environment`).
    ``agent_seconds`` is for agents that compute here, ``network_agent_seconds`` for those that have
    declared to wait for others. The time of a story is not the agent's.
    """

    agent_seconds: float | None = 60.0
    network_agent_seconds: float | None = None
    story_seconds: float = 10.0
    search_seconds: float = SEARCH_SECONDS

    def __post_init__(self) -> None:
        for limit in fields(self):
            seconds: Any = getattr(self, limit.name)
            if seconds is None and limit.name in _MAY_BE_NONE:
                continue
            is_number = isinstance(seconds, Real) and not isinstance(seconds, bool)
            if not is_number:
                raise ConfigError(
                    f"protocol.{limit.name} must be a number of seconds, not {shown(seconds)}."
                )
            if not 0 < seconds < float("inf"):
                raise ConfigError(f"protocol.{limit.name} must be above 0, not {seconds}.")
        if self.search_seconds > MOST_SEARCH_SECONDS:
            raise ConfigError(
                f"protocol.search_seconds must be at most {MOST_SEARCH_SECONDS:g}, not"
                f" {self.search_seconds}."
            )

    def of_agent(self, network: bool) -> float | None:
        """Return the seconds that an agent may take for a command."""
        return self.network_agent_seconds if network else self.agent_seconds


@dataclass(frozen=True)
class Protocol:
    """The settings of an evaluation that agents can tell.

    ``infos`` and ``extras`` are what `twbench.core.EnvInfos` may ask for; ``feedback`` is always
    among them. ``max_turns`` cuts an episode off: a command takes as many turns as the story
    counts, and one if it is refused, unless ``counted`` says otherwise. ``game_seed`` is where the
    random numbers of stories are from. ``lookahead`` is how many commands an agent may try on
    copies of the game in an episode. ``guidance`` lists how much the objectives of the games
    played tell (`twbench.generator.texts.guidance`), and ``runtime`` is the version of the story
    runtime; both are noted, not chosen.

    Raises ConfigError for settings that make no sense.
    """

    infos: tuple[str, ...] = ("feedback",)
    extras: tuple[str, ...] = ()
    max_turns: int = 200
    commands_per_step: int = 1
    lookahead: int = 0
    memory: Memory = Memory.EPISODE
    limits: Limits = field(default_factory=Limits)
    guidance: tuple[str, ...] = ()
    runtime: str = ""
    counted: Counted = Counted.MOVES
    game_seed: GameSeed = GameSeed.DRAWN

    def __post_init__(self) -> None:
        known = EnvInfos.ALL_NAMES
        for name in self.infos:
            if name not in known:
                raise ConfigError(
                    f"protocol.infos has no information {name!r}.{nearest(name, known)}"
                    f" It knows {', '.join(known)}."
                )
        if "feedback" not in self.infos:
            raise ConfigError("protocol.infos must have feedback, or agents could not read.")
        settle(self, "max_turns", path="protocol.max_turns")
        if self.commands_per_step != 1:
            raise ConfigError("protocol.commands_per_step can be 1 and nothing else.")
        settle(self, "lookahead", 0, path="protocol.lookahead")

    def of(self, guidance: tuple[str, ...], runtime: str) -> "Protocol":
        """Return the protocol with what is noted of the games played."""
        return replace(self, guidance=guidance, runtime=runtime)

    @property
    def track(self) -> str:
        """The name of the track with these infos and extras, or ``custom``."""
        if self.extras or _SOLUTION.intersection(self.infos):
            return ORACLE
        told = set(self.infos), self.counted
        named = (
            name for name, other in TRACKS.items() if told == (set(other.infos), other.counted)
        )
        return next(named, CUSTOM)

    @property
    def handicaps(self) -> tuple[str, ...]:
        """What makes the games easier for the agent; see `handicaps_of`."""
        return handicaps_of(self.infos, self.lookahead, self.game_seed)

    @cached_property
    def hash(self) -> str:
        """The SHA-256 over all settings."""
        return sha256_hex(canonical_json(self.to_json()))

    def refusal(self, infos: EnvInfos) -> str | None:
        """Return the first piece of information in ``infos`` that is not granted."""
        for name in infos.basics:
            if name not in self.infos and _ALONG.get(name) not in self.infos:
                return name
        return next((name for name in infos.extras if name not in self.extras), None)

    def granting(self, infos: EnvInfos) -> str | None:
        """Return the setting that grants ``infos`` besides; None where that tells the solution."""
        names = sorted({*self.infos, *(_ALONG.get(name, name) for name in infos.basics)})
        if infos.extras or _SOLUTION.intersection(names):
            return None
        return f"protocol.infos=[{','.join(names)}]"

    def to_json(self) -> dict[str, Any]:
        """Return a value that JSON can hold, and `from_json` takes."""
        values = asdict(self)
        limits = values.pop("limits")
        plain = {
            name: sorted(set(value)) if isinstance(value, tuple) else value
            for name, value in values.items()
        }
        plain |= {name: str(plain[name]) for name in _CHOICES}
        told = {"track": self.track, **plain, **limits}
        # Without what earlier protocols do not have, or earlier runs would have other hashes.
        return {name: value for name, value in told.items() if _LATER.get(name, ...) != value}

    @classmethod
    def from_settings(cls, values: Any) -> "Protocol":
        """Return the protocol that a configuration describes; raises ConfigError."""
        names = [name for name in _TYPES if name not in _NOTED]
        given = mapping(values, "protocol", names)
        for name in names:
            if name not in given and name not in _LATER:
                raise ConfigError(f"protocol.{name} is missing.")
        return cls.from_json({**given, "guidance": [], "runtime": ""})

    @classmethod
    def from_json(cls, values: Any) -> "Protocol":
        """Return what `to_json` wrote; raises ConfigError if it did not."""
        given = mapping(values, "protocol", [*_TYPES, "track"])
        given.pop("track", None)
        given = {**_LATER, **given}
        for name, kind in _TYPES.items():
            check_type(given.get(name), kind, f"protocol.{name}")
        seconds = {limit.name: given.pop(limit.name) for limit in fields(Limits)}
        # 60 and 60.0 are one protocol, with one hash.
        limits = Limits(**{name: value and _number(value) for name, value in seconds.items()})
        for name in ("infos", "extras", "guidance"):
            given[name] = tuple(given[name])
        for name, choices in _CHOICES.items():
            given[name] = choices(one_of(given[name], f"protocol.{name}", [*map(str, choices)]))
        return cls(**given, limits=limits)


def _number(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # of a whole number with hundreds of digits, which `Limits` refuses
        return math.inf


def handicaps_of(infos: Iterable[str], lookahead: int, game_seed: str) -> tuple[str, ...]:
    """Return what makes games easier for an agent, a fixed seed first, as in `HANDICAPS`."""
    told = set(infos)
    granted = {name for name, those in HANDICAPS.items() if those & told}
    if lookahead:
        granted.add("save and restore")
    fixed = ("fixed seed",) if game_seed == GameSeed.FIXED else ()
    return (*fixed, *(name for name in HANDICAPS if name in granted))


TRACKS: Mapping[str, Protocol] = {
    "text": Protocol(),
    "admissible": Protocol(infos=("admissible_commands", "feedback", "max_score", "score")),
    ORACLE: Protocol(
        infos=tuple(name for name in EnvInfos.NAMES if name not in _ALONG), extras=("walkthrough",)
    ),
    "jericho": Protocol(infos=("feedback", "score"), max_turns=1000, counted=Counted.COMMANDS),
    "jericho_valid": Protocol(
        infos=(
            *("admissible_commands", "description", "feedback", "inventory", "max_score"),
            *("score", "templates", "vocabulary"),
        ),
        max_turns=100,
        counted=Counted.VALID,
        limits=Limits(story_seconds=30.0),
    ),
}
"""The protocols that have names."""

_CHOICES: Mapping[str, type[StrEnum]] = {
    "memory": Memory,
    "counted": Counted,
    "game_seed": GameSeed,
}
_TYPES: dict[str, Any] = {
    **{setting.name: setting.type for setting in (*fields(Protocol), *fields(Limits))},
    "infos": list[str],
    "extras": list[str],
    "guidance": list[str],
    **dict.fromkeys(_CHOICES, str),
}
del _TYPES["limits"]
_LATER: dict[str, Any] = {
    "counted": str(Counted.MOVES),
    "game_seed": str(GameSeed.DRAWN),
    "search_seconds": SEARCH_SECONDS,
}
"""Settings that earlier protocols do not have, and what these meant."""
_NOTED = ("guidance", "runtime")
