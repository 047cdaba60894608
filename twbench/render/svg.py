"""Drawing a scene as SVG: rooms as boxes on a grid, ways as lines, doors by their names."""

__all__ = ["CENTRED", "FONT", "LINE", "MARGIN", "PAD", "document", "draw", "text_at", "text_width"]

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape

from twbench.generator.knowledge.roles import OPPOSITES
from twbench.printable import printable
from twbench.render.scene import Box, Scene, Way

FONT, _LETTER, LINE, PAD = 13, 7.9, 18, 10
_GAP, MARGIN, _INDENT = 60, 20, 14
_SIDES = {"north": (0.5, 0.0), "south": (0.5, 1.0), "west": (0.0, 0.5), "east": (1.0, 0.5)}
_PLAYER = "you are here"
CENTRED = ' text-anchor="middle"'
_READABLE = 0.7
"""The least scale at which pages show a picture that is wider than they are."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a box is drawn."""

    x: float
    y: float
    width: float
    height: float

    def side(self, direction: str) -> tuple[float, float]:
        across, down = _SIDES[direction]
        return self.x + across * self.width, self.y + down * self.height


def draw(scene: Scene) -> str:
    """Return the SVG document of a scene."""
    frames = _frames(scene)
    below = max((frame.y + frame.height for frame in frames.values()), default=0.0) + _GAP
    x = float(MARGIN)
    beside: list[tuple[Box, _Frame]] = []
    for box in scene.beside:
        frame = _Frame(x, below, _width(box), _height(box))
        beside.append((box, frame))
        x += frame.width + PAD
    everything = [*frames.values(), *(frame for _, frame in beside)]
    width = max(frame.x + frame.width for frame in everything) + MARGIN
    height = max(frame.y + frame.height for frame in everything) + MARGIN
    return document(
        width,
        height,
        [
            *(line for way in scene.ways for line in _draw_way(way, frames)),
            *(line for id_, box in scene.rooms.items() for line in _draw_box(box, frames[id_])),
            *(line for box, frame in beside for line in _draw_box(box, frame)),
        ],
    )


def document(width: float, height: float, elements: Iterable[str]) -> str:
    """Return an SVG document of this size, on white."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
            f' viewBox="0 0 {width:.0f} {height:.0f}" font-family="monospace"'
            f' font-size="{FONT}"'
            f' style="max-width:100%;min-width:{_READABLE * width:.0f}px;height:auto">',
            '<rect width="100%" height="100%" fill="white"/>',
            *elements,
            "</svg>\n",
        ]
    )


def _frames(scene: Scene) -> dict[str, _Frame]:
    """Return the frames of the rooms: columns and rows are as wide and high as they need."""
    widths: dict[int, float] = {}
    heights: dict[int, float] = {}
    for id_, (column, row) in scene.cells.items():
        box = scene.rooms[id_]
        widths[column] = max(widths.get(column, 0.0), _width(box))
        heights[row] = max(heights.get(row, 0.0), _height(box))
    doors = [way.door for way in scene.ways if way.door and way.direction in ("east", "west")]
    gap = max([float(_GAP), *(text_width(door) + 2 * PAD for door in doors)])
    lefts, tops = _starts(widths, gap), _starts(heights, _GAP)
    return {
        id_: _Frame(lefts[column], tops[row], widths[column], heights[row])
        for id_, (column, row) in scene.cells.items()
    }


def _starts(sizes: Mapping[int, float], gap: float) -> dict[int, float]:
    """Return where each column or row begins; those without a room take no room."""
    starts: dict[int, float] = {}
    at = float(MARGIN)
    for index in sorted(sizes):
        starts[index] = at
        at += sizes[index] + gap
    return starts


def _lines(box: Box) -> list[tuple[int, str]]:
    return [*([(0, _PLAYER)] if box.is_player_here else []), *box.lines]


def text_width(text: str) -> float:
    """Return how wide a line of text is drawn."""
    return len(text) * _LETTER


def _width(box: Box) -> float:
    widths = [text_width(text) + depth * _INDENT for depth, text in _lines(box)]
    return max([text_width(box.title), *widths]) + 2 * PAD


def _height(box: Box) -> float:
    return (1 + len(_lines(box))) * LINE + 2 * PAD


def _draw_box(box: Box, frame: _Frame) -> Iterator[str]:
    fill = "#fff3c4" if box.is_player_here else "#f6f4ee"
    here = ' class="here"' if box.is_player_here else ""
    yield (
        f'<rect{here} x="{frame.x:.1f}" y="{frame.y:.1f}" width="{frame.width:.1f}"'
        f' height="{frame.height:.1f}" rx="6" fill="{fill}" stroke="#444"/>'
    )
    left, base = frame.x + PAD, frame.y + PAD + FONT
    yield text_at(left, base, box.title, ' font-weight="bold"')
    for number, (depth, text) in enumerate(_lines(box), start=1):
        style = ' font-style="italic"' if text == _PLAYER else ""
        yield text_at(left + depth * _INDENT, base + number * LINE, text, style)


def _draw_way(way: Way, frames: Mapping[str, _Frame]) -> Iterator[str]:
    x1, y1 = frames[way.room].side(way.direction)
    x2, y2 = frames[way.other].side(OPPOSITES[way.direction])
    style = "" if way.is_free else ' stroke-dasharray="6 4"'
    yield (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        f' stroke="#444" stroke-width="2"{style}/>'
    )
    if way.door is not None:
        x, base = (x1 + x2) / 2, (y1 + y2) / 2
        base += FONT / 3 if way.direction in ("north", "south") else -7
        width = text_width(way.door)
        yield (
            f'<rect x="{x - width / 2 - 3:.1f}" y="{base - FONT:.1f}" width="{width + 6:.1f}"'
            f' height="{FONT + 4}" fill="white"/>'
        )
        yield text_at(x, base, way.door, CENTRED)


def text_at(x: float, y: float, text: str, style: str = "") -> str:
    """Return a line of text, with the attributes that ``style`` gives."""
    return f'<text x="{x:.1f}" y="{y:.1f}"{style}>{escape(printable(text), quote=False)}</text>'
