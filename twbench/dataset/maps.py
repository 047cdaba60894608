"""A hash of the shape of a map: how rooms lie to each other, whatever they are called.

A map is a graph whose edges are directions. Walking it in breadth from a room, always trying the
directions in alphabetical order, numbers its rooms without looking at their names; the list of
numbered edges is then the same for equal maps. Of all rooms to start from, only those whose
surroundings are rarest are tried, and the least list counts. Where a logic lets one direction lead
to several rooms, equal maps may get different hashes.
"""

__all__ = ["map_hash"]

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from twbench.hashing import content_id
from twbench.logic import Proposition

ROOM = "r"
PASSABLE = "free"
HASH_LENGTH = 26  # 130 bits

Exits = Mapping[str, list[tuple[str, str]]]
"""The ways out of each room, in the order of their directions, and where they lead."""
Edges = list[tuple[int, str, int]]


def map_hash(facts: Iterable[Proposition]) -> str:
    """Return 26 characters that are equal for games whose rooms lie to each other alike.

    Doors, and whether they are open, do not count; nor does what is in the rooms.
    """
    ways: dict[str, dict[str, str]] = defaultdict(dict)
    for fact in facts:
        rooms = [variable.name for variable in fact.arguments if variable.type == ROOM]
        for room in rooms:
            ways[room]  # a room without exits is a room
        if len(rooms) == len(fact.arguments) == 2 and fact.name != PASSABLE:
            ways[rooms[0]][fact.name] = rooms[1]
            ways[rooms[1]][f"-{fact.name}"] = rooms[0]
    exits = {room: sorted(around.items()) for room, around in ways.items()}
    return content_id(sorted(_shape(part, exits) for part in _parts(exits)), HASH_LENGTH)


def _parts(exits: Exits) -> list[list[str]]:
    """Return the rooms of each connected part of the map."""
    parts = []
    seen: set[str] = set()
    for room in exits:
        if room not in seen:
            reached = list(_numbers(room, exits))
            seen.update(reached)
            parts.append(reached)
    return parts


def _shape(rooms: list[str], exits: Exits) -> Edges:
    directions = {room: ",".join([direction for direction, _ in exits[room]]) for room in rooms}
    around = {room: _surroundings(exits[room], directions) for room in rooms}
    counts = Counter(around.values())
    _, rarest = min((count, text) for text, count in counts.items())
    return min(_edges(room, exits) for room in rooms if around[room] == rarest)


def _surroundings(ways: list[tuple[str, str]], directions: Mapping[str, str]) -> str:
    """Return what can be seen from a room: its exits, and those of the rooms behind them."""
    return " ".join([f"{direction}({directions[other]})" for direction, other in ways])


def _edges(start: str, exits: Exits) -> Edges:
    numbers = _numbers(start, exits)
    return sorted(
        (number, direction, numbers[other])
        for room, number in numbers.items()
        for direction, other in exits[room]
        if not direction.startswith("-")
    )


def _numbers(start: str, exits: Exits) -> dict[str, int]:
    """Return the rooms that can be reached from ``start``, numbered in breadth."""
    numbers = {start: 0}
    queue = [start]
    for room in queue:
        for _, other in exits[room]:
            if other not in numbers:
                numbers[other] = len(numbers)
                queue.append(other)
    return numbers
