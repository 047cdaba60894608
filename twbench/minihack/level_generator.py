"""Levels of NetHack, written by calls (docs: minihack.LevelGenerator).

```
level = LevelGenerator(w=5, h=3)
level.set_start_pos((0, 0))
level.add_object("apple", "%", (2, 1))
level.add_stair_down((4, 2))
level.get_des()
```

The calls are MiniHack's, and so is every byte of the description, except where what MiniHack 1.0.2
writes is no level or not the one that was asked for:

* ``flags="hardfloor"`` is one flag, as the documented default has it; without flags there is no
  line of flags, as NetHack's compiler refuses an empty one.
* A second starting place replaces the first, and a second map its lit region; MiniHack ignores the
  one and keeps the other.
* The region that nobody starts in lies outside of the map where MiniHack's is out of range (a map
  of one row or column), or takes the corner (0, 0) away from a starting area.
* A line has the syntax of lines; corners of a rectangle may be given in any order.
* A monster of a class, without a name, is written ``'d'``; MiniHack's ``('d',random)`` is refused
  by the compiler. The curse of a random object is kept.
* Names of areas may come without their ``$`` everywhere; empty lines within a map are rows of rock.
* What lies outside of the map, is no whole number, or is unknown is an error that says so.
"""

__all__ = ["MAP_CHARS", "MAZE_FLAGS", "TRAP_NAMES", "LevelGenerator"]

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from twbench.errors import ConfigError
from twbench.minihack.places import (
    MOST_COLUMNS,
    MOST_ROWS,
    area,
    inside,
    one_of,
    place,
    quoted,
)
from twbench.whole_numbers import whole_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAP_CHARS = list(" #.-|+ABCSH{\\K}PLIWTF")
"""Letters of a map: rock, corridor, floor, walls, door, air, ..., lava, ice, water, tree, bars."""
MAZE_FLAGS = (
    *("noteleport", "hardfloor", "nommap", "arboreal", "shortsighted", "mazelevel", "premapped"),
    *("shroud", "graveyard", "icedpools", "solidify", "corrmaze", "inaccessibles"),
)
"""Flags of a level."""
TRAP_NAMES = [
    *("anti magic", "arrow", "bear", "board", "dart", "falling rock", "fire", "hole", "land mine"),
    *("level teleport", "magic portal", "magic", "pit", "polymorph", "rolling boulder", "rust"),
    *("sleep gas", "spiked pit", "statue", "teleport", "trap door", "web"),
]
"""Names of traps."""

_SEEN_THROUGH = "x"
"""What a map says of squares that it leaves as they are."""
_ALIGNMENTS = ("noalign", "law", "neutral", "chaos", "coaligned", "noncoaligned", "random")
_ALTARS = ("sanctum", "shrine", "altar", "random")
_DOORS = ("locked", "closed", "open", "nodoor", "random")
_CURSES = ("blessed", "uncursed", "cursed", "random")
_MOODS = ("hostile", "peaceful", "asleep", "awake")
_DIRECTIONS = ("north", "south", "east", "west")
_NOWHERE = "levregion(1,0,1,0)"
"""A square beside every map: the region that nobody starts in, where no other can be given."""


class LevelGenerator:
    """A level that is written by calls, for NetHack's compiler of levels.

    The map is given as text, or is a rectangle of ``w`` by ``h`` letters ``fill``. Whether it is
    ``lit``, which ``flags`` it has, and what lies around it (``solidfill``), holds for the whole
    level. Raises ConfigError for letters and flags that there are not, and maps that are too large.
    """

    def __init__(
        self,
        map: str | None = None,  # noqa: A002 - the documented name
        w: int = 8,
        h: int = 8,
        fill: str = ".",
        lit: bool = True,
        flags: str | Sequence[str] = ("hardfloor",),
        solidfill: str = " ",
    ):
        names = [flags] if isinstance(flags, str) else list(flags)
        for name in names:
            one_of(name, MAZE_FLAGS, "flag", "flags")
        _letter(solidfill, "solidfill")
        self._head = [
            "",
            "MAZE: \"mylevel\", ' '",
            *([f"FLAGS:{','.join(names)}"] if names else []),
            f"INIT_MAP: solidfill,'{solidfill}'",
            "GEOMETRY:center,center",
        ]
        self._lit = "lit" if lit else "unlit"
        self._lines: list[str] = []
        self._start: int | None = None
        self.init_map(map, w, h, fill)

    def init_map(
        self,
        map: str | None = None,  # noqa: A002 - the documented name
        x: int = 8,
        y: int = 8,
        fill: str = ".",
    ) -> None:
        """Begin the map anew: the text ``map``, or a rectangle of ``x`` by ``y`` letters."""
        rows = _rows(map) if map is not None else _rectangle(x, y, fill)
        width, height = max(len(row) for row in rows), len(rows)
        _check_size(width, height)
        self._rows = [list(row.ljust(width)) for row in rows]

    @property
    def x(self) -> int:
        """The width of the map."""
        return len(self._rows[0])

    @property
    def y(self) -> int:
        """The height of the map."""
        return len(self._rows)

    def get_map_str(self) -> str:
        """Return the map as text, each row with the end of its line."""
        return "".join(f"{''.join(row)}\n" for row in self._rows)

    def get_map_array(self) -> "NDArray[np.str_]":
        """Return the map as an array of letters, by rows and columns, for reading.

        MiniHack's is the map itself, and changes it: that is what `add_terrain` is for.
        """
        # Levels are made without arrays, and whoever builds other games does not wait for them.
        import numpy as np

        letters = np.array(self._rows)
        letters.flags.writeable = False
        return letters

    def get_des(self) -> str:
        """Return the description of the level."""
        region = f'REGION:(0,0,{self.x},{self.y}),{self._lit},"ordinary"'
        lines = [*self._head, "MAP", self.get_map_str() + "ENDMAP", region, *self._lines]
        return "\n".join(lines) + "\n"

    def add_line(self, str: str) -> None:  # noqa: A002 - the documented name
        """Add text to the end of the description as it is."""
        self._lines.append(str)

    def add_object(
        self,
        name: str = "random",
        symbol: str = "%",
        place: Any = None,
        cursestate: str | None = None,
    ) -> None:
        """Put an object of the class ``symbol`` somewhere, or any object where it has no name."""
        where = self._place(place, "add_object")
        self._lines.append(_object(name, symbol, where, cursestate, "add_object"))

    def add_object_area(
        self,
        area_name: str,
        name: str = "random",
        symbol: str = "%",
        cursestate: str | None = None,
    ) -> None:
        """Put an object somewhere within an area that `set_area_variable` has named."""
        where = f"rndcoord({_variable(area_name, 'add_object_area')})"
        self._lines.append(_object(name, symbol, where, cursestate, "add_object_area"))

    def add_monster(
        self,
        name: str = "random",
        symbol: str | None = None,
        place: Any = None,
        args: Sequence[str] = (),
    ) -> None:
        """Put a monster somewhere: of a name, of a class ``symbol``, or any.

        ``args`` are moods: hostile or peaceful, asleep or awake.
        """
        what = "add_monster"
        if symbol is not None:
            _symbol(symbol, what)
        if name == "random":
            monster = "random" if symbol is None else f"'{symbol}'"
        else:
            monster = quoted(name, what)
            monster = monster if symbol is None else f"('{symbol}',{monster})"
        moods = [args] if isinstance(args, str) else list(args)
        for mood in moods:
            one_of(mood, _MOODS, "mood of a monster", what)
        where = self._place(place, what)
        self._lines.append(",".join([f"MONSTER:{monster}", where, *moods]))

    def add_terrain(self, coord: Any, flag: str, in_footer: bool = False) -> None:
        """Change one square, on the map or, with ``in_footer``, in a line after it."""
        _letter(flag, "add_terrain")
        x, y = inside(coord, self.x, self.y, "add_terrain")
        if in_footer:
            self._lines.append(f"TERRAIN: ({x}, {y}), '{flag}'")
        else:
            self._rows[y][x] = flag

    def fill_terrain(self, type: str, flag: str, x1: int, y1: int, x2: int, y2: int) -> None:  # noqa: A002 - the documented name
        """Change an area: the edges (rect) or all (fillrect) of a rectangle, or a line."""
        _letter(flag, "fill_terrain")
        where = area(type, (x1, y1, x2, y2), "fill_terrain")
        self._lines.append(f"TERRAIN:{where},'{flag}'")

    def set_area_variable(
        self,
        var_name: str,
        type: str,  # noqa: A002 - the documented name
        x1: int,
        y1: int,
        x2: int,
        y2: int,
    ) -> None:
        """Give a name to an area, for `add_object_area` and for places such as rndcoord($area)."""
        what = "set_area_variable"
        where = area(type, (x1, y1, x2, y2), what)
        self._lines.append(f"{_variable(var_name, what)} = selection:{where}")

    def add_goal_pos(self, place: Any = None) -> None:
        """Add the goal, which is a stair down."""
        self.add_stair_down(place)

    def add_stair_down(self, place: Any = None) -> None:
        """Add a stair down."""
        self._lines.append(f"STAIR:{self._place(place, 'add_stair_down')},down")

    def set_start_pos(self, coord: Any) -> None:
        """Say where the player starts; a later call replaces it."""
        x, y = inside(coord, self.x, self.y, "set_start_pos")
        other_x, other_y = (n - 1 if n else 1 for n in (x, y))
        other = f"({other_x},{other_y},{other_x},{other_y})"
        fits = other_x < self.x and other_y < self.y
        self._set_start(f"BRANCH:({x},{y},{x},{y}),{other if fits else _NOWHERE}")

    def set_start_rect(self, p1: Any, p2: Any) -> None:
        """Let the player start anywhere between two corners; a later call replaces it."""
        (x1, y1), (x2, y2) = (inside(p, self.x, self.y, "set_start_rect") for p in (p1, p2))
        (x1, x2), (y1, y2) = sorted((x1, x2)), sorted((y1, y2))
        other = _NOWHERE if x1 == y1 == 0 else "(0,0,0,0)"
        self._set_start(f"BRANCH:({x1},{y1},{x2},{y2}),{other}")

    def add_door(self, state: str, place: Any = None) -> None:
        """Add a door: locked, closed, open, nodoor (a doorway), or random."""
        one_of(state, _DOORS, "state of a door", "add_door")
        self._lines.append(f"DOOR:{state},{self._place(place, 'add_door')}")

    def add_altar(self, place: Any = None, align: str = "random", type: str = "random") -> None:  # noqa: A002 - the documented name
        """Add an altar of an alignment: a sanctum, a shrine (with its priest), or a bare altar."""
        one_of(align, _ALIGNMENTS, "alignment", "add_altar")
        one_of(type, _ALTARS, "type of an altar", "add_altar")
        self._lines.append(f"ALTAR:{self._place(place, 'add_altar')},{align},{type}")

    def add_sink(self, place: Any = None) -> None:
        """Add a sink."""
        self._lines.append(f"SINK:{self._place(place, 'add_sink')}")

    def add_fountain(self, place: Any = None) -> None:
        """Add a fountain."""
        self._lines.append(f"FOUNTAIN: {self._place(place, 'add_fountain')}")

    def add_boulder(self, place: Any = None) -> None:
        """Add a boulder."""
        self._lines.append(f'OBJECT: "boulder", {self._place(place, "add_boulder")}')

    def add_gold(self, amount: int, place: Any = None) -> None:
        """Add an amount of gold, a whole number from 1."""
        gold = whole_number(amount, "add_gold: the amount")
        self._lines.append(f"GOLD: {gold},{self._place(place, 'add_gold')}")

    def add_trap(self, name: str = "teleport", place: Any = None) -> None:
        """Add a trap, one of `TRAP_NAMES`."""
        one_of(name, TRAP_NAMES, "trap", "add_trap")
        self._lines.append(f'TRAP:"{name}",{self._place(place, "add_trap")}')

    def add_mazewalk(self, coord: Any = None, dir: str = "east") -> None:  # noqa: A002 - the documented name
        """Let NetHack dig a random maze through the rock, from a square (the middle) onwards."""
        one_of(dir, _DIRECTIONS, "direction", "add_mazewalk")
        middle = (self.x // 2, self.y // 2)
        x, y = middle if coord is None else inside(coord, self.x, self.y, "add_mazewalk")
        self._lines.append(f"MAZEWALK:({x},{y}),{dir}")

    def wallify(self) -> None:
        """Turn walls that have only walls around them into rock."""
        self._lines.append("WALLIFY")

    def _place(self, wanted: Any, what: str) -> str:
        return place(wanted, self.x, self.y, what)

    def _set_start(self, branch: str) -> None:
        if self._start is None:
            self._start = len(self._lines)
            self._lines.append(branch)
        else:
            self._lines[self._start] = branch


def _rows(text: str) -> list[str]:
    """Return the rows of a map; empty lines before and after it do not count."""
    if not isinstance(text, str):
        raise ConfigError(f"A map is text with a line for each row, not {text!r}.")
    rows = text.replace("\r\n", "\n").strip("\n").split("\n")
    for number, row in enumerate(rows, 1):
        for column, letter in enumerate(row, 1):
            if letter not in (*MAP_CHARS, _SEEN_THROUGH):
                raise ConfigError(
                    f"Line {number} of the map, {row!r}, has {letter!r} in column {column}; letters"
                    f" of maps are {''.join(MAP_CHARS)!r} and {_SEEN_THROUGH!r}."
                )
    if not any(rows):
        raise ConfigError("The map is empty: it has a line for each row.")
    return rows


def _rectangle(width: Any, height: Any, fill: str) -> list[str]:
    _letter(fill, "fill")
    columns = whole_number(width, "The width of a map")
    rows = whole_number(height, "The height of a map")
    _check_size(columns, rows)
    return [fill * columns] * rows


def _check_size(width: int, height: int) -> None:
    if width > MOST_COLUMNS or height > MOST_ROWS:
        raise ConfigError(
            f"A map is at most {MOST_COLUMNS} wide and {MOST_ROWS} high, not {width} x {height}."
        )


def _letter(letter: Any, what: str) -> None:
    if letter not in MAP_CHARS:
        raise ConfigError(
            f"{what}: a square of a map is one of the letters {''.join(MAP_CHARS)!r}, not"
            f" {letter!r}."
        )


def _symbol(symbol: Any, what: str) -> None:
    if not isinstance(symbol, str) or len(symbol) != 1 or not symbol.isascii():
        raise ConfigError(
            f"{what}: a class is one letter, such as '%' for food or 'd' for dogs, not {symbol!r}."
        )


def _variable(name: Any, what: str) -> str:
    bare = name.removeprefix("$") if isinstance(name, str) else ""
    if not bare.isidentifier() or not bare.isascii():
        raise ConfigError(f"{what}: the name of an area is a word such as '$area', not {name!r}.")
    return f"${bare}"


def _object(name: str, symbol: str, where: str, cursestate: str | None, what: str) -> str:
    """Return the line for an object at a place that is written already."""
    _symbol(symbol, what)
    if cursestate is not None:
        one_of(cursestate, _CURSES, "curse", what)
    thing = "random" if name == "random" else f"('{symbol}',{quoted(name, what)})"
    curse = [] if cursestate in (None, "random") else [str(cursestate)]
    return ",".join([f"OBJECT:{thing}", where, *curse])
