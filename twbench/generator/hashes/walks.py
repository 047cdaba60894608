"""Maps whose rooms are numbered by walks, whatever they are called and however they are turned.

A map is a graph whose edges are directions. Walking it in breadth from a room, always trying the
directions in the same order, numbers its rooms without looking at their names; what is seen on the
way, room by room, is the code of the walk. Walks from several rooms, and with directions turned
and mirrored, go on side by side: after each room those stay whose code is the rarest, of equally
rare ones the least. What is left in the end differs by a symmetry of the map only.

That works where each direction leads from a room to one other. Facts between rooms that no walk
sees (two rooms to the north, a relation between rooms that are no neighbours) are left over.
"""

__all__ = ["Code", "Survey", "Walk", "WorldMap"]

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from twbench.generator.hashes.compass import SYMMETRIES, Symmetry, turned
from twbench.generator.knowledge.roles import DIRECTIONS, PLAYER, ROOM
from twbench.logic import Proposition, Variable

_PASSABLE = "free"
BLOCKED = "not free"  # no name of a predicate
_TWO_ROOMS = (ROOM, ROOM)
_DIRECTIONS_OF = frozenset(f"{direction}_of" for direction in DIRECTIONS)

Code = tuple[tuple[int, int], ...]
"""What is seen in a room: the directions of its exits, and the numbers of the rooms there."""


def _start_of(facts: Iterable[Proposition]) -> str | None:
    """Return the room that the player is in, if there is one and no other."""
    rooms = {
        fact.names[1]
        for fact in facts
        if len(fact.arguments) == 2
        and (fact.arguments[0].type, fact.arguments[1].type) == (PLAYER, ROOM)
    }
    return rooms.pop() if len(rooms) == 1 else None


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
        order = _order(tuple([symmetry[way] for way in DIRECTIONS]))
        return [
            cls(symmetry, order, [], {})
            if room is None
            else cls(symmetry, order, [room], {room: 0})
            for room in rooms
        ]

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

        A start of None gives walks that lead nowhere.
        """
        rooms = list(starts)
        walks = [walk for symmetry in symmetries for walk in Walk.begin(rooms, symmetry)]
        code: list[Code] = []
        # Walks with one code have come to equally many rooms, so the first speaks for all. Each
        # looks at each position once and in order, since looking gives the numbers.
        while len(walks) > 1 and len(code) < len(walks[0].rooms):
            seen = [self._see(walk, len(code)) for walk in walks]
            _, rarest = min((count, one) for one, count in Counter(seen).items())
            walks = [walk for walk, one in zip(walks, seen, strict=True) if one == rarest]
            code.append(rarest)
        if len(walks) == 1:
            (walk,) = walks
            while len(code) < len(walk.rooms):
                code.append(self._see(walk, len(code)))
        return walks, code

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
            other = exits.get(direction)
            if other is not None:
                number = numbers.get(other)
                if number is None:
                    number = numbers[other] = len(walk.rooms)
                    walk.rooms.append(other)
                code.append((place, number))
        return tuple(code)


class Survey:
    """What the hashes of a world have in common, found in its facts once for all of them.

    Attributes:
        others: the facts that are not about two rooms and nothing else.
        map: the rooms, by the facts that are.

    """

    def __init__(self, facts: Iterable[Proposition]):
        self.others: list[Proposition] = []
        self._ways: list[Proposition] = []
        for fact in facts:
            (self._ways if fact.types == _TWO_ROOMS else self.others).append(fact)
        self.map = WorldMap(self._ways)

    @cached_property
    def start(self) -> str | None:
        """The room that the player is in, if there is one and no other."""
        return _start_of(self.others)

    @cached_property
    def passages(self) -> Sequence[Proposition]:
        """Where it is not as usual: see `WorldMap.passages`."""
        return self.map.passages()

    @property
    def rooms(self) -> list[Variable]:
        """All rooms that facts are about."""
        connected = dict.fromkeys(chain.from_iterable([way.arguments for way in self._ways]))
        arguments = dict.fromkeys(chain.from_iterable([fact.arguments for fact in self.others]))
        return list(connected | {one: None for one in arguments if one.type == ROOM})
