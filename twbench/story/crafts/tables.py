"""What a story of crafting is made of: names, counts, deeds, tasks.

A state is a row of numbers: the zone where the player is, how many the player has of each item,
then for each zone how many lie there of each item of zones. All of it is in the story's directory
as well, so that whoever has the story has these tables (`CraftTables.as_data`).
"""

__all__ = ["WORLD", "Change", "CraftTables", "Deed", "Group", "Task"]

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from twbench.shape import ShapeError, each, flag, items, member, optional, text, whole_number

WORLD = ("items", "zones", "lying", "phrases", "deeds")
"""The tables that depend on the world alone; others differ among the stories of one world."""


class Change(NamedTuple):
    """A count that a deed bounds or changes.

    ``slot`` is its place in the state; if it is ``here``, the place of the item among what lies
    where the player is. The count before the deed is between ``low`` and ``high``.
    """

    slot: int
    here: bool
    low: int
    high: int
    delta: int


class Deed(NamedTuple):
    """Something that can be done: a transformation, as it is in some zones (None: in all).

    ``destination`` is the zone that it leads to, None where it leads nowhere.
    """

    action: int
    zones: tuple[int, ...] | None
    destination: int | None
    changes: tuple[Change, ...]


class Task(NamedTuple):
    """Something to be done: ``amount`` in one of ``slots``; without slots, to be in that zone."""

    slots: tuple[int, ...]
    amount: int
    points: int


class Group(NamedTuple):
    """Tasks, by their numbers, that end the game when all are done: it is won, or lost."""

    tasks: tuple[int, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class CraftTables:
    """A world, what is to be done in it, and how that is said.

    Attributes:
        items: the names of what the player can have.
        zones: the names of the zones, of which there is one at least.
        lying: the names of what can lie in zones.
        start: the state at first.
        phrases: what the player types for each transformation.
        deeds: what can be done.
        tasks: what there are points for.
        groups: what ends the game.
        objective: what the player is told.
        max_score: the score of who has won with all points; None where that is not one number.
        walkthrough: commands that win, if they are known.

    """

    items: tuple[str, ...]
    zones: tuple[str, ...]
    lying: tuple[str, ...]
    start: tuple[int, ...]
    phrases: tuple[str, ...]
    deeds: tuple[Deed, ...]
    tasks: tuple[Task, ...]
    groups: tuple[Group, ...]
    objective: str
    max_score: int | None
    walkthrough: tuple[str, ...] = ()

    @property
    def first_lying(self) -> int:
        """Where in the state the counts of what lies in the first zone begin."""
        return 1 + len(self.items)

    def slot(self, change: Change, zone: int) -> int:
        """Return the place in the state of what a change is about, if it is done in a zone."""
        if not change.here:
            return change.slot
        return self.first_lying + zone * len(self.lying) + change.slot

    def as_data(self) -> dict[str, Any]:
        """Return the tables as plain data."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_data(cls, data: Any) -> "CraftTables":
        """Return the tables of plain data; raises ShapeError for data of another shape.

        Whether the numbers make sense is not looked at, see `twbench.story.crafts.checks`.
        """
        names = {field.name for field in fields(cls)}
        if not isinstance(data, dict) or data.keys() != names:
            raise ShapeError(f"must have {', '.join(sorted(names))}, and nothing else")
        return cls(
            items=member(data, "items", _texts),
            zones=member(data, "zones", _texts),
            lying=member(data, "lying", _texts),
            start=member(data, "start", _numbers),
            phrases=member(data, "phrases", _texts),
            deeds=tuple(member(data, "deeds", each(_deed))),
            tasks=tuple(member(data, "tasks", each(_task))),
            groups=tuple(member(data, "groups", each(_group))),
            objective=member(data, "objective", text),
            max_score=member(data, "max_score", optional(whole_number)),
            walkthrough=member(data, "walkthrough", _texts),
        )


def _texts(data: Any) -> tuple[str, ...]:
    return tuple(items(data, text))


def _numbers(data: Any) -> tuple[int, ...]:
    return tuple(items(data, whole_number))


def _row(data: Any, width: int) -> Sequence[Any]:
    if not isinstance(data, list) or len(data) != width:
        raise ShapeError(f"must be a list of {width}")
    return data


def _deed(data: Any) -> Deed:
    action, zones, destination, changes = _row(data, 4)
    return Deed(
        whole_number(action),
        None if zones is None else _numbers(zones),
        None if destination is None else whole_number(destination),
        tuple(items(changes, _change)),
    )


def _change(data: Any) -> Change:
    slot, here, low, high, delta = _row(data, 5)
    numbers = (whole_number(low), whole_number(high), whole_number(delta))
    return Change(whole_number(slot), flag(here), *numbers)


def _task(data: Any) -> Task:
    slots, amount, points = _row(data, 3)
    return Task(_numbers(slots), whole_number(amount), whole_number(points))


def _group(data: Any) -> Group:
    tasks, won = _row(data, 2)
    return Group(_numbers(tasks), flag(won))
