"""Events: sets of facts which, once all true together, make a quest won or lost."""

__all__ = ["FIRST_ACTIONS", "Event", "UnderspecifiedEventError"]

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any

from twbench import shape
from twbench.errors import InputError
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.command import CommandWriter
from twbench.logic import Action, Proposition, State

FIRST_ACTIONS = "first_actions"
"""The key of an event in the JSON of a game that has but the first of its actions there."""
_NAME_AND_TYPE = attrgetter("name", "type")
_ACTIONS = shape.each(Action.deserialize)


class UnderspecifiedEventError(InputError, NameError):
    """An event needs actions or conditions (docs: textworld.generator.game)."""

    def __init__(self) -> None:
        super().__init__("An event needs at least one condition, or the actions that trigger it.")


class Event:
    """Something that happens as soon as its conditions are all satisfied (docs: Event).

    ``actions`` trigger the event when performed in order from the start of the game. Without
    ``conditions``, what the last action leaves true is the condition. ``condition`` is an action
    named ``trigger`` that can be applied only when all conditions hold; it adds a fact
    ``event(...)`` over their variables.
    """

    __slots__ = ("_actions", "_told", "_writer", "condition")

    condition: Action

    def __init__(
        self,
        actions: Iterable[Action] = (),
        conditions: Iterable[Proposition] = (),
        commands: Iterable[str] = (),
    ):
        self.actions = tuple(actions)
        self.commands = tuple(commands)
        self.condition = self.set_conditions(conditions)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that trigger this event, in order."""
        return self._actions

    @actions.setter
    def actions(self, actions: Iterable[Action]) -> None:
        self._actions = tuple(actions)

    @property
    def commands(self) -> tuple[str, ...]:
        """What the player types for the actions, with the names the game gave its things last.

        Before a game has given any, the commands are those that came with the event. They alone are
        kept as text: an event without actions has nothing else, and the file of a game is
        written as it was read, whatever its maker calls things.
        """
        return self._told if self._writer is None else self._writer.commands(self.actions)

    @commands.setter
    def commands(self, commands: Iterable[str]) -> None:
        self._told: tuple[str, ...] = tuple(commands)
        self._writer: CommandWriter | None = None

    def set_conditions(self, conditions: Iterable[Proposition]) -> Action:
        """Set the conditions and return the action that checks them.

        Raises UnderspecifiedEventError if there are neither conditions nor actions.
        """
        required = tuple(conditions)
        if not required:
            if not self.actions:
                raise UnderspecifiedEventError
            required = tuple(self.actions[-1].postconditions)
        self.condition = (
            _kept_trigger(required) if len(required) <= _MOST_KEPT else _trigger(required)
        )
        return self.condition

    @property
    def conditions(self) -> tuple[Proposition, ...]:
        """The facts that must all be true."""
        return tuple(self.condition.preconditions)

    def is_triggering(self, state: State) -> bool:
        """Return whether this event happens in ``state``."""
        return state.are_facts(self.condition.preconditions)

    def renamed(self, kb: KnowledgeBase, names: Mapping[str, str]) -> "Event":
        """Return this event with the commands that its actions have now; see `format_command`.

        Commands without actions are all that is known: they stay as they are.
        """
        changed = self.copy()
        changed.rename(kb, names)
        return changed

    def rename(self, kb: KnowledgeBase, names: Mapping[str, str]) -> None:
        """Have the commands that the actions have now; see above."""
        self.write_by(CommandWriter(kb, names))

    def write_by(self, writer: CommandWriter) -> None:
        """Have the commands that ``writer`` gives the actions; see above."""
        if self.actions:
            self._told, self._writer = (), writer

    def copy(self) -> "Event":
        """Return an event that shares the (immutable) actions and conditions of this one."""
        event = Event.__new__(Event)
        event.actions = self.actions
        event._told, event._writer = self._told, self._writer
        event.condition = self.condition
        return event

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        mine = (self.actions, self.condition, self.commands)
        return mine == (other.actions, other.condition, other.commands)

    def __hash__(self) -> int:
        return hash((self.actions, self.condition))

    def __repr__(self) -> str:
        return f"Event(commands={self.commands!r}, condition={self.condition!r})"

    def serialize(self) -> dict[str, Any]:
        """Return the JSON form of TextWorld's game files."""
        return {
            "commands": list(self.commands),
            "actions": [action.serialize() for action in self.actions],
            "condition": self.condition.serialize(),
        }

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "Event":
        """Return the inverse of `serialize`; raises ShapeError.

        An event that has its actions from another one of its game is read with that game alone.
        """
        event = cls.of_data(data)
        if FIRST_ACTIONS in data:
            raise shape.ShapeError(
                f"has {FIRST_ACTIONS}: its other actions are in the longest event of the game that"
                " it was cut out of. Read that game, and take the event or the quest from there"
            )
        return event

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> "Event":
        """Return the event of the actions that ``data`` have; raises ShapeError."""
        actions = shape.member(data, "actions", _ACTIONS)
        commands = shape.member(data, "commands", shape.texts)
        return cls.of_parts(actions, commands, shape.member(data, "condition", Action.deserialize))

    @classmethod
    def of_parts(
        cls, actions: Iterable[Action], commands: Iterable[str], condition: Action
    ) -> "Event":
        """Return the event of what was read; raises UnderspecifiedEventError."""
        event = cls.__new__(cls)
        event.actions = tuple(actions)
        event.commands = tuple(commands)
        event.condition = condition
        if not event.actions and not event.conditions:
            raise UnderspecifiedEventError
        return event


def _trigger(required: tuple[Proposition, ...]) -> Action:
    """Return the action that can be applied when all of ``required`` hold."""
    variables = {variable for fact in required for variable in fact.arguments}
    event = Proposition("event", sorted(variables, key=_NAME_AND_TYPE))
    return Action("trigger", required, (*required, event))


_MOST_KEPT = 64
"""Facts of a condition whose trigger is kept: what strangers write is not to fill the memory."""
_kept_trigger = lru_cache(maxsize=1024)(_trigger)
"""A game asks for the same ones several times: of its quest, its walkthrough, and their copies."""
