"""Reward shaping: the tasks on the way to a task."""

__all__ = ["node_of", "subtasks"]

from collections.abc import Iterable
from typing import Any

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.requirements import RequirementNode, req_node_name
from twbench.hierarchycraft.task import GetItemTask, GoToZoneTask, PlaceItemTask, Task
from twbench.hierarchycraft.transformation import PLAYER, Transformation
from twbench.hierarchycraft.world import World


def subtasks(shaping: str, task: Task, world: World, reward: float) -> list[Task]:
    """Return the tasks that a shaping ("none", "all", "required", "inputs") adds to one."""
    if shaping == "all":
        return _tasks(world.items, world.zones, world.zones_items, reward)
    if shaping == "required":
        return _required(task, world, reward)
    return _inputs(task, world, reward) if shaping == "inputs" else []


def _tasks(
    items: Iterable[Item], zones: Iterable[Zone], zones_items: Iterable[Item], reward: float
) -> list[Task]:
    return [
        *(GetItemTask(item, reward) for item in items),
        *(GoToZoneTask(zone, reward) for zone in zones),
        *(PlaceItemTask(item, reward=reward) for item in zones_items),
    ]


def node_of(task: Task) -> str | None:
    """Return the node of the requirements that a task is about; None for a kind of its own."""
    if isinstance(task, GetItemTask):
        return req_node_name(task.item_stack.item, RequirementNode.ITEM)
    if isinstance(task, PlaceItemTask):
        return req_node_name(task.item_stack.item, RequirementNode.ZONE_ITEM)
    if isinstance(task, GoToZoneTask):
        return req_node_name(task.zone, RequirementNode.ZONE)
    return None


def _required(task: Task, world: World, reward: float) -> list[Task]:
    target = node_of(task)
    if target is None:
        return []
    requirements = world.requirements
    places = task.zones(world) if isinstance(task, PlaceItemTask) and task.zone else []
    zones = [req_node_name(zone, RequirementNode.ZONE) for zone in places]
    names = dict.fromkeys([*zones, *requirements.needed_for([target, *zones])])
    needed = [requirements.nodes[name] for name in names if name != target]

    def of(wanted: RequirementNode) -> list[Any]:
        return [thing for kind, thing in needed if kind is wanted]

    node = RequirementNode
    return _tasks(of(node.ITEM), of(node.ZONE), of(node.ZONE_ITEM), reward)


def _inputs(task: Task, world: World, reward: float) -> list[Task]:
    items: dict[Item, None] = {}
    zones: dict[Zone, None] = {}
    zones_items: dict[Item, None] = {}
    if isinstance(task, PlaceItemTask) and task.zone is not None:
        zones |= dict.fromkeys(task.zones(world))
    for transformation in world.transformations:
        if _gives(transformation, task, world):
            items |= dict.fromkeys(_sorted(transformation.consumption(PLAYER)))
            zones_items |= dict.fromkeys(_sorted(transformation.consumed_zones_items))
            zones |= dict.fromkeys(transformation.zones)
    return _tasks(items, zones, zones_items, reward)


def _sorted(items: set[Item]) -> list[Item]:
    return sorted(items, key=lambda item: item.name)


def _gives(transformation: Transformation, task: Task, world: World) -> bool:
    """Say whether a transformation does a task, or leads to where it is to be done.

    One that needs the item already makes more of it, but does not make it.
    """
    if isinstance(task, GetItemTask):
        needed = transformation.min_required(PLAYER)
        return task.item_stack.item in transformation.production(PLAYER) - needed
    if isinstance(task, GoToZoneTask):
        return transformation.destination == task.zone
    if not isinstance(task, PlaceItemTask):
        return False
    leads = task.zone is not None and transformation.destination in task.zones(world)
    given = transformation.produced_zones_items - transformation.min_required_zones_items
    return leads or task.item_stack.item in given
