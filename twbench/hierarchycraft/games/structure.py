"""When two games of crafting are the same: their hash up to names and order.

A game is read as a coloured relational structure, as games of other families are: nodes are items,
zones, transformations with each of their changes, tasks and terminal groups. What a change asks and
does is its colour; whose item it is about are its relations. Rewards and shaping count, plans do
not. To look for what may be exchanged has a budget, so that it ends.
"""

__all__ = ["map_hash", "structure_hash"]

from math import inf

from twbench.generator.hashes.canonical import HASH_LENGTH, Structure, certificate
from twbench.hashing import tree_id
from twbench.hierarchycraft.elements import Item, Stack, Zone, listed_zones
from twbench.hierarchycraft.purpose import Purpose
from twbench.hierarchycraft.task import GetItemTask, GoToZoneTask, PlaceItemTask, Task
from twbench.hierarchycraft.transformation import InventoryChange, Transformation
from twbench.hierarchycraft.world import World


def structure_hash(world: World, purpose: Purpose) -> str:
    """Return 26 characters that are equal exactly for games equal up to names and order.

    Raises GenerationError where things are so much alike that to compare them takes too long.
    """
    return tree_id(certificate(_Reading(world, purpose).structure), HASH_LENGTH)


def map_hash(world: World) -> str | None:
    """Return the hash of the zones and the ways between them alone; None without zones.

    Raises GenerationError as `structure_hash` does.
    """
    if not world.zones:
        return None
    structure = Structure()
    nodes = {zone: structure.add_node("zone") for zone in world.zones}
    ways = {
        (nodes[here], nodes[transformation.destination])
        for transformation in world.transformations
        if transformation.destination is not None
        for here in transformation.zones or world.zones
        if here != transformation.destination
    }
    structure.relations += [("way", way) for way in sorted(ways)]
    if world.start_zone is not None:
        structure.relations.append(("start", (nodes[world.start_zone],)))
    return tree_id(certificate(structure), HASH_LENGTH)


class _Reading:
    """The structure of a game in the making."""

    def __init__(self, world: World, purpose: Purpose):
        self.structure = Structure()
        self.items: dict[Item, int] = {}
        self.zones = {zone: self.structure.add_node("zone") for zone in world.zones}
        self._read_start(world)
        for transformation in world.transformations:
            self._read_transformation(transformation)
        self.groups = {
            group.name: self.structure.add_node("group") for group in purpose.terminal_groups
        }
        for task, shaping, groups in purpose.entries():
            self._read_task(task, shaping.value, groups)

    def _item(self, item: Item) -> int:
        if item not in self.items:
            self.items[item] = self.structure.add_node("item")
        return self.items[item]

    def _relate(self, name: str, *nodes: int) -> None:
        self.structure.relations.append((name, nodes))

    def _read_start(self, world: World) -> None:
        for item in world.items:
            self._relate("can be held", self._item(item))
        for item in world.zones_items:
            self._relate("can lie", self._item(item))
        if world.start_zone is not None:
            self._relate("start", self.zones[world.start_zone])
        for item, count in _summed(world.start_items).items():
            self._relate(f"held {count}", self._item(item))
        for zone, stacks in world.start_zones_items.items():
            for item, count in _summed(stacks).items():
                self._relate(f"lying {count}", self._item(item), self.zones[zone])

    def _read_transformation(self, transformation: Transformation) -> None:
        node = self.structure.add_node("transformation")
        for zone in dict.fromkeys(transformation.zones):
            self._relate("at", node, self.zones[zone])
        if transformation.destination is not None:
            self._relate("to", node, self.zones[transformation.destination])
        for change in transformation.changes:
            self._read_change(node, change)

    def _read_change(self, transformation: int, change: InventoryChange) -> None:
        low = 0 if change.min in (None, -inf) else change.min
        high = None if change.max == inf else change.max
        zone = change.owner if isinstance(change.owner, Zone) else None
        owner = "zone" if zone is not None else str(getattr(change.owner, "value", ""))
        node = self.structure.add_node(f"change {change.delta} {low} {high} {owner}")
        self._relate("does", transformation, node)
        self._relate("of", node, self._item(change.item))
        if zone is not None:
            self._relate("in", node, self.zones[zone])

    def _read_task(self, task: Task, shaping: str, groups: list[str]) -> None:
        worth = getattr(task, "worth", None)
        node = self.structure.add_node(f"{type(task).__name__} {worth} {shaping}")
        if isinstance(task, GoToZoneTask):
            self._relate("reach", node, self.zones[task.zone])
        if isinstance(task, GetItemTask | PlaceItemTask):
            stack = task.item_stack
            self._relate(f"have {stack.quantity}", node, self._item(stack.item))
        if isinstance(task, PlaceItemTask):
            for zone in listed_zones(task.zone):
                self._relate("there", node, self.zones[zone])
        for group in groups:
            self._relate("group", self.groups[group], node)


def _summed(stacks: list[Stack]) -> dict[Item, int]:
    counts: dict[Item, int] = {}
    for stack in stacks:
        counts[stack.item] = counts.get(stack.item, 0) + stack.quantity
    return {item: count for item, count in counts.items() if count}
