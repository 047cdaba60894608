"""A state as a drawing: a box for each zone with what lies there, and what the player has."""

__all__ = ["draw_state"]

from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from twbench.hierarchycraft.elements import Item
from twbench.hierarchycraft.render.pictures import Pictures
from twbench.hierarchycraft.state import HcraftState
from twbench.printable import printable

_TILE, _PICTURE, _COLUMNS, _HEAD, _GAP, _LETTERS = 72, 40, 4, 30, 14, 12
_WIDTH = _COLUMNS * _TILE
_PER_ROW = 2
_COLOURS = {"here": "#fff7d6", "seen": "#ffffff", "unseen": "#eeeeee"}


def draw_state(state: HcraftState, pictures: Pictures) -> str:
    """Return the SVG document of a state; the box of the zone where the player is has class here.

    What lies in a zone is shown once the player has been there.
    """
    lying = state.zones_inventories_dict
    lines: list[str] = []
    top = _GAP
    for first in range(0, len(state.world.zones), _PER_ROW):
        row = state.world.zones[first : first + _PER_ROW]
        height = max(_height(lying[zone]) for zone in row)
        for column, zone in enumerate(row):
            left = _GAP + column * (_WIDTH + _GAP)
            known = state.has_discovered(zone)
            kind = "here" if zone == state.current_zone else "seen" if known else "unseen"
            lines += _box(kind, printable(zone.name), pictures.of(zone), (left, top), height)
            lines += _tiles(lying[zone] if known else {}, pictures, (left, top + _HEAD))
        top += height + _GAP
    held = state.player_inventory_dict
    height = _height(held)
    lines += _box("seen", "You have", None, (_GAP, top), height)
    lines += _tiles(held, pictures, (_GAP, top + _HEAD))
    across = max(1, min(_PER_ROW, len(state.world.zones)))
    width, whole = _GAP + across * (_WIDTH + _GAP), top + height + _GAP
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="12"'
            f' width="{width}" height="{whole}" viewBox="0 0 {width} {whole}">',
            *lines,
            "</svg>\n",
        ]
    )


def _height(counts: Mapping[Item, int]) -> int:
    rows = max(1, -(-len(counts) // _COLUMNS))
    return _HEAD + rows * _TILE


def _box(
    kind: str, label: str, picture: str | None, place: tuple[int, int], height: int
) -> Iterator[str]:
    x, y = place
    yield (
        f'<rect class="{kind}" x="{x}" y="{y}" width="{_WIDTH}" height="{height}" rx="6"'
        f' fill="{_COLOURS[kind]}" stroke="#555555"/>'
    )
    if picture is not None:
        yield _image(picture, x + _WIDTH - _HEAD, y + 3, _HEAD - 6)
    yield f'<text x="{x + 10}" y="{y + 20}" font-weight="bold">{escape(label)}</text>'


def _tiles(counts: Mapping[Item, int], pictures: Pictures, place: tuple[int, int]) -> Iterator[str]:
    for number, (item, count) in enumerate(counts.items()):
        x = place[0] + number % _COLUMNS * _TILE
        y = place[1] + number // _COLUMNS * _TILE
        yield from _tile(printable(item.name), count, pictures.of(item), x, y)


def _tile(name: str, count: int, picture: str | None, x: int, y: int) -> Iterator[str]:
    short = name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"
    middle = x + _TILE // 2
    if picture is not None:
        yield _image(picture, middle - _PICTURE // 2, y, _PICTURE)
    else:
        yield f'<circle cx="{middle}" cy="{y + 20}" r="16" fill="#d7e3f4" stroke="#5b7fa8"/>'
        letter = escape(name[:1].upper())
        yield f'<text x="{middle}" y="{y + 25}" text-anchor="middle">{letter}</text>'
    if count != 1:
        yield f'<text x="{middle + 18}" y="{y + 12}" font-weight="bold">{count}</text>'
    yield (
        f'<text x="{middle}" y="{y + 56}" text-anchor="middle" font-size="10">'
        f"<title>{escape(name)}</title>{escape(short)}</text>"
    )


def _image(address: str, x: int, y: int, size: int) -> str:
    return f'<image href={quoteattr(address)} x="{x}" y="{y}" width="{size}" height="{size}"/>'
