"""Levels drawn from a distribution, on maps of our own: what is drawn depends on the seed alone.

A map of our own is known before NetHack sees it, so the shortest way over it is known too.
"""

__all__ = ["maze", "room"]

from collections import deque
from collections.abc import Iterator

from twbench.errors import ConfigError, GenerationError
from twbench.minihack.levels.plan import DIRECTIONS, Place, find_way
from twbench.minihack.levels.specification import LevelCall, LevelSpecification
from twbench.minihack.places import MOST_COLUMNS, MOST_ROWS
from twbench.seeding import Rng, derive_seed

_STRAIGHT = tuple(step for step in DIRECTIONS.values() if 0 in step)
_ROCK, _FLOOR = " ", "."
_MOST_TRIES = 100


def maze(width: int, height: int, seed: int) -> LevelSpecification:
    """Return a maze without loops, from one end of its longest way to the other.

    Width and height are odd, from 5. It is dug by a walk that goes on to a random neighbour that
    nobody has been to, and back where there is none. Raises ConfigError for other sizes.
    """
    _check_size("maze", width, height, 5)
    if width % 2 == 0 or height % 2 == 0:
        raise ConfigError(f"A maze has odd numbers of columns and rows, not {width} x {height}.")
    rng = Rng(derive_seed(seed, "maze", width, height))
    rows = [[_ROCK] * width for _ in range(height)]
    way = [(1, 1)]
    rows[1][1] = _FLOOR
    while way:
        x, y = way[-1]
        open_to = [
            (dx, dy)
            for dx, dy in _STRAIGHT
            if 0 < x + 2 * dx < width and 0 < y + 2 * dy < height
            if rows[y + 2 * dy][x + 2 * dx] == _ROCK
        ]
        if not open_to:
            way.pop()
            continue
        dx, dy = open_to[rng.integer(len(open_to))]
        rows[y + dy][x + dx] = rows[y + 2 * dy][x + 2 * dx] = _FLOOR
        way.append((x + 2 * dx, y + 2 * dy))
    lines = ["".join(row) for row in rows]
    start = _farthest(lines, (1, 1))
    return _level(lines, start, _farthest(lines, start))


def room(width: int, height: int, seed: int, *, lava: float = 0.0, lit: bool = True) -> (
    LevelSpecification
):  # fmt: skip
    """Return a room with start and goal anywhere in it, and a share of its squares of lava.

    Raises ConfigError for sizes and shares that cannot be, and GenerationError where lava leaves no
    way.
    """
    _check_size("room", width, height, 2)
    if not 0 <= lava < 1:
        raise ConfigError(f"The share of lava is a number from 0 and below 1, not {lava!r}.")
    rng = Rng(derive_seed(seed, "room", width, height, str(lava)))
    for _ in range(_MOST_TRIES):
        start, goal = _two_places(rng, width * height)
        places = (start % width, start // width), (goal % width, goal // width)
        letters = [
            "L" if rng.chance(lava) and number not in (start, goal) else _FLOOR
            for number in range(width * height)
        ]
        rows = ["".join(letters[begin : begin + width]) for begin in range(0, len(letters), width)]
        if find_way(rows, *places) is not None:
            return _level(rows, *places, lit=lit)
    raise GenerationError(f"In {_MOST_TRIES} rooms of {width} x {height} lava left no way.")


def _two_places(rng: Rng, count: int) -> tuple[int, int]:
    first, second = rng.integer(count), rng.integer(count - 1)
    return first, second + (second >= first)


def _level(rows: list[str], start: Place, goal: Place, *, lit: bool = True) -> LevelSpecification:
    return LevelSpecification(
        (("map", "\n".join(rows)), ("lit", lit)),
        (LevelCall("set_start_pos", (start,)), LevelCall("add_stair_down", (goal,))),
    )


def _farthest(rows: list[str], start: Place) -> Place:
    """Return the square that is farthest away, by straight steps."""
    seen = {start}
    waiting = deque([start])
    last = start
    while waiting:
        last = waiting.popleft()
        for place in _beside(rows, last):
            if place not in seen:
                seen.add(place)
                waiting.append(place)
    return last


def _beside(rows: list[str], place: Place) -> Iterator[Place]:
    for dx, dy in _STRAIGHT:
        x, y = place[0] + dx, place[1] + dy
        if rows[y][x] == _FLOOR:
            yield x, y


def _check_size(kind: str, width: int, height: int, least: int) -> None:
    if not (least <= width <= MOST_COLUMNS and least <= height <= MOST_ROWS):
        raise ConfigError(
            f"A {kind} is {least} to {MOST_COLUMNS} columns wide and {least} to {MOST_ROWS} rows"
            f" high, not {width} x {height}."
        )
