"""A picture of facts: what there is, what holds of it, and what it has to do with what."""

__all__ = ["show_graph"]

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from twbench.logic import Proposition
from twbench.render.picture import Picture
from twbench.render.svg import CENTRED, FONT, LINE, MARGIN, PAD, document, text_at, text_width

_GAP = 80
_NEAR = 0.4
"""How far along its line a relation is named: the one back is named from the other end."""
_ARROW = (
    '<marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8"'
    ' orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#999"/></marker>'
)


def show_graph(
    facts: Iterable[Proposition],
    title: str = "Knowledge Graph",
    renderer: str | None = None,
    save: str | Path | None = None,
    names: Mapping[str, str] | None = None,
) -> Picture:
    """Return a picture of ``facts`` (docs: textworld.render).

    Each thing is a box, with what holds of it alone; what holds of two is an arrow from the first
    to the second. With any ``renderer`` the picture is opened in the browser; ``save`` is a file to
    write it to, see `Picture.save`. ``names`` are those of things by id.
    """
    picture = Picture(_drawn(_graph_of(facts, names or {}), title))
    if save is not None:
        picture.save(save)
    if renderer is not None:
        picture.show()
    return picture


@dataclass(slots=True)
class _Graph:
    """The lines of each box, by what the box stands for, and the names of each arrow."""

    boxes: dict[str, list[str]] = field(default_factory=dict)
    arrows: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def near(self, box: str) -> Iterator[str]:
        """Yield what has an arrow to or from a box."""
        for start, end in self.arrows:
            if box in (start, end):
                yield end if box == start else start


def _graph_of(facts: Iterable[Proposition], names: Mapping[str, str]) -> _Graph:
    graph = _Graph()
    for fact in facts:
        things = list(dict.fromkeys(fact.names))
        for thing in things:
            graph.boxes.setdefault(thing, [names.get(thing, thing)])
        if len(things) == 1:
            graph.boxes[things[0]].append(fact.name)
        elif len(things) == 2:
            graph.arrows.setdefault((things[0], things[1]), []).append(fact.name)
        else:
            # A fact about three things or more, or about none, is a box with an arrow to each.
            graph.boxes[str(fact)] = [fact.name]
            for place, thing in enumerate(things, start=1):
                graph.arrows[str(fact), thing] = [str(place)]
    return graph


def _drawn(graph: _Graph, title: str) -> str:
    """Return the SVG document: the boxes on a circle, neighbours near to each other."""
    order = _order(graph)
    width = max([0.0, *(text_width(line) for lines in graph.boxes.values() for line in lines)])
    height = max([0, *(len(lines) for lines in graph.boxes.values())]) * LINE
    apart = math.hypot(width + 2 * PAD, height + 2 * PAD) + _GAP
    radius = apart / (2 * math.sin(math.pi / len(order))) if len(order) > 1 else 0.0
    left, top = MARGIN + PAD + width / 2, 2 * MARGIN + LINE + PAD + height / 2
    places = {
        box: (
            left + radius * (1 - math.cos(2 * math.pi * number / len(order))),
            top + radius * (1 - math.sin(2 * math.pi * number / len(order))),
        )
        for number, box in enumerate(order)
    }
    across = max(2 * (left + radius), text_width(title) + 2 * MARGIN)
    down = top + 2 * radius + height / 2 + PAD + MARGIN
    arrows = [
        _Arrow(places[start], places[end], _reach(graph.boxes[end]), ", ".join(names))
        for (start, end), names in graph.arrows.items()
    ]
    return document(
        across,
        down,
        [
            f"<defs>{_ARROW}</defs>",
            text_at(MARGIN, MARGIN + FONT, title, ' font-weight="bold"'),
            *(arrow.line() for arrow in arrows),
            *(line for box, place in places.items() for line in _box(graph.boxes[box], place)),
            *(line for arrow in arrows for line in arrow.label()),
        ],
    )


def _order(graph: _Graph) -> list[str]:
    """Return the boxes as a walk in depth comes to them."""
    found: dict[str, None] = {}
    pending = list(reversed(graph.boxes))
    while pending:
        box = pending.pop()
        if box not in found:
            found[box] = None
            pending.extend(reversed([other for other in graph.near(box) if other not in found]))
    return list(found)


def _reach(lines: list[str]) -> tuple[float, float]:
    """Return half the width and half the height of a box."""
    width = max(text_width(line) for line in lines)
    return width / 2 + PAD, len(lines) * LINE / 2 + PAD


@dataclass(frozen=True, slots=True)
class _Arrow:
    """An arrow from the middle of one box to the edge of another, whose half size is ``reach``."""

    start: tuple[float, float]
    end: tuple[float, float]
    reach: tuple[float, float]
    name: str

    def line(self) -> str:
        (x1, y1), (x2, y2) = self.start, self.end
        left, up = x1 - x2, y1 - y2
        # The edge is met on the side that comes first on the way out of the box.
        part = min(
            self.reach[0] / abs(left) if left else math.inf,
            self.reach[1] / abs(up) if up else math.inf,
        )
        return (
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2 + part * left:.1f}"'
            f' y2="{y2 + part * up:.1f}" stroke="#999" marker-end="url(#arrow)"/>'
        )

    def label(self) -> Iterator[str]:
        (x1, y1), (x2, y2) = self.start, self.end
        x, y = x1 + _NEAR * (x2 - x1), y1 + _NEAR * (y2 - y1)
        width = text_width(self.name)
        yield (
            f'<rect x="{x - width / 2 - 2:.1f}" y="{y - FONT:.1f}" width="{width + 4:.1f}"'
            f' height="{FONT + 4}" fill="white" fill-opacity="0.8"/>'
        )
        yield text_at(x, y, self.name, CENTRED)


def _box(lines: list[str], place: tuple[float, float]) -> Iterator[str]:
    x, y = place
    half_width, half_height = _reach(lines)
    yield (
        f'<rect x="{x - half_width:.1f}" y="{y - half_height:.1f}" width="{2 * half_width:.1f}"'
        f' height="{2 * half_height:.1f}" rx="6" fill="#f6f4ee" stroke="#444"/>'
    )
    base = y - half_height + PAD + FONT
    yield text_at(x, base, lines[0], f'{CENTRED} font-weight="bold"')
    for number, line in enumerate(lines[1:], start=1):
        yield text_at(x, base + number * LINE, line, CENTRED)
