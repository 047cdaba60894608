"""What the player sees, in words: things with their directions and distances, and the map.

Whatever was told before is remembered by what it was made of: the places and glyphs of things, and
the letters of the screen. In a room the player soon comes back to what was seen already. Things are
told in the order of their distance, then of the screen.
"""

__all__ = ["Sight", "drawing", "where"]

from functools import lru_cache
from typing import Any

import numpy as np

from twbench.minihack.text.names import glyph_names, told_glyphs

_COLUMNS = 79
_REMEMBERED = 4096


class Sight:
    """The words for what is seen; one for each game."""

    def __init__(self) -> None:
        self._told = told_glyphs()

    def things(self, glyphs: Any, x: int, y: int) -> str:
        """Return what is seen around the player at column ``x`` and row ``y``, in one line."""
        flat = glyphs.ravel()
        places = self._told.take(flat).nonzero()[0]
        return _things(y * _COLUMNS + x, places.tobytes(), flat.take(places).tobytes())

    def map(self, chars: Any) -> str:
        """Return the part of the map that is known, in rows."""
        return _window(chars.tobytes())


@lru_cache(_REMEMBERED)
def _things(own: int, places: bytes, glyphs: bytes) -> str:
    y, x = divmod(own, _COLUMNS)
    names = glyph_names()
    numbers = np.frombuffer(places, dtype=np.intp).tolist()
    kinds = np.frombuffer(glyphs, dtype=np.int16).tolist()
    found = [
        (*where(place % _COLUMNS - x, place // _COLUMNS - y), place, names[kind])
        for place, kind in zip(numbers, kinds, strict=True)
        if place != own
    ]
    found.sort(key=lambda thing: (thing[0], thing[2]))
    return ", ".join([f"{name} {told}" for _, told, _, name in found])


@lru_cache(_REMEMBERED)
def where(dx: int, dy: int) -> tuple[int, str]:
    """Return the number of steps to a place, and where it is: "1 south 2 east"."""
    across = f"{abs(dx)} {'east' if dx > 0 else 'west'}" if dx else ""
    along = f"{abs(dy)} {'south' if dy > 0 else 'north'}" if dy else ""
    return max(abs(dx), abs(dy)), " ".join(filter(None, (along, across)))


@lru_cache(_REMEMBERED)
def _window(data: bytes) -> str:
    text = data.decode("latin-1")
    _, left, rows = _known_part(text)
    return "\n".join([row[left:] for row in rows])


def _known_part(text: str) -> tuple[int, int, list[str]]:
    """Return the first row and the first column of what is known of a map, and its rows."""
    first = (len(text) - len(text.lstrip())) // _COLUMNS * _COLUMNS
    last = len(text.rstrip())
    rows = [text[start : start + _COLUMNS].rstrip() for start in range(first, last, _COLUMNS)]
    left = min((_COLUMNS - len(row.ljust(_COLUMNS).lstrip()) for row in rows if row), default=0)
    return first // _COLUMNS, left, rows


def drawing(chars: Any, colors: Any, x: int, y: int) -> dict[str, Any]:
    """Return the part of the map that is known, as data for `twbench.render.letters.LetterMap`."""
    top, left, rows = _known_part(chars.tobytes().decode("latin-1").replace("\0", " "))
    told = [row[left:] for row in rows]
    numbers = colors.tolist()
    shades = [
        "".join(f"{number & 15:x}" for number in numbers[top + n][left : left + len(row)])
        for n, row in enumerate(told)
    ]
    inside = 0 <= y - top < len(told) and 0 <= x - left < len(told[y - top])
    return {"rows": told, "colors": shades, "cursor": [x - left, y - top] if inside else None}
