"""Places and areas of a level as they stand in its description.

Columns and rows are counted from 0 at the upper left of the map.
"""

__all__ = [
    "MOST_COLUMNS",
    "MOST_ROWS",
    "area",
    "inside",
    "line",
    "one_of",
    "pair",
    "place",
    "quoted",
]

from collections.abc import Iterable
from typing import Any

from twbench.errors import ConfigError, nearest
from twbench.whole_numbers import as_whole

MOST_COLUMNS = 76
"""Columns of the widest map that NetHack takes."""
MOST_ROWS = 21
"""Rows of the highest map that NetHack takes."""

_FORBIDDEN = '"\n\r'


def pair(coord: Any, what: str) -> tuple[int, int]:
    """Return a pair of whole numbers from 0; raises ConfigError for anything else."""
    if not isinstance(coord, tuple | list) or len(coord) != 2:
        raise ConfigError(f"{what}: a place on the map is a pair (x, y), not {coord!r}.")
    x, y = map(as_whole, coord)
    if x is None or y is None:
        raise ConfigError(f"{what}: a place is (x, y) in whole numbers, not {coord!r}.")
    if x < 0 or y < 0:
        raise ConfigError(f"{what}: x and y are counted from 0, {coord!r} lies outside of the map.")
    return x, y


def place(wanted: Any, width: int, height: int, what: str) -> str:
    """Return a place as it is written: ``None`` is a random one, text is copied as it is.

    Raises ConfigError for what is no place, or lies outside of the map.
    """
    if wanted is None:
        return "random"
    if isinstance(wanted, str):
        return line(wanted, what)
    return str(inside(wanted, width, height, what))


def inside(coord: Any, width: int, height: int, what: str) -> tuple[int, int]:
    """Return a pair of numbers that lies on a map; raises ConfigError for any other."""
    x, y = pair(coord, what)
    if x >= width or y >= height:
        raise ConfigError(
            f"{what}: ({x}, {y}) lies outside of the map, which is {width} wide and {height} high:"
            f" x goes from 0 to {width - 1}, y from 0 to {height - 1}."
        )
    return x, y


def area(kind: str, corners: tuple[Any, Any, Any, Any], what: str) -> str:
    """Return an area with its kind: ``rect``, ``fillrect`` or ``line``.

    Rectangles are written with the upper left corner first, however they are given. Raises
    ConfigError for another kind, or for corners that no level has.
    """
    one_of(kind, ("rect", "fillrect", "line"), "kind of an area", what)
    (x1, y1), (x2, y2) = pair(corners[:2], what), pair(corners[2:], what)
    rows = MOST_ROWS - 1 if kind == "line" else MOST_ROWS
    if max(x1, x2) > MOST_COLUMNS or max(y1, y2) > rows:
        raise ConfigError(
            f"{what}: the area {corners} is larger than any level"
            f" ({MOST_COLUMNS} x {MOST_ROWS} at most)."
        )
    if kind == "line":
        return f"line ({x1},{y1}),({x2},{y2})"
    return f"{kind} ({min(x1, x2)},{min(y1, y2)},{max(x1, x2)},{max(y1, y2)})"


def one_of(value: Any, allowed: Iterable[str], kind: str, what: str) -> str:
    """Return ``value`` if it is allowed; else raise ConfigError with the nearest that is."""
    known = list(allowed)
    if isinstance(value, str) and value in known:
        return value
    raise ConfigError(
        f"{what}: there is no {kind} {value!r}; known are {', '.join(map(repr, known))}."
        f"{nearest(str(value), known)}"
    )


def quoted(name: Any, what: str) -> str:
    """Return a name in quotation marks; raises ConfigError for one that would end them early."""
    if not isinstance(name, str) or not name or any(letter in name for letter in _FORBIDDEN):
        raise ConfigError(
            f"{what}: a name is text in one line without quotation marks, not {name!r}."
        )
    return f'"{name}"'


def line(text: str, what: str) -> str:
    """Return text that is copied as it is; raises ConfigError for none, or for several lines."""
    if not text.strip() or "\n" in text or "\r" in text:
        raise ConfigError(f"{what}: what is copied as it is has one line, not {text!r}.")
    return text
