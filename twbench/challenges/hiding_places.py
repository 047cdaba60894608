"""Places to hide a treasure: rooms and furniture, with closed doors, locks and keys on the way.

A `Site` is drawn at random. `Routes` finds, from where the player starts, the fewest commands that
take the treasure from each place of it at once. So whoever wants a certain length picks among the
places of that length, and tries another start or another site if there is none.

The search behind it knows that nothing is gained by closing, locking or dropping: what has been
opened, unlocked and picked up only grows. A state is a room and a set of such gains, one bit each.
Only what may be of use has bits: closed doors, keys, and the containers that hide a key or have
one. All other containers matter to the treasure inside them alone, and cost one command more if
they are closed. The solver (`twbench.generator.planning.solver`) proves the same lengths without
any of this knowledge; the tests compare the two.
"""

__all__ = ["Holder", "Moves", "Place", "Route", "Routes", "Site", "Terrain"]

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from twbench.generator.knowledge.fact_sets import Numbering
from twbench.generator.knowledge.roles import (
    INVENTORY,
    OPPOSITES,
    PLAYER,
    ROOM,
    THE_INVENTORY,
    THE_PLAYER,
)
from twbench.generator.making.make import make_map
from twbench.generator.worlds.graph_networks import direction
from twbench.generator.worlds.world import connect
from twbench.logic import Proposition, Variable
from twbench.seeding import Rng

_CONTAINER_STATES = ("open", "closed", "locked")
_FLOOR, _HOLDER = 1.0, 0.4  # weights of the places for a portable thing
_LOCKED_DOOR = 0.7  # share of doors among what gets a lock with a key


@dataclass(frozen=True, slots=True)
class Terrain:
    """What sites are drawn from.

    ``holders`` counts containers and supporters, half of them each on average; a third of the
    containers each are open, closed and locked. ``closed`` is the share of closed doors. Each of
    up to ``locks`` doors and containers is locked, with its key somewhere, with probability
    ``lock_chance``; other locked containers stay locked.
    """

    rooms: int
    holders: int = 0
    doors: bool = False
    closed: float = 0.0
    locks: int = 0
    lock_chance: float = 0.0


@dataclass(slots=True)
class Barrier:
    """A door or container that may be shut; ``key`` opens its lock."""

    thing: Variable
    state: str
    key: Variable | None = None


@dataclass(slots=True)
class Connection:
    """A way from a room to its neighbour in a direction, perhaps through a door."""

    room: int
    way: str
    target: int
    door: Barrier | None = None


@dataclass(slots=True)
class Holder:
    """A supporter (without ``lid``) or a container in a room."""

    thing: Variable
    room: int
    lid: Barrier | None = None


class Place(NamedTuple):
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
        relation = "on" if self.holder.lid is None else "in"
        return Proposition(relation, (thing, self.holder.thing))


@dataclass(slots=True)
class Site:
    """Rooms, and what is in them once it is furnished.

    ``locks`` is how many locks are to have a key, ``places`` are all places but those in containers
    that stay locked, ``keys`` tells where each key is.
    """

    rooms: Sequence[Variable]
    passages: list[Connection]
    doors: list[Barrier]
    locks: int
    holders: list[Holder] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    keys: list[tuple[Variable, Place]] = field(default_factory=list)
    _neighbours: list[list[int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._neighbours = [[] for _ in self.rooms]
        for passage in self.passages:
            self._neighbours[passage.room].append(passage.target)
            self._neighbours[passage.target].append(passage.room)

    @classmethod
    def draw(cls, terrain: Terrain, rng: Rng) -> "Site":
        """Draw a site that is not furnished yet."""
        locks = sum([rng.chance(terrain.lock_chance) for _ in range(terrain.locks)])
        states = ("open",) if terrain.doors else None
        grid = make_map(terrain.rooms, rng=rng, possible_door_states=states)
        index = {node: number for number, node in enumerate(grid.nodes)}
        passages: list[Connection] = []
        doors: list[Barrier] = []
        for node, other, attributes in grid.edges(data=True):
            door = None
            if attributes["has_door"]:
                state = "closed" if rng.chance(terrain.closed) else "open"
                door = Barrier(Variable(f"d_{len(doors)}", "d"), state)
                doors.append(door)
            way = direction(node, other)
            passages.append(Connection(index[node], way, index[other], door))
        return cls(_rooms(terrain.rooms), passages, doors, locks)

    def furnish(self, terrain: Terrain, rng: Rng) -> None:
        """Draw holders, locks and keys. Keys may be out of reach from some rooms: ask `Routes`."""
        numbers = {"c": 0, "s": 0}
        for _ in range(terrain.holders):
            kind = "c" if rng.chance(0.5) else "s"
            thing = Variable(f"{kind}_{numbers[kind]}", kind)
            numbers[kind] += 1
            lid = Barrier(thing, rng.choice(_CONTAINER_STATES)) if kind == "c" else None
            self.holders.append(Holder(thing, rng.integer(len(self.rooms)), lid))
        keys = self._lock(rng)
        self.places = self._find_places()
        self.keys = [(key, self.draw_place(rng)) for key in keys]

    def _lock(self, rng: Rng) -> list[Variable]:
        """Give locks their keys, which are returned."""
        keys: list[Variable] = []
        for _ in range(self.locks):
            doors = [door for door in self.doors if door.state != "locked"]
            chests = [lid for lid in self._lids if lid.state == "locked" and lid.key is None]
            candidates = doors if doors and rng.chance(_LOCKED_DOOR) else chests
            if candidates:
                barrier = rng.choice(candidates)
                barrier.state = "locked"
                barrier.key = Variable(f"k_{len(keys)}", "k")
                keys.append(barrier.key)
        return keys

    @property
    def _lids(self) -> list[Barrier]:
        return [holder.lid for holder in self.holders if holder.lid is not None]

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
                ways = [farthest + distance for distance in distances]
                most = list(map(min, most, ways))
            if most[start] >= least:
                yield start

    @property
    def hindrance(self) -> float:
        """At most so many commands are needed to take something, beyond going there and taking it.

        All closed doors and a container may have to be opened. Infinite if there are to be locks,
        whose keys may lie anywhere.
        """
        return math.inf if self.locks else 1 + sum(door.state == "closed" for door in self.doors)

    def draw_place(self, rng: Rng) -> Place:
        """Draw one of the places."""
        return rng.weighted(self.places, [place.weight for place in self.places])

    def _find_places(self) -> list[Place]:
        held = [
            Place(holder.room, holder)
            for holder in self.holders
            if holder.lid is None or holder.lid.state != "locked" or holder.lid.key is not None
        ]
        return [*_floors(len(self.rooms)), *held]

    def facts(self) -> list[Proposition]:
        """Return the facts of the site."""
        facts: list[Proposition] = []
        for passage in self.passages:
            door = passage.door
            ways = connect(
                self.rooms[passage.room],
                passage.way,
                self.rooms[passage.target],
                None if door is None else door.thing,
            )
            if door is not None and door.state != "open":
                ways = [fact for fact in ways if fact.name != "free"]
            facts += ways
        facts += [Proposition("at", (h.thing, self.rooms[h.room])) for h in self.holders]
        for barrier in (*self.doors, *self._lids):
            facts.append(Proposition(barrier.state, (barrier.thing,)))
            if barrier.key is not None:
                facts.append(Proposition("match", (barrier.key, barrier.thing)))
        return facts + [place.put(key, self.rooms) for key, place in self.keys]


@lru_cache(maxsize=64)
def _rooms(count: int) -> tuple[Variable, ...]:
    return tuple([Variable(f"r_{number}", ROOM) for number in range(count)])


@lru_cache(maxsize=64)
def _floors(rooms: int) -> tuple[Place, ...]:
    return tuple([Place(room) for room in range(rooms)])


Bindings = Mapping[str, Variable]
Command = tuple[str, Bindings]


class Step(NamedTuple):
    """What can be done in a room with certain gains: one more is gained, or a room entered.

    ``command`` is a rule, where it is applied, and to what besides the player and the room.
    """

    needs: int
    gain: int
    target: int
    command: tuple[str, int, Bindings]


@dataclass(frozen=True, slots=True)
class Route:
    """The shortest way to take something from a place: to ``state``, then ``rest`` commands."""

    place: Place
    length: int
    state: int


class Moves:
    """What can be done in each room of a site, and what it takes: ``steps`` by room.

    ``everything`` has the bits of all gains there are.
    """

    def __init__(self, site: Site):
        self.site = site
        self.steps: list[list[Step]] = [[] for _ in site.rooms]
        self._gains: Numbering[tuple[str, str]] = Numbering()
        self._add_passages()
        self._add_keys()
        self.everything = self._gains.everything

    def lid_bit(self, place: Place) -> int:
        """Return the bit of opening the container of ``place``; 0 if there is none."""
        lid = None if place.holder is None else place.holder.lid
        return 0 if lid is None else self._gains.known([("open", lid.thing.name)])

    def command(self, step: Step) -> Command:
        """Return the command of a step."""
        rule, room, others = step.command
        return rule, self._bind(room, others)

    def taking(self, thing: Variable, place: Place) -> Command:
        """Return the command that takes ``thing`` from ``place``."""
        rule, others = _taking(thing, place)
        return rule, self._bind(place.room, others)

    def opening(self, holder: Holder) -> Command:
        """Return the command that opens a closed container."""
        return "open/c", self._bind(holder.room, {"c": holder.thing})

    def _gain(self, what: str, thing: Variable) -> int:
        return self._gains.bit((what, thing.name))

    def _add(self, room: int, needs: int, gains: int, rule: str, others: Bindings) -> None:
        self.steps[room].append(Step(needs, gains, room, (rule, room, others)))

    def _add_passages(self) -> None:
        for passage in self.site.passages:
            there, back = passage.way, OPPOSITES[passage.way]
            ends = (passage.room, passage.target)
            for (room, target), way in ((ends, there), (ends[::-1], back)):
                across = {"r'": self.site.rooms[target]}
                needs = 0
                if passage.door is not None and passage.door.state != "open":
                    door = passage.door
                    needs = self._gain("open", door.thing)
                    self._add_opening(room, door, "d", {"d": door.thing, **across})
                command = (f"go/{way}", room, across)
                self.steps[room].append(Step(needs, 0, target, command))

    def _add_keys(self) -> None:
        hiding = {id(place.holder) for _, place in self.site.keys if place.holder is not None}
        for holder in self.site.holders:
            lid = holder.lid
            if lid is None or lid.state == "open":
                continue
            if lid.key is not None or id(holder) in hiding:
                self._add_opening(holder.room, lid, "c", {"c": lid.thing})
        for key, place in self.site.keys:
            held = self._gain("held", key)
            self._add(place.room, self.lid_bit(place), held, *_taking(key, place))

    def _add_opening(self, room: int, barrier: Barrier, kind: str, things: Bindings) -> None:
        needs = 0
        if barrier.state == "locked":
            if barrier.key is None:
                return
            needs = self._gain("unlocked", barrier.thing)
            held = self._gain("held", barrier.key)
            with_key = {**things, "k": barrier.key, INVENTORY: THE_INVENTORY}
            self._add(room, held, needs, f"unlock/{kind}", with_key)
        opened = self._gain("open", barrier.thing)
        self._add(room, needs, opened, f"open/{kind}", things)

    def _bind(self, room: int, others: Bindings) -> Bindings:
        return {PLAYER: THE_PLAYER, ROOM: self.site.rooms[room], **others}


def _taking(thing: Variable, place: Place) -> tuple[str, Bindings]:
    """Return the rule that takes ``thing`` from ``place``, and what it is about."""
    things = {"o": thing, INVENTORY: THE_INVENTORY}
    if place.holder is None:
        return "take", things
    kind = "s" if place.holder.lid is None else "c"
    return f"take/{kind}", {**things, kind: place.holder.thing}


class Routes:
    """The shortest routes from a room to all places of a site.

    They are searched breadth first, as far as somebody asks for them.
    """

    def __init__(self, moves: Moves, start: int):
        self.site = moves.site
        self.start = start
        self._moves = moves
        self._first_in = {start: start}
        self._first_gain: dict[int, int] = {}
        self._origin: dict[int, tuple[int, Step] | None] = {start: None}
        self._depth = {start: 0}
        self._frontier = [start]
        self._explored = 0

    @property
    def complete(self) -> bool:
        """Whether every room can be entered, every key found and every lock with a key opened.

        Since nothing gained is ever lost, no search is needed: whatever can be done is done.
        """
        gains = 0
        rooms = {self.start}
        known = None
        while known != gains:
            known = gains
            for room in (queue := list(rooms)):
                for needs, gain, target, _ in self._moves.steps[room]:
                    if needs & ~gains:
                        continue
                    gains |= gain
                    if target not in rooms:
                        rooms.add(target)
                        queue.append(target)
        return gains == self._moves.everything and len(rooms) == len(self.site.rooms)

    def of_length(self, length: int) -> list[Route]:
        """Return the routes of ``length`` commands, the last of which takes the thing."""
        self._explore(length - 1)
        found: list[Route] = []
        for place in self.site.places:
            state = self._reached_first(place)
            if state is not None and self._length(place, state) == length:
                found.append(Route(place, length, state))
        return found

    def commands(self, route: Route, thing: Variable) -> list[Command]:
        """Return rules and variables of the actions that take ``thing``, which lies there."""
        path: list[Command] = []
        step = self._origin[route.state]
        while step is not None:
            path.append(self._moves.command(step[1]))
            step = self._origin[step[0]]
        path.reverse()
        holder = route.place.holder
        if holder is not None and self._has_to_be_opened(route.place):
            path.append(self._moves.opening(holder))
        path.append(self._moves.taking(thing, route.place))
        return path

    def _reached_first(self, place: Place) -> int | None:
        """Return the first state in which something can be taken from a place, once it is open."""
        opened = self._moves.lid_bit(place)
        return self._first_gain.get(opened) if opened else self._first_in.get(place.room)

    def _length(self, place: Place, state: int) -> int:
        return self._depth[state] + 1 + self._has_to_be_opened(place)

    def _has_to_be_opened(self, place: Place) -> bool:
        lid = None if place.holder is None else place.holder.lid
        return lid is not None and lid.state == "closed" and not self._moves.lid_bit(place)

    def _explore(self, limit: int) -> None:
        """Find the states that take up to ``limit`` commands.

        A state is ``gains * number of rooms + room``.
        """
        count = len(self.site.rooms)
        steps = self._moves.steps
        origin = self._origin
        while self._frontier and self._explored < limit:
            self._explored += 1
            frontier, self._frontier = self._frontier, []
            for state in frontier:
                gains, room = divmod(state, count)
                for step in steps[room]:
                    needs, gain, target, _ = step
                    if needs & ~gains or gain & gains:
                        continue
                    following = (gains | gain) * count + target
                    if following not in origin:
                        origin[following] = (state, step)
                        self._frontier.append(following)
                        if gain:
                            self._first_gain.setdefault(gain, following)
                        else:
                            self._first_in.setdefault(target, following)
            self._depth.update(dict.fromkeys(self._frontier, self._explored))
