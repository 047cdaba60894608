"""The shortest way across a map, as directions to type.

A breadth-first search over squares: every step costs one turn, so the first way found to the goal
is a shortest one. Directions are tried in a fixed order, the straight ones first, so that the same
map gives the same way. As in NetHack, nobody goes diagonally into or out of a door; rock, walls,
closed doors, bars, trees, water and lava are not walked on.
"""

__all__ = ["DIRECTIONS", "find_way", "walkable"]

from collections import deque
from collections.abc import Sequence

from twbench.errors import ConfigError

DIRECTIONS = {
    "north": (0, -1),
    "east": (1, 0),
    "south": (0, 1),
    "west": (-1, 0),
    "northeast": (1, -1),
    "southeast": (1, 1),
    "southwest": (-1, 1),
    "northwest": (-1, -1),
}
"""The step of each direction, in columns and rows."""

_FLOOR = frozenset(".#{\\KI")
_DOOR = "+"
Place = tuple[int, int]


def walkable(letter: str, doors: bool = False) -> bool:
    """Say whether the map letter is walked on; doors only where they are known to be open."""
    return letter in _FLOOR or (doors and letter == _DOOR)


def find_way(
    rows: Sequence[str],
    start: Place,
    goal: Place,
    *,
    blocked: frozenset[Place] = frozenset(),
    doors: bool = False,
) -> list[str] | None:
    """Return a shortest way from one square of a map to another, None where there is none.

    Squares of ``blocked`` (boulders, traps, closed doors) are avoided. With ``doors`` those of the
    map are open. Raises ConfigError for squares outside of the map.
    """
    for x, y in (start, goal):
        if not (0 <= y < len(rows) and 0 <= x < len(rows[y])):
            raise ConfigError(f"({x}, {y}) lies outside of the map of {len(rows)} rows.")
    came: dict[Place, tuple[Place, str] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here == goal:
            return _steps(came, goal)
        for direction, (dx, dy) in DIRECTIONS.items():
            there = here[0] + dx, here[1] + dy
            if there in came or there in blocked or not _open(rows, there, doors):
                continue
            if dx and dy and _DOOR in (_letter(rows, here), _letter(rows, there)):
                continue
            came[there] = here, direction
            waiting.append(there)
    return None


def _letter(rows: Sequence[str], place: Place) -> str:
    return rows[place[1]][place[0]]


def _open(rows: Sequence[str], place: Place, doors: bool) -> bool:
    x, y = place
    return 0 <= y < len(rows) and 0 <= x < len(rows[y]) and walkable(rows[y][x], doors)


def _steps(came: dict[Place, tuple[Place, str] | None], goal: Place) -> list[str]:
    steps = []
    last = came[goal]
    while last is not None:
        before, direction = last
        steps.append(direction)
        last = came[before]
    return steps[::-1]
