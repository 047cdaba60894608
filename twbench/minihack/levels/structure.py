"""When two levels are the same puzzle: their hash up to the symmetries of the plane.

NetHack's rules know no left or right: a level that is mirrored, turned by a quarter, or both, is
played by the same steps in other directions. So a level is brought into each of eight forms, with
all places and directions in it, and the least of these is hashed. Horizontal and vertical walls
are one, as turning makes one of the other. Light, flags and what lies around the map count; the
order of calls counts only among those that change terrain. Lines that are copied into the
description as they are may hold places that cannot be seen: a level with such a line is compared as
it lies.
"""

__all__ = ["map_hash", "structure_hash"]

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from twbench.hashing import canonical_json, text_id
from twbench.minihack.level_generator import LevelGenerator
from twbench.minihack.levels.plan import DIRECTIONS
from twbench.minihack.levels.specification import LevelSpecification

Turn = Callable[[int, int], tuple[int, int]]

_WALLS = str.maketrans("|", "-")
_STARTS = ("set_start_pos", "set_start_rect")
_ORDERED = ("fill_terrain", "add_terrain", "add_mazewalk", "wallify", "set_area_variable")
_RAW_PLACE = re.compile(r"\d")


def map_hash(rows: Sequence[str]) -> str:
    """Return the hash of a map up to symmetry."""
    width, height = len(rows[0]), len(rows)
    return text_id(min(canonical_json(_turned(rows, turn)) for turn in _turns(width, height)))


def structure_hash(level: LevelSpecification) -> str:
    """Return the hash of a level up to symmetry: its map and everything that is put on it."""
    made = level.generator()
    rows = made.get_map_str().splitlines()
    calls = list(_bound(level))
    general = [
        [name, value] for name, value in level.arguments if name in ("lit", "flags", "solidfill")
    ]
    turns = list(_turns(made.x, made.y))
    if any(_holds_hidden_places(method, values) for method, values in calls):
        turns = turns[:1]
    return text_id(min(canonical_json(_form(rows, calls, general, turn)) for turn in turns))


def _turns(width: int, height: int) -> Iterator[Turn]:
    """Yield what the eight symmetries do to a place on a map of a size, the identity first."""
    right, bottom = width - 1, height - 1
    yield lambda x, y: (x, y)
    yield lambda x, y: (right - x, y)
    yield lambda x, y: (x, bottom - y)
    yield lambda x, y: (right - x, bottom - y)
    yield lambda x, y: (y, x)
    yield lambda x, y: (bottom - y, x)
    yield lambda x, y: (y, right - x)
    yield lambda x, y: (bottom - y, right - x)


def _turned(rows: Sequence[str], turn: Turn) -> list[str]:
    squares = {
        turn(x, y): letter
        for y, row in enumerate(rows)
        for x, letter in enumerate(row.translate(_WALLS))
    }
    width, height = (max(n) + 1 for n in zip(*squares, strict=True))
    return ["".join(squares[x, y] for x in range(width)) for y in range(height)]


def _bound(level: LevelSpecification) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the calls that the map does not show, with all arguments; of starts the last alone."""
    last_start = max((n for n, call in enumerate(level.calls) if call.method in _STARTS), default=0)
    for number, call in enumerate(level.calls):
        if call.method == "init_map" or (call.method in _STARTS and number != last_start):
            continue
        signature = inspect.signature(getattr(LevelGenerator, call.method))
        bound = signature.bind(None, *call.positional, **dict(call.named))
        bound.apply_defaults()
        values = {name: value for name, value in bound.arguments.items() if name != "self"}
        if call.method == "add_terrain" and not values["in_footer"]:
            continue
        yield call.method, values


def _holds_hidden_places(method: str, values: dict[str, Any]) -> bool:
    place = values.get("place")
    return method == "add_line" or (isinstance(place, str) and bool(_RAW_PLACE.search(place)))


def _form(
    rows: Sequence[str], calls: Sequence[tuple[str, dict[str, Any]]], general: Any, turn: Turn
) -> Any:
    """Return the level in one of its eight forms."""
    made = [(method, _turned_values(values, turn)) for method, values in calls]
    things = sorted(canonical_json(call) for call in made if call[0] not in _ORDERED)
    changes = [call for call in made if call[0] in _ORDERED]
    return [_turned(rows, turn), things, changes, general]


def _turned_values(values: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """Return the arguments of a call with every place and direction turned."""
    found = dict(values)
    for name in ("place", "coord"):
        if isinstance(found.get(name), tuple):
            found[name] = turn(*found[name])
    if "p1" in found:
        found["p1"], found["p2"] = _corners(turn(*found["p1"]), turn(*found["p2"]))
    if "x1" in found:
        ends = turn(found.pop("x1"), found.pop("y1")), turn(found.pop("x2"), found.pop("y2"))
        found["corners"] = ends if found["type"] == "line" else _corners(*ends)
    if "dir" in found:
        (x, y), (x0, y0) = turn(*DIRECTIONS[found["dir"]]), turn(0, 0)
        found["dir"] = (x - x0, y - y0)
    return found


def _corners(
    first: tuple[int, int], second: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the upper left and the lower right corner of the same rectangle."""
    (x1, y1), (x2, y2) = first, second
    return (min(x1, x2), min(y1, y2)), (max(x1, x2), max(y1, y2))
