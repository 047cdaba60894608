"""The shortest way to a meal.

What has to be done whatever the way is counted apart: each ingredient that is not at hand is
taken, each one that needs it is cut and cooked, the knife and the fridge are needed once. What is
left to find is a walk: through the rooms of all ingredients, to the barbecue with all that is to be
grilled, and to the kitchen in the end. `shortest_walk` is a breadth-first search over (room,
ingredients collected, ingredients grilled, doors opened); whoever passes something of use makes use
of it, since it costs the same later. Dead ends with nothing of use in them are left out before: no
shortest walk enters them, but each door on the way there would double the states.

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
from dataclasses import dataclass, replace

from twbench.errors import GenerationError

_KNIFE_SWAP = 3
_KNIFE_SWAP_LATE = 5
"""Commands spent on making place for the knife: taken in time, or with all ingredients in hand."""


@dataclass(frozen=True, slots=True)
class Floor:
    """What a walk is about: rooms by number, the kitchen being 0.

    ``ways`` tells for each room where one can go, and the bit of the door in between, 0 if none is
    to be opened. ``finds`` are the bits of the ingredients that lie in a room, ``held`` those held
    at the start, ``grilled`` those to be grilled; ``grill`` is the room where that is done, -1 if
    nothing is. ``tight`` hands have no place for the knife beside all ingredients.
    """

    ways: Sequence[Sequence[tuple[int, int]]]
    finds: Mapping[int, int]
    held: int
    everything: int
    start: int
    grilled: int = 0
    grill: int = -1
    tight: bool = False


_State = tuple[int, int, int, int, bool]
"""Room, ingredients collected, ingredients grilled, doors opened, kitchen seen in time."""


def shortest_walk(floor: Floor) -> tuple[int, ...]:
    """Return the rooms of the walk with which the fewest commands are needed, its start first.

    Raises GenerationError if there is none.
    """
    floor = replace(floor, ways=_without_dead_ends(floor))
    first = _arrived(floor, (floor.start, floor.held, 0, 0, False))
    origin: dict[_State, _State | None] = {first: None}
    goal = (0, floor.everything, floor.grilled)
    frontier, length = [first], 0
    late: tuple[int, _State] | None = None
    while frontier:
        # From here on, taking the knife in time saves no more than the longer walk costs.
        if late is not None and length >= late[0] + _KNIFE_SWAP_LATE - _KNIFE_SWAP:
            break
        done = [state for state in frontier if state[:3] == goal]
        in_time = next((state for state in done if state[4] or not floor.tight), None)
        if in_time is not None:
            return _walk(origin, in_time)
        if done and late is None:
            late = length, done[0]
        frontier = _next_frontier(floor, frontier, origin)
        length += 1
    if late is None:
        raise GenerationError("No way leads to all ingredients and back to the kitchen.")
    return _walk(origin, late[1])


def _without_dead_ends(floor: Floor) -> list[list[tuple[int, int]]]:
    """Return the ways without those that only lead to rooms with nothing of use."""
    ways = [list(some) for some in floor.ways]
    useful = {0, floor.start, floor.grill, *floor.finds}
    ends = [room for room, some in enumerate(ways) if len(some) == 1 and room not in useful]
    while ends:
        end = ends.pop()
        for room, _ in ways[end]:
            ways[room] = [way for way in ways[room] if way[0] != end]
            if len(ways[room]) == 1 and room not in useful:
                ends.append(room)
        ways[end] = []
    return ways


def _next_frontier(
    floor: Floor, frontier: Sequence[_State], origin: dict[_State, _State | None]
) -> list[_State]:
    """Return the states one command away that are new."""
    # In all other rooms nothing comes of arriving there.
    useful = {0, floor.grill, *floor.finds}
    found = []
    for state in frontier:
        room, collected, grilled, doors, in_time = state
        for there, door in floor.ways[room]:
            if door & ~doors:
                following = (room, collected, grilled, doors | door, in_time)
            else:
                following = (there, collected, grilled, doors, in_time)
                if there in useful:
                    following = _arrived(floor, following)
            if following not in origin:
                origin[following] = state
                found.append(following)
    return found


def _arrived(floor: Floor, state: _State) -> _State:
    """Return the state after everything of use in the room has been used."""
    room, collected, grilled, doors, in_time = state
    in_time |= room == 0 and collected != floor.everything
    collected |= floor.finds.get(room, 0)
    if room == floor.grill:
        grilled |= collected & floor.grilled
    return room, collected, grilled, doors, in_time


def _walk(origin: Mapping[_State, _State | None], last: _State) -> tuple[int, ...]:
    rooms = [last[0]]
    state = origin[last]
    while state is not None:
        if state[0] != rooms[-1]:
            rooms.append(state[0])
        state = origin[state]
    return tuple(rooms[::-1])
