"""Where the rooms of a world go on a grid.

Rooms are placed breadth first from the first one: each on the cell its direction leads to or, where
a world made by hand does not fit a grid, on the next free cell beyond. Rooms that no exit leads to
begin a map of their own, to the right.
"""

__all__ = ["Cell", "place_rooms"]

from collections.abc import Sequence

from twbench.generator.worlds.graph_networks import step
from twbench.generator.worlds.world import WorldRoom

Cell = tuple[int, int]


def place_rooms(rooms: Sequence[WorldRoom]) -> dict[str, Cell]:
    """Return the cell of each room by its id: (column, row) with rows counted downwards."""
    cells: dict[str, Cell] = {}
    for room in rooms:
        if room.id not in cells:
            around = _place_around(room)
            right = max((x for x, _ in cells.values()), default=-1) + 1
            shift = right - min(x for x, _ in around.values())
            cells.update({id_: (x + shift, y) for id_, (x, y) in around.items()})
    top = max((y for _, y in cells.values()), default=0)
    return {id_: (x, top - y) for id_, (x, y) in cells.items()}


def _place_around(start: WorldRoom) -> dict[str, Cell]:
    """Place all rooms that can be reached; rows are counted upwards, as in maps."""
    cells = {start.id: (0, 0)}
    taken = {(0, 0)}
    queue = [start]
    for room in queue:
        for way, other in room.exits.items():
            if other.id in cells:
                continue
            cell = step(cells[room.id], way)
            while cell in taken:
                cell = step(cell, way)
            cells[other.id] = cell
            taken.add(cell)
            queue.append(other)
    return cells
