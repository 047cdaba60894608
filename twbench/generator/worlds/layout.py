"""The layout of a world: exits, doors and what lies where, read from its facts in one pass."""

__all__ = ["HOLDING", "Exit", "Layout", "holding"]

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from twbench.generator.knowledge.roles import DIRECTIONS, OPPOSITES, ROOM, places_player
from twbench.logic import Proposition

HOLDING = frozenset({"at", "in", "on"})
"""Facts that say where something is: at, in or on what their second argument is."""
_DIRECTIONS_OF = {
    f"{direction}{suffix}": direction for direction in DIRECTIONS for suffix in ("_of", "_of/d")
}
_Exits = dict[str, dict[str, str]]
"""Of rooms, the rooms in some directions."""


class Exit(NamedTuple):
    """A way out of a room: its direction, the room behind it, and the door in it, if any."""

    direction: str
    target: str
    door: str | None = None


@dataclass(slots=True)
class Layout:
    """What facts say of rooms and places, by the ids of entities, in the order of the facts.

    Whatever a logic means by facts of these names with other numbers of arguments, it is no layout.

    Attributes:
        exits: of each room the rooms in each direction, whether the way is free or not.
        doors: what door there is from a room to another.
        free: from which rooms to which others one can go.
        contents: of each place, the facts that something is there.
        holders: where each thing is; a door is in a room that it leads from.
        locks: what each key fits.
        here: where the player is.

    """

    exits: _Exits = field(default_factory=dict)
    doors: dict[tuple[str, str], str] = field(default_factory=dict)
    free: set[tuple[str, ...]] = field(default_factory=set)
    contents: dict[str, list[Proposition]] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    locks: dict[str, list[str]] = field(default_factory=dict)
    here: str | None = None

    @classmethod
    def of(cls, facts: Iterable[Proposition]) -> "Layout":
        """Read the layout from ``facts``."""
        layout = cls()
        for fact in facts:
            kind, names = fact.name, fact.names
            if kind in _DIRECTIONS_OF:
                layout._read_direction(_DIRECTIONS_OF[kind], names)
            elif kind == "free":
                layout.free.add(names)
            elif kind in HOLDING and len(names) == 2:
                layout._read_place(fact)
            elif kind == "link" and len(names) == 3:
                room, door, target = names
                layout.doors[room, target] = door
                layout.holders.setdefault(door, room)
            elif kind == "match" and len(names) == 2:
                layout.locks.setdefault(names[0], []).append(names[1])
        return layout

    def passages(self, room: str) -> list[Exit]:
        """Return the ways out of a room that are free or have a door, in the order of directions.

        The others lead nowhere as long as the game is played.
        """
        around, doors, free = self.exits.get(room, {}), self.doors, self.free
        ways = []
        for way in DIRECTIONS:
            target = around.get(way)
            if target is not None:
                passage = room, target
                door = doors.get(passage)
                if door is not None or passage in free:
                    ways.append(Exit(way, target, door))
        return ways

    def door_of(self, room: str, direction: str) -> str | None:
        """Return the door in the exit of ``room`` in ``direction``, if there is one."""
        target = self.exits.get(room, {}).get(direction)
        return None if target is None else self.doors.get((room, target))

    def room_of(self, thing: str) -> str | None:
        """Return what ``thing`` is in at last: a room, the inventory, or None for nowhere."""
        place = self.holders.get(thing)
        # Facts may say that two things hold each other: the walk has to end then, too.
        passed = {thing}
        while place in self.holders and place not in passed:
            passed.add(place)
            place = self.holders[place]
        return place

    def exits_of_links(self, rooms: Collection[str]) -> tuple[_Exits, list[tuple[str, str]]]:
        """Return exits for doors between ``rooms`` that no direction joins, and pairs without one.

        Each pair gets the first direction in which its first room has no exit, and its second room
        none back. Doors are taken in the order of the facts, after all that directions say.
        """
        if not self.doors:
            return {}, []
        taken = {room: dict(self.exits.get(room, {})) for room in rooms}
        brought: _Exits = {}
        unplaced: list[tuple[str, str]] = []
        for room, target in self.doors:
            is_way = room in taken and target in taken and room != target
            if not is_way or target in taken[room].values():
                continue
            ways = (way for way in DIRECTIONS if way not in taken[room])
            way = next((way for way in ways if OPPOSITES[way] not in taken[target]), None)
            if way is None:
                unplaced.append((room, target))
                continue
            for here, there, direction in ((room, target, way), (target, room, OPPOSITES[way])):
                taken[here][direction] = there
                brought.setdefault(here, {})[direction] = there
        return brought, unplaced

    def _read_place(self, fact: Proposition) -> None:
        thing, place = fact.names
        self.contents.setdefault(place, []).append(fact)
        if places_player(fact.name, fact.types):
            self.here = place
        else:
            self.holders[thing] = place

    def _read_direction(self, direction: str, names: Sequence[str]) -> None:
        """Read ``north_of(there, here)`` and ``north_of/d(there, door, here)``.

        There is north of here. A logic may state one direction of a passage only, so both are taken
        from each fact.
        """
        if len(names) not in (2, 3):
            return
        there, here = names[0], names[-1]
        self.exits.setdefault(here, {})[direction] = there
        self.exits.setdefault(there, {})[OPPOSITES[direction]] = here
        if len(names) == 3:
            self.doors[here, there] = self.doors[there, here] = names[1]


def holding(place_type: str) -> str:
    """Return how things are with a place of a type: at a room, on a supporter, else in it."""
    return {ROOM: "at", "s": "on"}.get(place_type, "in")
