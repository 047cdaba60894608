"""What has to be had or reached before what: the requirements of a world, as a graph with levels.

Its nodes are the items of the player, the items that lie in zones (wherever), the zones, and the
start. An edge leads from whatever a transformation needs (a count of at least something, or its
zone) to whatever it gives (items, items in zones, its destination); the start leads to the first
zone and the first items. Who has a thing already may make more of it, but not make it: no edge
leads to what a transformation both needs and gives. The level of a node is the number of
transformations on the way to it, where all that one of them needs is on lower levels; of several
zones in which it can be done, one is needed. That of the start is 0, and so is that of what nothing
is needed for, unless the start gives it. Edges to a level that is not above their own close
circles: `acyclic` is without them.
"""

__all__ = [
    "RequirementEdge",
    "RequirementNode",
    "Requirements",
    "Requires",
    "req_node_name",
]

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any

from twbench.errors import MissingPackageError
from twbench.hierarchycraft.drawing import draw_requirements
from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.engine.parts import Parts
from twbench.hierarchycraft.transformation import PLAYER, Transformation
from twbench.render.picture import Picture


class RequirementNode(Enum):
    """What a node of the graph is."""

    START = "start"
    ZONE = "zone"
    ITEM = "item"
    ZONE_ITEM = "zone_item"


class RequirementEdge(Enum):
    """Why one node has to do with another."""

    ZONE_REQUIRED = "zone_required"
    ITEM_REQUIRED = "item_required"
    ITEM_REQUIRED_IN_ZONE = "item_required_in_zone"
    START_ZONE = "start_zone"
    START_ITEM = "start_item"
    START_ITEM_IN_ZONE = "start_item_in_zone"


@dataclass(frozen=True, slots=True)
class Requires:
    """An edge: ``target`` is given by something that needs ``source``.

    ``key`` is the number of the transformation, or a negative number for the start; ``via`` is the
    transformation.
    """

    source: str
    target: str
    key: int
    kind: RequirementEdge
    via: Transformation | None = None


def req_node_name(thing: Item | Zone | None, kind: RequirementNode) -> str:
    """Return the name of the node of an item or a zone; None is the start."""
    place = " in zone" if kind is RequirementNode.ZONE_ITEM else ""
    return f"{kind.value}#{thing.name}{place}" if thing is not None else "START#"


class Requirements:
    """The graph of what a world requires: see the module.

    Attributes:
        nodes: the kind and the item or zone of each node, by its name.
        edges: all edges, those of the start last.
        levels: the level of each node.

    """

    def __init__(self, world: Parts):
        """Read the requirements of a world."""
        self.world = world
        self.nodes: dict[str, tuple[RequirementNode, Item | Zone | None]] = {}
        for kind, things in (
            (RequirementNode.ITEM, world.items),
            (RequirementNode.ZONE_ITEM, world.zones_items),
            (RequirementNode.ZONE, world.zones),
        ):
            for thing in things:
                self.nodes[req_node_name(thing, kind)] = (kind, thing)
        self.edges = list(dict.fromkeys([*_transformed(world), *_started(world)]))
        if any(edge.source == "START#" for edge in self.edges):
            self.nodes["START#"] = (RequirementNode.START, None)
        self.levels = self._levels()

    @property
    def depth(self) -> int:
        """The highest level."""
        return max(self.levels.values(), default=0)

    @property
    def width(self) -> int:
        """How many nodes the fullest level has."""
        levels = list(self.levels.values())
        return max((levels.count(level) for level in set(levels)), default=0)

    def acyclic(self) -> list[tuple[str, str]]:
        """Return the pairs of nodes whose edge leads to a higher level, each once."""
        pairs = dict.fromkeys((edge.source, edge.target) for edge in self.edges)
        return [(one, other) for one, other in pairs if self.levels[one] < self.levels[other]]

    def needed_for(self, names: Iterable[str]) -> list[str]:
        """Return the nodes from which edges of `acyclic` lead to one of ``names``, in order."""
        sources: dict[str, list[str]] = {}
        for source, target in self.acyclic():
            sources.setdefault(target, []).append(source)
        found: dict[str, None] = {}
        queue = list(names)
        while queue:
            for source in sources.get(queue.pop(), ()):
                if source not in found:
                    found[source] = None
                    queue.append(source)
        return [name for name in self.nodes if name in found]

    @cached_property
    def graph(self) -> Any:
        """The graph as a ``networkx.MultiDiGraph``.

        Raises MissingPackageError where networkx is not installed.
        """
        graph = _networkx().MultiDiGraph()
        for name, (kind, thing) in self.nodes.items():
            graph.add_node(name, obj=thing, type=kind, level=self.levels[name])
        for edge in self.edges:
            graph.add_edge(edge.source, edge.target, key=edge.key, type=edge.kind, obj=edge.via)
        return graph

    @cached_property
    def digraph(self) -> Any:
        """The graph with one edge from node to node, as a ``networkx.DiGraph``."""
        graph = _networkx().DiGraph()
        graph.add_nodes_from(self.graph.nodes(data=True))
        for edge in self.edges:
            if graph.has_edge(edge.source, edge.target):
                graph.edges[edge.source, edge.target]["keys"].append(edge.key)
            else:
                graph.add_edge(
                    edge.source, edge.target, keys=[edge.key], type=edge.kind, obj=edge.via
                )
        return graph

    @cached_property
    def acydigraph(self) -> Any:
        """The graph without the edges that close circles, as a ``networkx.DiGraph``."""
        graph = self.digraph.copy()
        graph.remove_edges_from(set(graph.edges) - set(self.acyclic()))
        return graph

    def svg(self) -> str:
        """Return a drawing of `acyclic`, level by level from left to right."""
        labels = {
            name: (kind.value, "start" if thing is None else thing.name)
            for name, (kind, thing) in self.nodes.items()
        }
        return draw_requirements(labels, self.levels, self.acyclic())

    def draw(self, ax: Any = None, save_path: Path | str | None = None, **_looks: Any) -> str:
        """Return the drawing as SVG, and write it to an .svg, .png or .html file if one is named.

        ``ax`` and whatever else a call for hcraft gives is for Matplotlib and pyvis, which do not
        draw here. Raises what `twbench.render.Picture.save` raises.
        """
        drawing = self.svg()
        if save_path is not None:
            Picture(drawing).save(save_path)
        return drawing

    def _levels(self) -> dict[str, int]:
        """Return the least levels: in each round, of what all the needs of one way to it have.

        What only a circle leads to gets the level above all others.
        """
        ways = self._ways()
        uses: dict[str, list[int]] = {}
        for number, (_, needs) in enumerate(ways):
            for need in needs:
                uses.setdefault(need, []).append(number)
        missing = [len(needs) for _, needs in ways]
        given = {target for target, _ in ways}
        free = {target for target, needs in ways if not needs}
        free -= {edge.target for edge in self.edges if edge.key < 0}  # these are above the start
        reached, level = [name for name in self.nodes if name in free or name not in given], 0
        levels: dict[str, int] = {}
        while reached:
            levels |= dict.fromkeys(reached, level)
            level += 1
            after = []
            for number in [number for name in reached for number in uses.get(name, ())]:
                missing[number] -= 1
                if not missing[number] and ways[number][0] not in levels:
                    after.append(ways[number][0])
            reached = list(dict.fromkeys(after))
        above = 1 + max(levels.values(), default=0)
        return {name: levels.get(name, above) for name in self.nodes}

    def _ways(self) -> list[tuple[str, list[str]]]:
        """Return each way to a node: the node, and the nodes that are needed, all of them."""
        started = [(edge.target, [edge.source]) for edge in self.edges if edge.key < 0]
        made = [
            (target, [*needs, *zone])
            for transformation in self.world.transformations
            for target, needs, zones in _ways_of(transformation)
            for zone in ([[zone] for zone in zones] or [[]])
        ]
        return [*started, *made]


def _transformed(world: Parts) -> Iterator[Requires]:
    for key, transformation in enumerate(world.transformations):
        for target, needs, zones in _ways_of(transformation):
            for source, kind in needs.items():
                yield Requires(source, target, key, kind, transformation)
            for zone in zones:
                yield Requires(zone, target, key, RequirementEdge.ZONE_REQUIRED, transformation)


def _ways_of(
    transformation: Transformation,
) -> Iterator[tuple[str, dict[str, RequirementEdge], list[str]]]:
    """Yield what a transformation gives, all that it needs for that, and zones: one is needed."""
    needs = dict(_needed(transformation))
    zones = [req_node_name(zone, RequirementNode.ZONE) for zone in transformation.zones]
    for target in _given(transformation):
        elsewhere = [zone for zone in zones if zone != target]
        if target not in needs and (elsewhere or not zones):
            yield target, needs, elsewhere


def _given(transformation: Transformation) -> Iterator[str]:
    for item in _in_order(transformation, transformation.production(PLAYER)):
        yield req_node_name(item, RequirementNode.ITEM)
    for item in _in_order(transformation, transformation.produced_zones_items):
        yield req_node_name(item, RequirementNode.ZONE_ITEM)
    if transformation.destination is not None:
        yield req_node_name(transformation.destination, RequirementNode.ZONE)


def _needed(transformation: Transformation) -> Iterator[tuple[str, RequirementEdge]]:
    """Yield the items that must be there: what is taken is among them, whatever ``min`` says."""
    held = transformation.min_required(PLAYER) | transformation.consumption(PLAYER)
    for item in _in_order(transformation, held):
        yield req_node_name(item, RequirementNode.ITEM), RequirementEdge.ITEM_REQUIRED
    lying = transformation.min_required_zones_items | transformation.consumed_zones_items
    for item in _in_order(transformation, lying):
        yield req_node_name(item, RequirementNode.ZONE_ITEM), RequirementEdge.ITEM_REQUIRED_IN_ZONE


def _in_order(transformation: Transformation, items: set[Item]) -> list[Item]:
    """Return items in the order in which the transformation names them."""
    return [
        item
        for item in dict.fromkeys(change.item for change in transformation.changes)
        if item in items
    ]


def _started(world: Parts) -> Iterator[Requires]:
    key = 0
    if world.start_zone is not None:
        key -= 1
        zone = req_node_name(world.start_zone, RequirementNode.ZONE)
        yield Requires("START#", zone, key, RequirementEdge.START_ZONE)
    for stack in world.start_items:
        key -= 1
        item = req_node_name(stack.item, RequirementNode.ITEM)
        yield Requires("START#", item, key, RequirementEdge.START_ITEM)
    for place, stacks in world.start_zones_items.items():
        for stack in stacks:
            key -= 1
            lying = req_node_name(stack.item, RequirementNode.ZONE_ITEM)
            source = req_node_name(place, RequirementNode.ZONE)
            yield Requires(source, lying, key, RequirementEdge.START_ITEM_IN_ZONE)


def _networkx() -> Any:
    try:
        import networkx
    except ModuleNotFoundError:
        raise MissingPackageError(
            "The requirements as a graph of networkx", "networkx", "hierarchycraft"
        ) from None
    return networkx
