"""Level layouts: rooms, doors, containers and supporters, locks and keys, drawn at random."""

__all__ = ["Connection", "HidingPlace", "Holder", "LevelLayout", "Openable"]

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from twbench.challenges.settings.treasure_hunter import LayoutOptions
from twbench.generator.knowledge.roles import OPENABLE_STATES, ROOM
from twbench.generator.worlds.graph_networks import direction
from twbench.generator.worlds.random_walk import (
    articulation_points,
    passages,
    random_walk,
    smallest_grid,
)
from twbench.generator.worlds.world import connect
from twbench.logic import Proposition, Variable
from twbench.seeding import Rng

_FLOOR, _HOLDER = 1.0, 0.4  # weights of the places for a portable thing
_LOCKED_DOOR = 0.7  # share of doors among what gets a lock with a key


@dataclass(slots=True)
class Openable:
    """A door or container: ``open``, ``closed`` or ``locked``; ``key`` opens its lock."""

    thing: Variable
    state: str
    key: Variable | None = None

    @property
    def stays_locked(self) -> bool:
        """Whether it is locked, and no key opens it."""
        return self.state == "locked" and self.key is None


@dataclass(slots=True)
class Connection:
    """A way from a room to its neighbour in a direction, perhaps through a door."""

    room: int
    way: str
    target: int
    door: Openable | None = None


@dataclass(slots=True)
class Holder:
    """A supporter in a room, or a container: then ``container`` says whether it is open."""

    thing: Variable
    room: int
    container: Openable | None = None


class HidingPlace(NamedTuple):
    """Where a portable thing may lie: in or on a holder, or on the floor of a room."""

    room: int
    holder: Holder | None = None

    @property
    def weight(self) -> float:
        """How often the place is drawn, relative to others: floors more often than furniture."""
        return _FLOOR if self.holder is None else _HOLDER

    def put(self, thing: Variable, rooms: Sequence[Variable]) -> Proposition:
        """Return the fact that ``thing`` is here."""
        if self.holder is None:
            return Proposition("at", (thing, rooms[self.room]))
        relation = "on" if self.holder.container is None else "in"
        return Proposition(relation, (thing, self.holder.thing))


@dataclass(slots=True)
class LevelLayout:
    """Rooms, and what is in them once `draw_contents` has been called.

    ``locks`` is how many locks are to have a key, ``places`` are all places but those in containers
    that stay locked, ``keys`` tells where each key is.
    """

    rooms: Sequence[Variable]
    connections: list[Connection]
    doors: list[Openable]
    locks: int
    holders: list[Holder] = field(default_factory=list)
    places: list[HidingPlace] = field(default_factory=list)
    keys: list[tuple[Variable, HidingPlace]] = field(default_factory=list)
    _neighbours: list[list[int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._neighbours = [[] for _ in self.rooms]
        for connection in self.connections:
            self._neighbours[connection.room].append(connection.target)
            self._neighbours[connection.target].append(connection.room)

    @classmethod
    def draw(cls, options: LayoutOptions, rng: Rng) -> "LevelLayout":
        """Draw rooms, connections and doors; all contents are still to be drawn."""
        locks = sum([rng.chance(options.lock_chance) for _ in range(options.locks)])
        trace = random_walk(rng, options.rooms, *smallest_grid(options.rooms))
        ways = passages(trace)
        points = articulation_points(trace) if options.doors else set()
        with_doors = [points.issuperset(way) for way in ways]
        # Maps draw a state for each door (see `mark_doors`), of which there is one only here.
        for _ in range(sum(with_doors)):
            rng.random()
        numbers = {cell: number for number, cell in enumerate(trace)}
        connections: list[Connection] = []
        doors: list[Openable] = []
        for (cell, other), has_door in zip(ways, with_doors, strict=True):
            door = None
            if has_door:
                state = "closed" if rng.chance(options.closed) else "open"
                door = Openable(_thing("d", len(doors)), state)
                doors.append(door)
            way = direction(cell, other)
            connections.append(Connection(numbers[cell], way, numbers[other], door))
        return cls(_rooms(options.rooms), connections, doors, locks)

    def draw_contents(self, options: LayoutOptions, rng: Rng) -> None:
        """Draw holders, locks and keys. Keys may be out of reach from some rooms: ask `Routes`."""
        numbers = {"c": 0, "s": 0}
        for _ in range(options.holders):
            kind = "c" if rng.chance(0.5) else "s"
            thing = _thing(kind, numbers[kind])
            numbers[kind] += 1
            container = Openable(thing, rng.choice(OPENABLE_STATES)) if kind == "c" else None
            self.holders.append(Holder(thing, rng.integer(len(self.rooms)), container))
        keys = self._lock(rng)
        self.places = self._find_places()
        self.keys = [(key, self.draw_place(rng)) for key in keys]

    def _lock(self, rng: Rng) -> list[Variable]:
        """Give locks their keys, which are returned."""
        keys: list[Variable] = []
        for _ in range(self.locks):
            doors = [door for door in self.doors if door.state != "locked"]
            chests = [container for container in self._containers if container.stays_locked]
            candidates = doors if doors and rng.chance(_LOCKED_DOOR) else chests
            if candidates:
                openable = rng.choice(candidates)
                openable.state = "locked"
                openable.key = _thing("k", len(keys))
                keys.append(openable.key)
        return keys

    @property
    def _containers(self) -> list[Openable]:
        return [holder.container for holder in self.holders if holder.container is not None]

    def distances(self, start: int) -> list[int]:
        """Return how many rooms away each room is, as if all doors were open."""
        found = [-1] * len(self.rooms)
        found[start] = 0
        for room in (queue := [start]):  # which grows meanwhile
            further = found[room] + 1
            for other in self._neighbours[room]:
                if found[other] < 0:
                    found[other] = further
                    queue.append(other)
        return found

    def far_from_another(self, starts: Iterable[int], least: float) -> Iterator[int]:
        """Yield those of some rooms that are at least so far away from another room.

        A room can be no farther away from all others than by the way through a room that is known.
        """
        most = [math.inf] * len(self.rooms)
        for start in starts:
            if most[start] >= least > 0:
                distances = self.distances(start)
                farthest = max(distances)
                most = [
                    way if (way := farthest + distance) < known else known
                    for known, distance in zip(most, distances, strict=True)
                ]
            if most[start] >= least:
                yield start

    @property
    def hindrance(self) -> float:
        """At most so many commands are needed to take something, beyond going there and taking it.

        All closed doors and a container may have to be opened. Infinite if there are to be locks,
        whose keys may lie anywhere.
        """
        return math.inf if self.locks else 1 + sum(door.state == "closed" for door in self.doors)

    def draw_place(self, rng: Rng) -> HidingPlace:
        """Draw one of the places."""
        return rng.weighted(self.places, [place.weight for place in self.places])

    def _find_places(self) -> list[HidingPlace]:
        held = [
            HidingPlace(holder.room, holder)
            for holder in self.holders
            if holder.container is None or not holder.container.stays_locked
        ]
        return [*_floors(len(self.rooms)), *held]

    def facts(self) -> list[Proposition]:
        """Return the facts of the layout."""
        facts: list[Proposition] = []
        for connection in self.connections:
            door = connection.door
            ways = connect(
                self.rooms[connection.room],
                connection.way,
                self.rooms[connection.target],
                None if door is None else door.thing,
            )
            if door is not None and door.state != "open":
                ways = [fact for fact in ways if fact.name != "free"]
            facts += ways
        facts += [Proposition("at", (h.thing, self.rooms[h.room])) for h in self.holders]
        for openable in (*self.doors, *self._containers):
            facts.append(Proposition(openable.state, (openable.thing,)))
            if openable.key is not None:
                facts.append(Proposition("match", (openable.key, openable.thing)))
        return facts + [place.put(key, self.rooms) for key, place in self.keys]


@lru_cache(maxsize=64)
def _rooms(count: int) -> tuple[Variable, ...]:
    return tuple([Variable(f"r_{number}", ROOM) for number in range(count)])


@lru_cache(maxsize=1024)
def _thing(kind: str, number: int) -> Variable:
    return Variable(f"{kind}_{number}", kind)


@lru_cache(maxsize=64)
def _floors(rooms: int) -> tuple[HidingPlace, ...]:
    return tuple([HidingPlace(room) for room in range(rooms)])
