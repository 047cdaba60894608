"""Maps: undirected graphs of rooms on a grid, some of their edges doors.

A node is a pair (x, y); x grows to the east and y to the north. Nodes carry ``name`` (``r_0``),
edges ``has_door``, ``door_state`` and ``door_name`` (``d_0``). Functions that read a graph need
``G.nodes`` and ``G.edges(data=True)`` only, so NetworkX graphs serve as well as `Map`.

Layouts are drawn by `random_walk`.
"""

__all__ = [
    "DIRECTIONS",
    "DOOR_STATES",
    "Map",
    "Node",
    "create_map",
    "create_small_map",
    "direction",
    "extremes",
    "gen_layout",
    "get_path",
    "mark_doors",
    "relabel",
    "reverse_direction",
    "shortest_path",
    "step",
    "xy_diff",
]

from collections import deque
from collections.abc import (
    Collection,
    ItemsView,
    Iterator,
    KeysView,
    Mapping,
    Sequence,
)
from typing import Any

from twbench.errors import GenerationError
from twbench.generator.knowledge.roles import DIRECTIONS as _DIRECTIONS
from twbench.generator.knowledge.roles import OPENABLE_STATES, OPPOSITES
from twbench.generator.worlds.random_walk import (
    STEPS,
    Cell,
    articulation_points,
    cells_around,
    passages,
    random_walk,
)
from twbench.seeding import Rng, as_rng
from twbench.whole_numbers import whole_number

Node = Cell
Attributes = dict[str, Any]

DIRECTIONS = list(_DIRECTIONS)
DOOR_STATES = OPENABLE_STATES
_DIRECTION_OF = {step: name for name, step in STEPS.items()}
_DOOR_CHANCE = 0.5


class NodeView(Mapping[Node, Attributes]):
    """The nodes of a map with their attributes; called, it returns them as NetworkX does."""

    def __init__(self, attributes: dict[Node, Attributes]):
        self._attributes = attributes

    def __getitem__(self, node: Node) -> Attributes:
        return self._attributes[node]

    def __iter__(self) -> Iterator[Node]:
        return iter(self._attributes)

    def __len__(self) -> int:
        return len(self._attributes)

    def __call__(self, data: bool = False) -> KeysView[Node] | ItemsView[Node, Attributes]:
        """Return the nodes, with their attributes if ``data``."""
        return self._attributes.items() if data else self._attributes.keys()


class EdgeView(Collection[tuple[Node, Node]]):
    """The edges of a map, each once; called, it returns them as NetworkX does."""

    def __init__(self, neighbours: dict[Node, dict[Node, Attributes]]):
        self._neighbours = neighbours

    def __getitem__(self, edge: tuple[Node, Node]) -> Attributes:
        node, other = edge
        return self._neighbours[node][other]

    def __contains__(self, edge: object) -> bool:
        return any(edge in ((node, other), (other, node)) for node, other in self())

    def __iter__(self) -> Iterator[tuple[Node, Node]]:
        return iter(self())

    def __len__(self) -> int:
        return len(self())

    def __call__(self, data: bool = False) -> list[Any]:
        """Return each edge as (node, node), with its attributes as third if ``data``."""
        seen: set[Node] = set()
        edges: list[Any] = []
        for node, neighbours in self._neighbours.items():
            for other, attributes in neighbours.items():
                if other not in seen:
                    edges.append((node, other, attributes) if data else (node, other))
            seen.add(node)
        return edges


class Map:
    """An undirected graph whose nodes lie on a grid, in the order they were added."""

    def __init__(self) -> None:
        self._nodes: dict[Node, Attributes] = {}
        self._neighbours: dict[Node, dict[Node, Attributes]] = {}

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def __iter__(self) -> Iterator[Node]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, node: Node) -> dict[Node, Attributes]:
        return self._neighbours[node]

    @property
    def nodes(self) -> NodeView:
        """The nodes and their attributes."""
        return NodeView(self._nodes)

    @property
    def edges(self) -> EdgeView:
        """The edges and their attributes."""
        return EdgeView(self._neighbours)

    def add_node(self, node: Node, **attributes: Any) -> None:
        """Add a node, or attributes to it."""
        known = self._nodes.get(node)
        if known is None:
            self._nodes[node] = attributes
            self._neighbours[node] = {}
        else:
            known.update(attributes)

    def add_edge(self, node: Node, other: Node, **attributes: Any) -> None:
        """Add an edge and its nodes, or attributes to it."""
        neighbours = self._neighbours
        if node not in neighbours:
            self.add_node(node)
        if other not in neighbours:
            self.add_node(other)
        known = neighbours[node].get(other)
        if known is None:
            neighbours[node][other] = neighbours[other][node] = attributes
        else:
            known.update(attributes)

    def has_edge(self, node: Node, other: Node) -> bool:
        """Return whether the two nodes are joined."""
        return other in self._neighbours.get(node, {})


def reverse_direction(direction: str) -> str:
    """Return the opposite direction; raises ValueError for what is none."""
    if direction not in OPPOSITES:
        raise ValueError(f"A direction is one of {', '.join(DIRECTIONS)}, not {direction!r}.")
    return OPPOSITES[direction]


def xy_diff(x: Sequence[int], y: Sequence[int]) -> Node:
    """Return the step that leads from ``x`` to ``y``."""
    return y[0] - x[0], y[1] - x[1]


def direction(x: Sequence[int], y: Sequence[int]) -> str:
    """Return the direction in which ``y`` lies next to ``x``.

    Raises ValueError if the two are not neighbours on the grid.
    """
    try:
        return _DIRECTION_OF[xy_diff(x, y)]
    except KeyError:
        raise ValueError(f"{tuple(x)} and {tuple(y)} are not neighbours on the grid.") from None


def step(cell: Node, direction: str) -> Node:
    """Return the cell next to ``cell`` in a direction."""
    dx, dy = STEPS[direction]
    return cell[0] + dx, cell[1] + dy


def gen_layout(rng: Any, n_nodes: int = 5, h: int = 10, w: int = 10) -> Map:
    """Generate a connected map of ``n_nodes`` rooms in a grid of height ``h`` and width ``w``.

    Rooms are named ``r_0``, ``r_1``, ... in the order they were found; the lowest x and y are 0.
    Raises GenerationError if the grid has fewer cells than rooms.
    """
    if n_nodes < 1:
        raise GenerationError(f"A map needs at least 1 room, not {n_nodes}.")
    if n_nodes > h * w:
        raise GenerationError(f"{n_nodes} rooms do not fit a grid of {h} x {w} cells.")
    trace = random_walk(as_rng(rng), n_nodes, h, w)
    left = min([x for x, _ in trace])
    low = min([y for _, y in trace])
    moved = {(x, y): (x - left, y - low) for x, y in trace}
    grid = Map()
    for index, node in enumerate(moved.values()):
        grid.add_node(node, name=f"r_{index}")
    for cell, other in passages(trace):
        grid.add_edge(moved[cell], moved[other])
    return grid


def create_map(
    rng: Any,
    n_nodes: int,
    h: int,
    w: int,
    possible_door_states: Sequence[str] | None = DOOR_STATES,
) -> Map:
    """Generate a map with doors: `gen_layout`, then `mark_doors`."""
    draw = as_rng(rng)
    return mark_doors(gen_layout(draw, n_nodes, h, w), draw, possible_door_states)  # type: ignore[no-any-return]


def create_small_map(
    rng: Any, n_rooms: int, possible_door_states: Sequence[str] | None = DOOR_STATES
) -> Map:
    """Generate a map of one room connected to all others, at most five rooms in all."""
    if not 1 <= whole_number(n_rooms, "n_rooms", None) <= 5:
        raise GenerationError(f"A small map has between 1 and 5 rooms, not {n_rooms}.")
    draw = as_rng(rng)
    grid = Map()
    grid.add_node((0, 0), name="r_0")
    for index, cell in enumerate(draw.sample(cells_around((0, 0)), n_rooms - 1)):
        grid.add_node(cell, name=f"r_{index + 1}")
        grid.add_edge((0, 0), cell)
    doors = 0
    for _, _, attributes in grid.edges(data=True):
        doors = _draw_door(attributes, doors, draw, possible_door_states)
    return grid


def mark_doors(
    G: Any,  # noqa: N803 - documented name
    rng: Any,
    possible_door_states: Sequence[str] | None = DOOR_STATES,
) -> Any:
    """Put doors between neighbouring articulation points, and return ``G``.

    Articulation points are the rooms without which the map would fall apart. All other edges
    become open passages. No door states means no doors.
    """
    draw = as_rng(rng)
    articulation = articulation_points(G)
    doors = 0
    for node, other, attributes in G.edges(data=True):
        if node in articulation and other in articulation:
            doors = _draw_door(attributes, doors, draw, possible_door_states, always=True)
        else:
            attributes.update(has_door=False, door_state=None, door_name=None)
    return G


def relabel(G: Any) -> Map:  # noqa: N803 - documented name
    """Return the map moved so that its lowest x and its lowest y are 0."""
    left = min(x for x, _ in G.nodes)
    low = min(y for _, y in G.nodes)
    moved = Map()
    for node, attributes in G.nodes(data=True):
        moved.add_node((node[0] - left, node[1] - low), **attributes)
    for node, other, attributes in G.edges(data=True):
        moved.add_edge(
            (node[0] - left, node[1] - low), (other[0] - left, other[1] - low), **attributes
        )
    return moved


def extremes(G: Any) -> tuple[Node, Node]:  # noqa: N803 - documented name
    """Return the leftmost and the bottom node, ties going to the lower and the more left one."""
    return min(G.nodes), min(G.nodes, key=lambda node: (node[1], node[0]))


def get_path(G: Any, room1: Node, room2: Node) -> list[tuple[Node, Node]]:  # noqa: N803
    """Return the edges of a shortest path from ``room1`` to ``room2``.

    Raises GenerationError if there is none.
    """
    origin: dict[Node, Node] = {room1: room1}
    queue = deque([room1])
    while queue and room2 not in origin:
        node = queue.popleft()
        for other in G[node]:
            if other not in origin:
                origin[other] = node
                queue.append(other)
    if room2 not in origin:
        raise GenerationError(f"There is no path from {room1} to {room2}.")
    path: list[tuple[Node, Node]] = []
    while room2 != room1:
        path.append((origin[room2], room2))
        room2 = origin[room2]
    return path[::-1]


def shortest_path(G: Any, source: Node, target: Node) -> list[str]:  # noqa: N803 - documented name
    """Return the directions of a shortest path from ``source`` to ``target``."""
    return [direction(node, other) for node, other in get_path(G, source, target)]


def _draw_door(
    attributes: Attributes,
    doors: int,
    rng: Rng,
    states: Sequence[str] | None,
    always: bool = False,
) -> int:
    """Make an edge a door, or an open passage; return the number of doors there are then."""
    if not states or not (always or rng.chance(_DOOR_CHANCE)):
        attributes.update(has_door=False, door_state=None, door_name=None)
        return doors
    attributes.update(has_door=True, door_state=rng.choice(states), door_name=f"d_{doors}")
    return doors + 1
