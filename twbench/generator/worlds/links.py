"""Doors between rooms that no direction joins: where their rooms are put."""

__all__ = ["exits_of_links"]

from collections.abc import Collection

from twbench.generator.knowledge.roles import DIRECTIONS, OPPOSITES
from twbench.generator.worlds.layout import Layout

Exits = dict[str, dict[str, str]]


def exits_of_links(layout: Layout, rooms: Collection[str]) -> tuple[Exits, list[tuple[str, str]]]:
    """Return the exits that links bring about, and the pairs of rooms that find none.

    Each pair gets the first direction in which its first room has no exit, and its second room none
    back. Links are taken in the order of the layout, after all that directions say.
    """
    if not layout.doors:
        return {}, []
    taken = {room: dict(layout.exits.get(room, {})) for room in rooms}
    brought: Exits = {}
    unplaced: list[tuple[str, str]] = []
    for room, target in layout.doors:
        is_way = room in taken and target in taken and room != target
        if not is_way or target in taken[room].values():
            continue
        ways = (way for way in DIRECTIONS if way not in taken[room])
        way = next((way for way in ways if OPPOSITES[way] not in taken[target]), None)
        if way is None:
            unplaced.append((room, target))
            continue
        for here, there, direction in ((room, target, way), (target, room, OPPOSITES[way])):
            taken[here][direction] = there
            brought.setdefault(here, {})[direction] = there
    return brought, unplaced
