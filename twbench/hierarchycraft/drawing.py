"""Requirements as a picture: a column for each level, from the start to what is highest."""

__all__ = ["draw_requirements"]

from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape

from twbench.printable import printable

_COLUMN, _ROW, _WIDTH, _HEIGHT, _MARGIN, _LETTERS = 190, 34, 140, 24, 16, 20
_COLOURS = {
    "start": "#777777",
    "zone": "#2f7d32",
    "item": "#b3261e",
    "zone_item": "#1f5fbf",
}
_LABELS = {
    "start": "start",
    "zone": "zone",
    "item": "item",
    "zone_item": "item in a zone",
}


def draw_requirements(
    labels: Mapping[str, tuple[str, str]],
    levels: Mapping[str, int],
    pairs: Iterable[tuple[str, str]],
) -> str:
    """Return the SVG document of nodes, which have a kind and a label, at their levels.

    ``pairs`` are the nodes of which one is required for the other.
    """
    columns: dict[int, list[str]] = {}
    for name, level in levels.items():
        columns.setdefault(level, []).append(name)
    places = {
        name: (_MARGIN + level * _COLUMN, _MARGIN + row * _ROW)
        for level, names in columns.items()
        for row, name in enumerate(names)
    }
    width = 2 * _MARGIN + max(columns, default=0) * _COLUMN + _WIDTH
    height = 2 * _MARGIN + (max(map(len, columns.values()), default=0) + 1) * _ROW
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="11"'
        f' width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        *(_line(places[one], places[other]) for one, other in pairs),
        *(line for name in places for line in _node(*labels[name], places[name])),
        *_legend(height - _MARGIN),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _line(start: tuple[int, int], end: tuple[int, int]) -> str:
    left, right = start[0] + _WIDTH, end[0]
    top, below = start[1] + _HEIGHT // 2, end[1] + _HEIGHT // 2
    bend = (left + right) // 2
    path = f"M{left} {top} C{bend} {top} {bend} {below} {right} {below}"
    return f'<path d="{path}" fill="none" stroke="#999999"/>'


def _node(kind: str, label: str, place: tuple[int, int]) -> Iterator[str]:
    text = printable(label)
    short = text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}…"
    x, y = place
    yield (
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="4" fill="white"'
        f' stroke="{_COLOURS[kind]}"/>'
    )
    yield (
        f'<text x="{x + _WIDTH // 2}" y="{y + 16}" text-anchor="middle">'
        f"<title>{escape(text)}</title>{escape(short)}</text>"
    )


def _legend(y: int) -> Iterator[str]:
    for number, (kind, label) in enumerate(_LABELS.items()):
        x = _MARGIN + number * 110
        yield f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{_COLOURS[kind]}"/>'
        yield f'<text x="{x + 15}" y="{y}">{label}</text>'
