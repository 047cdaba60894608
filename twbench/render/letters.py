"""A map made of letters in colours, as NetHack shows its levels: as a picture, and on a terminal.

It is told as plain data, so that it can come from a game in a process of its own:

```
{"rows": ["|.@.|"], "colors": ["77f77"], "cursor": [2, 0]}
```

``colors`` has a digit for each letter: NetHack's number of its colour, in base 16.
"""

__all__ = ["TERMINAL_COLORS", "LetterMap"]

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any

_WIDTH, _HEIGHT, _SIZE = 9, 18, 15
_MARGIN, _BASELINE = 8, 14
_GROUND = "#111"
_PLAIN = 7
_NONE = 8
_COLORS = (
    *("#5a6a9a", "#d04040", "#30a030", "#b08030", "#5070ff", "#c050c0", "#30a8a8", "#c0c0c0"),
    *("#c0c0c0", "#ff9020", "#60ff60", "#ffff50", "#80a0ff", "#ff80ff", "#60ffff", "#ffffff"),
)
"""What NetHack's sixteen colours are on a page."""
TERMINAL_COLORS: Mapping[int, str] = {
    number: f"\x1b[{code}m"
    for number, code in enumerate((90, *range(31, 37), 0, 0, *range(91, 98)))
    if code
}
"""What makes a terminal write in NetHack's colours; black, which nobody could see, is grey."""


@dataclass(frozen=True, slots=True)
class LetterMap:
    """The rows of a map, the colours of their letters, and where the player is, if on the map."""

    rows: tuple[str, ...]
    colors: tuple[str, ...]
    cursor: tuple[int, int] | None

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "LetterMap":
        """Return the map that data tell; raises KeyError, TypeError or ValueError for others."""
        cursor = data["cursor"]
        made = cls(
            tuple(map(str, data["rows"])),
            tuple(map(str, data["colors"])),
            None if cursor is None else (int(cursor[0]), int(cursor[1])),
        )
        if list(map(len, made.rows)) != list(map(len, made.colors)):
            raise ValueError("A map has a colour for each of its letters.")
        return made

    def runs(self, row: int) -> Iterator[tuple[int, str, int]]:
        """Yield the letters of a row that have one colour: the first column, they, its number."""
        column = 0
        for color, letters in groupby(self.colors[row]):
            length = len(list(letters))
            yield column, self.rows[row][column : column + length], int(color, 16)
            column += length

    def svg(self) -> str:
        """Return a drawing of the map."""
        width = _WIDTH * max(map(len, self.rows), default=0) + 2 * _MARGIN
        height = _HEIGHT * len(self.rows) + 2 * _MARGIN
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" font-family="monospace" font-size="{_SIZE}">\n'
            f'<rect width="{width}" height="{height}" fill="{_GROUND}"/>\n'
            f"{''.join(self._drawn())}</svg>\n"
        )

    def _drawn(self) -> Iterator[str]:
        if self.cursor is not None:
            x, y = (_MARGIN + self.cursor[0] * _WIDTH, _MARGIN + self.cursor[1] * _HEIGHT)
            yield (
                f'<rect class="here" x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}"'
                ' fill="#444"/>\n'
            )
        for number in range(len(self.rows)):
            y = _MARGIN + number * _HEIGHT + _BASELINE
            for column, letters, color in self.runs(number):
                if letters.strip():
                    x = _MARGIN + column * _WIDTH
                    places = " ".join(str(x + n * _WIDTH) for n in range(len(letters)))
                    yield (
                        f'<text x="{places}" y="{y}" fill="{_COLORS[color]}"'
                        f' xml:space="preserve">{escape(letters)}</text>\n'
                    )

    def spans(self, text: str) -> Iterator[tuple[str, int]]:
        """Yield a text in pieces with their colours: where it has the map, in those of the map.

        The map stands in lines of its own, which may have a margin.
        """
        lines = text.split("\n")
        first, margin = self._found(lines)
        for number, line in enumerate(lines):
            end = "\n" if number + 1 < len(lines) else ""
            row = number - first
            if first < 0 or not 0 <= row < len(self.rows):
                yield line + end, _PLAIN
                continue
            yield line[:margin], _PLAIN
            for _, letters, color in self.runs(row):
                yield letters, color
            yield line[margin + len(self.rows[row]) :] + end, _PLAIN

    def _found(self, lines: Sequence[str]) -> tuple[int, int]:
        """Return the number of the map's first line, and its margin; (-1, 0) if it is not there."""
        if not any(row.strip() for row in self.rows):
            return -1, 0
        inside = next(number for number, row in enumerate(self.rows) if row.strip())
        wanted = self.rows[inside]
        for first in range(len(lines) - len(self.rows) + 1):
            margin = lines[first + inside].find(wanted)
            if margin >= 0 and all(
                line.startswith(" " * margin + row) or not row.strip()
                for line, row in zip(lines[first:], self.rows, strict=False)
            ):
                return first, margin
        return -1, 0
