"""The shortest way to a meal.

What has to be done whatever the way is counted apart: each ingredient that is not at hand is
taken, each one that needs it is cut and cooked, the knife and the fridge are needed once. What is
left to find is a walk: through the rooms of all ingredients, to the barbecue with all that is to be
grilled, and to the kitchen in the end. `shortest_walk` is a breadth-first search over (room,
ingredients collected, ingredients grilled, doors opened); whoever passes something of use makes use
of it, since it costs the same later.

Hands that hold only as many things as there are ingredients make the way longer, whatever the
walk. Each other thing held at the start has to be put down: one command. The knife takes a hand as
well. At the last cut it is held, and so at least one ingredient is not; that one has been cut
before, hence has been held, put down, and is picked up again; and the knife is put down in the end.
That is three commands more, and three suffice whenever the knife can be taken while an ingredient
is still missing: all but the last one are cut as they come, then one of them makes place for it.
Who comes to the knife with all ingredients in hand has to put one down to take the knife, and is
two commands worse off. So the search also remembers whether the kitchen has been seen before all
was collected, and the better of the two totals counts. A single ingredient leaves a hand for the
knife, because hands hold two things where cutting is asked for.

The tests compare this with the solver, which knows nothing of the kind.
"""

__all__ = ["Floor", "shortest_walk"]

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from twbench.errors import GenerationError

_KNIFE_SWAP = 3
_KNIFE_SWAP_LATE = 5
"""Commands spent on making place for the knife: taken in time, or with all ingredients in hand."""


@dataclass(frozen=True, slots=True)
class Floor:
    """What a walk is about: rooms by number, the kitchen being 0.

    ``ways`` tells for each room where one can go, and the bit of the door in between, 0 if none is
    to be opened. ``finds`` are the bits of the ingredients that lie in a room, ``held`` those held
    at the start, ``grilled`` those to be grilled; ``grill`` is the room where that is done.
    ``tight`` hands have no place for the knife beside all ingredients.
    """

    ways: Sequence[Sequence[tuple[int, int]]]
    finds: Mapping[int, int]
    held: int
    everything: int
    start: int
    grilled: int = 0
    grill: int = -1
    tight: bool = False


def shortest_walk(floor: Floor) -> tuple[int, ...]:
    """Return the rooms of the walk with which the fewest commands are needed, its start first.

    Raises GenerationError if there is none.
    """
    return _Walks(floor).shortest()


class _Walks:
    """The search. A state is one number, of bits for what a walk has come to.

    From the lowest: the room, whether the kitchen was seen in time, the ingredients collected, the
    ingredients grilled, and the doors opened.
    """

    def __init__(self, floor: Floor):
        self._tight = floor.tight
        self._grill = floor.grill
        self._in_time = 1 << (len(floor.ways) - 1).bit_length()
        self._room = self._in_time - 1
        collected = self._in_time.bit_length()
        self._foods = floor.everything.bit_length()
        doors = collected + 2 * self._foods
        self._everything = floor.everything << collected
        self._grilled = floor.grilled << collected
        self._finds = {room: foods << collected for room, foods in floor.finds.items()}
        self._ways = [[(there, door << doors) for there, door in ways] for ways in floor.ways]
        self._goal = self._everything | self._grilled << self._foods
        # In all other rooms nothing comes of arriving there.
        self._useful = {0, floor.grill, *floor.finds}
        first = self._arrived(floor.start | floor.held << collected)
        self._origin: dict[int, int | None] = {first: None}
        self._frontier = [first]

    def shortest(self) -> tuple[int, ...]:
        """Return the walk."""
        length = 0
        late: tuple[int, int] | None = None
        while self._frontier:
            # From here on, taking the knife in time saves no more than the longer walk costs.
            if late is not None and length >= late[0] + _KNIFE_SWAP_LATE - _KNIFE_SWAP:
                break
            done = [state for state in self._frontier if self._is_done(state)]
            in_time = next((s for s in done if s & self._in_time or not self._tight), None)
            if in_time is not None:
                return self._walk(in_time)
            if done and late is None:
                late = length, done[0]
            self._frontier = self._next_frontier()
            length += 1
        if late is None:
            raise GenerationError("No way leads to all ingredients and back to the kitchen.")
        return self._walk(late[1])

    def _is_done(self, state: int) -> bool:
        return state & self._goal == self._goal and not state & self._room

    def _next_frontier(self) -> list[int]:
        """Return the states one command away that are new."""
        origin, useful, ways, rooms = self._origin, self._useful, self._ways, self._room
        found = []
        for state in self._frontier:
            room = state & rooms
            for there, door in ways[room]:
                if door & ~state:
                    following = state | door
                else:
                    following = state ^ room | there
                    if there in useful:
                        following = self._arrived(following)
                if following not in origin:
                    origin[following] = state
                    found.append(following)
        return found

    def _arrived(self, state: int) -> int:
        """Return the state after everything of use in the room has been used."""
        room = state & self._room
        if room == 0 and state & self._everything != self._everything:
            state |= self._in_time
        state |= self._finds.get(room, 0)
        if room == self._grill:
            state |= (state & self._grilled) << self._foods
        return state

    def _walk(self, last: int) -> tuple[int, ...]:
        rooms: list[int] = []
        state: int | None = last
        while state is not None:
            if not rooms or state & self._room != rooms[-1]:
                rooms.append(state & self._room)
            state = self._origin[state]
        return tuple(rooms[::-1])
