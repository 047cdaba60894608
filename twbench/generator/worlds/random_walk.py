"""Layouts of rooms: the trace of a random walk on a grid.

The cells that the walk visits are the rooms, the steps that it takes are the passages. So a layout
is connected. It has about as many loops and dead ends as TextWorld's if every other walk begins in
the middle of the grid. A walk that finds no new cell for long goes on from a room beside an empty
cell, so it ends for every number of rooms that fits the grid.
"""

__all__ = [
    "STEPS",
    "Cell",
    "Trace",
    "articulation_points",
    "cells_around",
    "passages",
    "random_walk",
    "smallest_grid",
]

import math
from collections.abc import Collection, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from twbench.bounded_cache import BoundedCache
from twbench.generator.knowledge.roles import DIRECTIONS
from twbench.seeding import Rng

Cell = tuple[int, int]
Trace = dict[Cell, dict[Cell, None]]
"""Cells in the order in which they were found, each with those that were gone to or come from."""
Node = TypeVar("Node", bound=Hashable)

STEPS: dict[str, Cell] = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
_CENTRAL = 0.5  # how often a walk begins in the middle of the grid
_PATIENCE = 4  # steps without a new room, for each room there is
_CELLS_KEPT = 4096  # of each size of a grid


def smallest_grid(rooms: int) -> tuple[int, int]:
    """Return height and width of the smallest square with more cells than rooms."""
    side = math.isqrt(max(rooms, 0)) + 1
    return side, side


def cells_around(cell: Cell) -> list[Cell]:
    """Return the neighbours of a cell, inside of a grid or not."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in map(STEPS.__getitem__, DIRECTIONS)]


def random_walk(rng: Rng, rooms: int, h: int, w: int) -> Trace:
    """Return the trace of a walk that visits ``rooms`` cells of a grid, which has as many."""
    here = (w // 2, h // 2) if rng.chance(_CENTRAL) else (rng.integer(w), rng.integer(h))
    around, random = _cells_of(h, w), rng.random
    ways: dict[Cell, None] = {}
    trace: Trace = {here: ways}
    idle = 0
    while len(trace) < rooms:
        if idle > _PATIENCE * len(trace):
            here = rng.choice(_frontier(trace, around))
            ways = trace[here]
            idle = 0
        cells = around[here]
        following = cells[int(random() * len(cells))]  # as Rng.choice draws, but inlined
        idle += 1
        ways[following] = None
        known = trace.get(following)
        if known is None:
            known = trace[following] = {}
            idle = 0
        known[here] = None
        here, ways = following, known
    return trace


def passages(trace: Trace) -> list[tuple[Cell, Cell]]:
    """Return each passage once, from the cell that was found first."""
    found: set[Cell] = set()
    pairs: list[tuple[Cell, Cell]] = []
    for cell, others in trace.items():
        found.add(cell)
        pairs += [(cell, other) for other in others if other not in found]
    return pairs


def articulation_points(graph: Mapping[Node, Iterable[Node]]) -> set[Node]:
    """Return the nodes whose removal disconnects the graph (Hopcroft and Tarjan).

    ``graph`` has the neighbours of each node.
    """
    # Without recursion, since a chain of a thousand rooms is too deep for that.
    order: dict[Node, int] = {}
    parents: dict[Node, Node] = {}
    points: set[Node] = set()
    for root in graph:
        stack = [(root, root)]
        while stack:
            node, parent = stack.pop()
            if node in order:
                continue
            order[node] = len(order)
            parents[node] = parent
            stack += [(other, node) for other in graph[node] if other not in order]
    # The number of the earliest node that can be got to from a node, or from those behind it, with
    # one step back. Those behind it come first here.
    earliest: dict[Node, int] = {}
    begun: set[Node] = set()
    for node in reversed(order):
        parent = parents[node]
        if parent == node:
            continue
        least = min(map(order.__getitem__, graph[node]))
        if earliest.get(node, least) < least:
            least = earliest[node]
        if least < earliest.get(parent, least + 1):
            earliest[parent] = least
        if parents[parent] == parent:
            if parent in begun:
                points.add(parent)
            begun.add(parent)
        elif least >= order[parent]:
            points.add(parent)
    return points


class _Cells(BoundedCache[Cell, tuple[Cell, ...]]):
    """The neighbours of each cell of a grid that are inside it."""

    __slots__ = ("_h", "_w")

    def __init__(self, h: int, w: int):
        super().__init__(_CELLS_KEPT)
        self._h, self._w = h, w

    def __missing__(self, cell: Cell) -> tuple[Cell, ...]:
        inside = [(x, y) for x, y in cells_around(cell) if 0 <= x < self._w and 0 <= y < self._h]
        return self.keep(cell, tuple(inside))


@lru_cache(maxsize=64)
def _cells_of(h: int, w: int) -> _Cells:
    return _Cells(h, w)


def _frontier(rooms: Collection[Cell], around: Mapping[Cell, tuple[Cell, ...]]) -> list[Cell]:
    """Return the rooms beside an empty cell."""
    return [room for room in rooms if any(cell not in rooms for cell in around[room])]
