"""Quests: what the player has to do, or must not do, for a reward."""

__all__ = ["Quest", "UnderspecifiedQuestError"]

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from twbench import shape
from twbench.errors import InputError
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.command import CommandWriter
from twbench.generator.knowledge.event import Event
from twbench.logic import State

_DESCRIPTION = shape.optional(shape.text)
_REWARD = shape.optional(shape.whole_number)


class UnderspecifiedQuestError(InputError, NameError):
    """A quest needs events (docs: textworld.generator.game)."""

    def __init__(self) -> None:
        super().__init__("A quest needs at least one winning or failing event.")


class Quest:
    """A quest is won by any one of its winning events, lost by any one of its failing events.

    (docs: textworld.generator.game.Quest). The reward is 1 by default, 0 for a quest that can
    only fail. The commands are those of the first winning event, unless others are given, which are
    kept as text: who gave them may mean another way than the actions of any event. An
    ``optional`` quest is needed neither for winning the game nor can it lose it. A ``repeatable``
    quest gives its reward each time one of its winning events becomes true anew.
    """

    __slots__ = (
        "_fail_events",
        "_own_commands",
        "_win_events",
        "desc",
        "optional",
        "repeatable",
        "reward",
    )

    def __init__(
        self,
        win_events: Iterable[Event] = (),
        fail_events: Iterable[Event] = (),
        reward: int | None = None,
        desc: str | None = None,
        commands: Iterable[str] = (),
        optional: bool = False,
        repeatable: bool = False,
    ):
        self.win_events = win_events
        self.fail_events = fail_events
        if not self.win_events and not self.fail_events:
            raise UnderspecifiedQuestError
        self.reward: int = int(bool(self.win_events)) if reward is None else reward
        self.desc: str | None = desc
        self.commands = tuple(commands)
        self.optional: bool = optional
        self.repeatable: bool = repeatable

    @property
    def win_events(self) -> tuple[Event, ...]:
        """The events any of which wins the quest."""
        return self._win_events

    @win_events.setter
    def win_events(self, events: Iterable[Event]) -> None:
        self._win_events = tuple(events)

    @property
    def fail_events(self) -> tuple[Event, ...]:
        """The events any of which loses the quest."""
        return self._fail_events

    @fail_events.setter
    def fail_events(self, events: Iterable[Event]) -> None:
        self._fail_events = tuple(events)

    @property
    def commands(self) -> tuple[str, ...]:
        """What the player types to win the quest, from the start of the game."""
        if self._own_commands or not self.win_events:
            return self._own_commands
        return self.win_events[0].commands

    @commands.setter
    def commands(self, commands: Iterable[str]) -> None:
        commands = tuple(commands)
        is_known = not commands or (
            bool(self.win_events) and commands == self.win_events[0].commands
        )
        self._own_commands: tuple[str, ...] = () if is_known else commands

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, those that win it first."""
        return (*self.win_events, *self.fail_events)

    @property
    def is_required(self) -> bool:
        """Whether the game cannot be won without winning this quest."""
        return bool(self.win_events) and not self.optional

    def is_winning(self, state: State) -> bool:
        """Return whether this quest is won in ``state``."""
        return any(event.is_triggering(state) for event in self.win_events)

    def is_failing(self, state: State) -> bool:
        """Return whether this quest is lost in ``state``."""
        return any(event.is_triggering(state) for event in self.fail_events)

    def rename(self, kb: KnowledgeBase, names: Mapping[str, str]) -> None:
        """Have the commands that the actions of the events have now; see `Event.rename`."""
        self.write_by(CommandWriter(kb, names))

    def write_by(self, writer: CommandWriter) -> None:
        """Have the commands that ``writer`` gives the actions of the events."""
        for event in self.events:
            event.write_by(writer)
        self.commands = self._own_commands

    def copy(self) -> "Quest":
        """Return a copy with its own events."""
        return Quest(
            [event.copy() for event in self.win_events],
            [event.copy() for event in self.fail_events],
            self.reward,
            self.desc,
            self._own_commands,
            self.optional,
            self.repeatable,
        )

    def _key(self) -> tuple[Any, ...]:
        others = [name for name in self.__slots__ if name != "_own_commands"]
        return (self.commands, *[getattr(self, name) for name in others])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Quest):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Quest(reward={self.reward}, commands={self.commands!r})"

    def serialize(self) -> dict[str, Any]:
        """Return the JSON form of TextWorld's game files."""
        return {
            "desc": self.desc,
            "reward": self.reward,
            "commands": list(self.commands),
            "win_events": [event.serialize() for event in self.win_events],
            "fail_events": [event.serialize() for event in self.fail_events],
            "optional": self.optional,
            "repeatable": self.repeatable,
        }

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "Quest":
        """Return the inverse of `serialize`; raises ShapeError, as `Event.deserialize` does."""
        return cls.of_data(data, Event.deserialize)

    @classmethod
    def of_data(cls, data: Mapping[str, Any], read_event: Callable[[Any], Event]) -> "Quest":
        """Return the quest of `serialize`, the events of which are read so; raises ShapeError."""
        events = shape.each(read_event)
        return cls(
            shape.member(data, "win_events", events),
            shape.member(data, "fail_events", events),
            shape.member(data, "reward", _REWARD),
            shape.member(data, "desc", _DESCRIPTION),
            shape.member(data, "commands", shape.texts),
            shape.member_or_none(data, "optional", shape.flag) or False,
            shape.member_or_none(data, "repeatable", shape.flag) or False,
        )
