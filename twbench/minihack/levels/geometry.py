"""Where on the screen a level's map lies.

NetHack centres a map between the edges of the level and then moves it by one square where its first
column or row would have an even number. Columns of the screen are one less than NetHack's.
"""

__all__ = ["MapOnScreen"]

import re
from typing import NamedTuple

_MAP = re.compile(r"^GEOMETRY:\s*(\w+)\s*,\s*(\w+)\s*\nMAP[ \t]*\n(.*?)^ENDMAP", re.M | re.S)
_OPEN = re.compile(r"^INIT_MAP:\s*(?:mines|\w+\s*,\s*'[^ ]')|^MAZE:.*'[^ ]'", re.M)
_COLUMNS, _ROWS = 78, 20
_ALL_ROWS = 21


class MapOnScreen(NamedTuple):
    """Where the only map of a level lies.

    ``origin`` is the column and the row of the screen where it begins: None for a level with
    several maps, or with none, or whose map is not in the middle. ``bounds`` are its width and its
    height, if there is nothing but rock around it.
    """

    origin: tuple[int, int] | None
    bounds: tuple[int, int] | None

    @classmethod
    def of(cls, des: str) -> "MapOnScreen":
        """Return where the map of a description lies."""
        size = _size(des)
        if size is None:
            return cls(None, None)
        return cls(_origin(*size), None if _OPEN.search(des) else size)

    @property
    def corner(self) -> tuple[int, int]:
        """Where squares are counted from: the map's origin, or else that of the screen."""
        return self.origin or (0, 0)


def _origin(width: int, height: int) -> tuple[int, int]:
    x = 2 + (_COLUMNS - 2 - width) // 2
    y = 2 + (_ROWS - 2 - height) // 2
    x, y = x + (x % 2 == 0), y + (y % 2 == 0)
    if y + height > _ALL_ROWS:
        y = 0
    return x - 1, y


def _size(des: str) -> tuple[int, int] | None:
    """Return the width and the height of the only map, if it is in the middle."""
    found = _MAP.findall(des)
    if len(found) != 1 or found[0][:2] != ("center", "center"):
        return None
    rows = found[0][2].split("\n")[:-1]
    return max(map(len, rows), default=0), len(rows)
