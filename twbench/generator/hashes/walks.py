"""Maps whose rooms are numbered by walks, whatever they are called and however they are turned.

A map is a graph whose edges are directions. Walking it in breadth from a room, always trying the
directions in the same order, numbers its rooms without looking at their names; what is seen on the
way, room by room, is the code of the walk. Walks from several rooms, and with directions turned
and mirrored, go on side by side: after each room those stay whose code is the rarest, of equally
rare ones the least. What is left in the end differs by a symmetry of the map only.

Where very many stay, as on a map that goes round and looks alike from all rooms, each step would
cost as much as the map has rooms. But two walks with one code are a symmetry of the map, and that
has images of all other walks, whose codes are those of the walks themselves: a few walks that are
taken to their end stand for all.

That works where each direction leads from a room to one other. Facts between rooms that no walk
sees (two rooms to the north, a relation between rooms that are no neighbours) are left over.
"""

__all__ = ["Code", "Survey", "Walk", "WorldMap"]

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from twbench.generator.hashes.compass import SYMMETRIES, Symmetry, images_of, turned
from twbench.generator.knowledge.roles import DIRECTIONS, PLAYER, ROOM
from twbench.logic import Proposition, Variable

_PASSABLE = "free"
BLOCKED = "not free"  # no name of a predicate
_TWO_ROOMS = (ROOM, ROOM)
_PLAYER_AND_ROOM = (PLAYER, ROOM)
_DIRECTIONS_OF = frozenset(f"{direction}_of" for direction in DIRECTIONS)

_ALIKE = 8
"""Steps, one after the other, after which walks that have all gone on alike may do so for ever."""
_MANY = len(SYMMETRIES)
"""Walks from a single room: so many are left of a map with one room in its middle."""

Code = tuple[tuple[int, int], ...]
"""What is seen in a room: the directions of its exits, and the numbers of the rooms there."""
_Start = tuple[str, tuple[str, ...]]
"""A room, and the order of exits."""


@dataclass(slots=True)
class Walk:
    """A walk: the ``rooms`` in their order, and the ``order`` of exits, which a symmetry gives."""

    symmetry: Symmetry
    order: tuple[str, ...]
    rooms: list[str]
    numbers: dict[str, int]

    @classmethod
    def begin(cls, rooms: Iterable[str | None], symmetry: Symmetry) -> list["Walk"]:
        """Return the walks that have got to one of ``rooms`` only, or nowhere for None."""
        order = _order(images_of(symmetry))
        return [
            cls(symmetry, order, [], {})
            if room is None
            else cls(symmetry, order, [room], {room: 0})
            for room in rooms
        ]

    @property
    def start(self) -> _Start:
        """What tells the walk from others that have begun in some room."""
        return self.rooms[0], self.order

    def number(self, variable: Variable) -> str:
        """Return the number of a room that the walk has come to; nothing for anything else."""
        return str(self.numbers.get(variable.name, "")) if variable.type == ROOM else ""

    def rename(self, name: str) -> str:
        """Return the name of a predicate, with its direction turned."""
        return turned(name, self.symmetry)


@lru_cache(maxsize=len(SYMMETRIES))
def _order(images: tuple[str, ...]) -> tuple[str, ...]:
    """Return the exits in the order of what the directions become."""
    return tuple([f"{way}_of" for _, way in sorted(zip(images, DIRECTIONS, strict=True))])


class WorldMap:
    """The rooms of a world: of its ``facts`` those between two rooms count."""

    def __init__(self, facts: Iterable[Proposition]):
        self._ways: list[Proposition] = []
        self._free: list[Proposition] = []
        self._unseen: list[Proposition] = []
        self._exits: dict[str, dict[str, str]] = {}
        several = set[tuple[str, str]]()
        for fact in facts:
            name = fact.name
            if name == _PASSABLE:
                self._free.append(fact)
            elif name in _DIRECTIONS_OF:
                other, room = fact.names
                around = self._exits.setdefault(room, {})
                if name in around:
                    several.add((room, name))
                around[name] = other
                self._ways.append(fact)
            else:
                self._unseen.append(fact)
        # Which of the rooms is there now depends on the order of facts: no walk may go by that.
        for room, name in several:
            del self._exits[room][name]
        if several:
            self._unseen += [way for way in self._ways if (way.names[1], way.name) in several]

    def walks(
        self, starts: Iterable[str | None], symmetries: Iterable[Symmetry]
    ) -> tuple[list[Walk], list[Code]]:
        """Return the walks from ``starts`` whose code is the rarest, and that code.

        A start of None gives walks that lead nowhere. If more than eight walks are left that are
        images of each other by symmetries of the map, one stands for all.
        """
        rooms = list(starts)
        walks = [walk for symmetry in symmetries for walk in Walk.begin(rooms, symmetry)]
        code: list[Code] = []
        alike = 0  # steps in which no walk was left
        # Walks with one code have come to equally many rooms, so the first speaks for all. Each
        # looks at each position once and in order, since looking gives the numbers.
        while len(walks) > 1 and len(code) < len(walks[0].rooms):
            seen = [self._see(walk, len(code)) for walk in walks]
            _, rarest = min((count, one) for one, count in Counter(seen).items())
            left = [walk for walk, one in zip(walks, seen, strict=True) if one == rarest]
            code.append(rarest)
            alike = alike + 1 if len(left) == len(walks) else 0
            walks = left
            if alike == _ALIKE and len(walks) > _MANY and not self._unseen:
                return self._rarest_of_many(walks)
        if len(walks) == 1:
            self._go_on(walks[0], code)
        return walks, code

    def _rarest_of_many(self, walks: Sequence[Walk]) -> tuple[list[Walk], list[Code]]:
        """Return one of those walks whose code is the rarest at each position, and that code."""
        families = self._families(walks)
        codes = {code: len(starts) for code, (_, starts) in families.items()}
        position = 0
        while len(codes) > 1:
            counts = Counter[Code]()
            for code, count in codes.items():
                counts[code[position]] += count
            _, rarest = min((count, one) for one, count in counts.items())
            codes = {code: count for code, count in codes.items() if code[position] == rarest}
            position += 1
        (code,) = codes
        return [families[code][0]], list(code)

    def _families(self, walks: Sequence[Walk]) -> dict[tuple[Code, ...], tuple[Walk, set[_Start]]]:
        """Return for each code the first walk that has it, and where all begin that have it."""
        families: dict[tuple[Code, ...], tuple[Walk, set[_Start]]] = {}
        all_starts = {walk.start for walk in walks}
        known = set[_Start]()
        symmetries: list[tuple[dict[str, str], dict[str, str]]] = []
        for walk in walks:
            if walk.start in known:
                continue
            code = self._whole_code(walk)
            first, starts = families.setdefault(code, (walk, set()))
            starts.add(walk.start)
            new = [starts]
            if first is not walk:
                rooms = dict(zip(first.rooms, walk.rooms, strict=True))
                symmetries.append((rooms, dict(zip(first.order, walk.order, strict=True))))
                new = [starts for _, starts in families.values()]
            for starts in new:
                _spread(starts, symmetries, all_starts)
                known |= starts
        return families

    def _whole_code(self, walk: Walk) -> tuple[Code, ...]:
        """Return the code of a walk to its end."""
        code: list[Code] = []
        self._go_on(walk, code)
        return tuple(code)

    def _go_on(self, walk: Walk, code: list[Code]) -> None:
        """Take a walk to its end, and put what is seen on the way into its ``code``."""
        while len(code) < len(walk.rooms):
            code.append(self._see(walk, len(code)))

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return what can be said of each room with exits, however the compass is turned."""
        degrees = {room: len(around) for room, around in self._exits.items()}
        return {
            room: tuple(sorted([degrees.get(other, 0) for other in around.values()]))
            for room, around in self._exits.items()
        }

    def left_over(self, walk: Walk) -> list[Proposition]:
        """Return the facts that ``walk`` does not see, but for those that say what is passable."""
        reached = walk.numbers.keys()
        if reached >= self._exits.keys():
            return self._unseen
        beyond = [way for way in self._ways if way.names[1] not in reached]
        return list(dict.fromkeys([*self._unseen, *beyond]))

    def passages(self) -> list[Proposition]:
        """Return where it is not as usual: exits that are blocked, passages that are no exits."""
        free = {fact.names: fact for fact in self._free}
        ways = {(room, other): way for way in self._ways for other, room in [way.names]}
        if free.keys() == ways.keys():
            return []
        blocked = [
            Proposition(BLOCKED, way.arguments[::-1])
            for pair, way in ways.items()
            if pair not in free
        ]
        return blocked + [fact for pair, fact in free.items() if pair not in ways]

    def _see(self, walk: Walk, position: int) -> Code:
        """Return what is seen from a room of ``walk``; rooms not seen before get their numbers."""
        exits = self._exits.get(walk.rooms[position])
        if exits is None:
            return ()
        numbers = walk.numbers
        code = []
        for place, direction in enumerate(walk.order):
            if direction in exits:
                other = exits[direction]
                number = numbers.get(other)
                if number is None:
                    number = numbers[other] = len(walk.rooms)
                    walk.rooms.append(other)
                code.append((place, number))
        return tuple(code)


def _spread(
    starts: set[_Start],
    symmetries: Sequence[tuple[Mapping[str, str], Mapping[str, str]]],
    among: Container[_Start],
) -> None:
    """Add the images of ``starts`` by symmetries: what rooms and directions become."""
    waiting = list(starts)
    while waiting:
        room, order = waiting.pop()
        for rooms, ways in symmetries:
            image = rooms.get(room, room), tuple([ways[way] for way in order])
            if room in rooms and image not in starts and image in among:
                starts.add(image)
                waiting.append(image)


class Survey:
    """What the hashes of a world have in common, found in its facts once for all of them.

    Attributes:
        others: the facts that are not about two rooms and nothing else.
        map: the rooms, by the facts that are.
        start: the room that the player is in, if there is one and no other.

    """

    def __init__(self, facts: Iterable[Proposition]):
        self.others: list[Proposition] = []
        self._ways: list[Proposition] = []
        starts = set[str]()
        for fact in facts:
            types = fact.types
            if types == _TWO_ROOMS:
                self._ways.append(fact)
                continue
            self.others.append(fact)
            if types == _PLAYER_AND_ROOM:
                starts.add(fact.names[1])
        self.map = WorldMap(self._ways)
        self.start = starts.pop() if len(starts) == 1 else None

    @cached_property
    def passages(self) -> Sequence[Proposition]:
        """Where it is not as usual: see `WorldMap.passages`."""
        return self.map.passages()

    @cached_property
    def rooms(self) -> Sequence[Variable]:
        """All rooms that facts are about."""
        connected = dict.fromkeys(chain.from_iterable([way.arguments for way in self._ways]))
        arguments = dict.fromkeys(chain.from_iterable([fact.arguments for fact in self.others]))
        return list(connected | {one: None for one in arguments if one.type == ROOM})
