"""What is seen, told as BALROG tells it, for comparison with agents that were measured there.

The sections are ``message``, ``language observation``, ``cursor``, ``map`` and ``inventory``.
Things are told wherever they are shown: what, how far (adjacent, very near, near, far, very far: 1,
2, up to 5, up to 19 and more squares), and in which of sixteen directions, from far to near,
clockwise from the north. Walls, doorways and traps are told along the eight straight ways, up to 9
squares, until something is in the way of the eye. Those that are alike are told together.

It is made from the description of that format, not from its code. Things are told by what they look
like, where BALROG gives away what unknown weapons really are; an altar is an altar, not an "alter".
"""

__all__ = ["BalrogView"]

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twbench.minihack.engine import nethack
from twbench.minihack.text.names import glyph_names
from twbench.minihack.text.screen import Screen

_COLUMNS, _ROWS = 79, 21
_EYESIGHT = 9
_REMEMBERED = 4096
_NORTH, _SOUTH, _EAST, _WEST = "north", "south", "east", "west"
_WAYS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_CLOCKWISE = (
    *("north", "northnortheast", "northeast", "eastnortheast"),
    *("east", "eastsoutheast", "southeast", "southsoutheast"),
    *("south", "southsouthwest", "southwest", "westsouthwest"),
    *("west", "westnorthwest", "northwest", "northnorthwest"),
)
_DISTANCES = ((1, "adjacent"), (2, "very near"), (5, "near"), (19, "far"))
_VERY_FAR = "very far"
_FAR_FIRST = (_VERY_FAR, "far", "near", "very near", "adjacent")
_CORNERS = ("northwest room corner", "northeast room corner", "southwest corner")
_BLOCKING = (
    *("dark area", "vertical wall", "horizontal wall", *_CORNERS, "southeast corner"),
    *("cross wall", "t up wall", "t down wall", "t west wall", "t east wall"),
)
"""The first symbols of NetHack's maps, which nobody looks through."""
_DOORS = ("doorway", "vertical open door", "horizontal open door")
_WIDELY_SEEN = (
    *("vertical closed door", "horizontal closed door", "bars", "tree"),
    *("", "", "", ""),  # the floors of rooms and corridors
    *("stairs up", "stairs down", "ladder up", "ladder down", "altar", "grave", "throne", "sink"),
    *("fountain", "pool", "ice", "lava"),
)
_BRIDGES = ("vertical lowered drawbridge", "horizontal lowered drawbridge")
_RAISED = ("vertical raised drawbridge", "horizontal raised drawbridge")
_FEATURES = (
    *(("", name) for name in (*_BLOCKING, *_DOORS)),
    *((name, "") for name in _WIDELY_SEEN),
    *(("", name) for name in _BRIDGES),
    *((name, "") for name in _RAISED),
)
"""What NetHack's symbols, in their order, are called far and wide, and on straight ways."""
_SAME_PLURAL = ("boots", "shoes", "scales", "lenses", "bars", "mail")
_OF_WHICH = (" of ", " labeled ")


class BalrogView:
    """Tells what a screen shows; one for each game."""

    def __init__(self) -> None:
        self._told = np.array([bool(name) for name in _tables()[0]])

    def text(self, screen: Screen, message: str) -> str:
        """Return all sections, with a message."""
        glyphs, (x, y) = screen.observation[0], screen.player()
        column, row = screen.cursor()
        carried = "\n".join(f"{letter}: {name}" for letter, name in screen.inventory())
        sections = {
            "message": message,
            "language observation": self.things(glyphs, x, y),
            "cursor": f"Yourself a {glyph_names()[int(glyphs[y, x])]}\n(x={column}, y={row})",
            "map": screen.rows(),
            "inventory": carried,
        }
        return "\n".join(f"{name}:\n{told}\n" for name, told in sections.items())

    def things(self, glyphs: Any, x: int, y: int) -> str:
        """Return what is seen from column ``x`` and row ``y``, a line for each kind."""
        flat = glyphs.ravel()
        places = self._told.take(flat).nonzero()[0]
        kinds, around = flat.take(places), flat.take(_squares_around(x, y))
        return _told(y * _COLUMNS + x, places.tobytes(), kinds.tobytes(), around.tobytes())


@lru_cache(_REMEMBERED)
def _told(own: int, places: bytes, glyphs: bytes, around: bytes) -> str:
    y, x = divmod(own, _COLUMNS)
    wide, _ = _tables()
    numbers = np.frombuffer(places, dtype=np.intp).tolist()
    kinds = np.frombuffer(glyphs, dtype=np.int16).tolist()
    found = [
        (place % _COLUMNS - x, place // _COLUMNS - y, wide[kind])
        for place, kind in zip(numbers, kinds, strict=True)
        if place != own
    ]
    found.extend(_straight(x, y, np.frombuffer(around, dtype=np.int16).tolist()))
    told = [(_distance(dx, dy), _direction(dx, dy), name) for dx, dy, name in found]
    told.sort(key=lambda each: (_FAR_FIRST.index(each[0]), _CLOCKWISE.index(each[1])))
    return "\n".join(_merged(told))


def _straight(x: int, y: int, kinds: list[int]) -> Iterator[tuple[int, int, str]]:
    """Yield what is seen along the eight ways; ``kinds`` are the glyphs of all their squares."""
    wide, near = _tables()
    squares = iter(kinds)
    for dx, dy in _WAYS:
        is_open = True
        for step in _steps(x, y, dx, dy):
            kind = next(squares)
            if is_open and near[kind] and not wide[kind]:
                yield dx * step, dy * step, near[kind]
                is_open = near[kind] not in _BLOCKING


def _steps(x: int, y: int, dx: int, dy: int) -> Iterator[int]:
    for step in range(1, _EYESIGHT + 1):
        if not (0 <= x + dx * step < _COLUMNS and 0 <= y + dy * step < _ROWS):
            return
        yield step


@lru_cache(_REMEMBERED)
def _squares_around(x: int, y: int) -> NDArray[np.intp]:
    """Return the numbers of the squares along the eight ways."""
    squares = [
        (y + dy * step) * _COLUMNS + x + dx * step
        for dx, dy in _WAYS
        for step in _steps(x, y, dx, dy)
    ]
    return np.array(squares, dtype=np.intp)


def _merged(placed: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Yield a line for those that have name and distance in common."""
    groups: dict[tuple[str, str], list[str]] = {}
    for distance, direction, name in placed:
        groups.setdefault((name, distance), []).append(direction)
    for (name, distance), directions in groups.items():
        counted = [(direction, len(list(same))) for direction, same in groupby(directions)]
        single = [direction for direction, count in counted if count == 1]
        several = [direction for direction, count in counted if count > 1]
        if single:
            yield f"{name} {distance} {_listed(single)}"
        if several:
            yield f"{_plural(name)} {distance} {_listed(several)}"


def _listed(words: list[str]) -> str:
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


def _plural(name: str) -> str:
    for division in _OF_WHICH:
        if division in name:
            head, _, rest = name.partition(division)
            return f"{_plural(head)}{division}{rest}"
    if name.endswith(_SAME_PLURAL):
        return name
    if name in ("ice", "lava"):
        return f"area of {name}"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("s", "x", "z", "ch", "sh")) else f"{name}s"


def _distance(dx: int, dy: int) -> str:
    steps = max(abs(dx), abs(dy))
    return next((word for most, word in _DISTANCES if steps <= most), _VERY_FAR)


@lru_cache(_REMEMBERED)
def _direction(dx: int, dy: int) -> str:
    """Return one of sixteen directions: straight, diagonal, or between the two."""
    along = (_SOUTH if dy > 0 else _NORTH) if dy else ""
    across = (_EAST if dx > 0 else _WEST) if dx else ""
    if not dx or not dy or abs(dx) == abs(dy):
        return along + across
    return (across if abs(dx) > abs(dy) else along) + along + across


@cache
def _tables() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of glyphs that are told wherever they are, and of those on straight ways."""
    game = nethack()
    wide = list(glyph_names())
    near = [""] * len(wide)
    for index in range(game.MAXPCHARS):
        glyph = game.GLYPH_CMAP_OFF + index
        known = index < len(_FEATURES)
        wide[glyph], near[glyph] = _FEATURES[index] if known else ("", wide[glyph])
    for offset in (game.GLYPH_STATUE_OFF, game.GLYPH_DETECT_OFF, game.GLYPH_RIDDEN_OFF):
        for index in range(game.NUMMONS):
            name = game.permonst(index).mname
            form = {game.GLYPH_STATUE_OFF: "{} statue", game.GLYPH_DETECT_OFF: "detected {}"}
            wide[offset + index] = form.get(offset, "ridden {}").format(name)
    wide[game.GLYPH_INVIS_OFF] = "invisible creature"
    return tuple(wide), tuple(near)
