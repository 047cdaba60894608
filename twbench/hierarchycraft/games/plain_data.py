"""Worlds and purposes as plain data, as JSON has it.

A world, by example; what starts with is optional::

    {"items": ["key", "gold"], "zones": ["hall", "vault"], "zones_items": ["chest"],
     "start_zone": "hall", "start_items": {"key": 1},
     "start_zones_items": {"vault": {"chest": 1}},
     "transformations": [
      {"name": "enter-vault", "zones": ["hall"], "destination": "vault", "changes": []},
      {"name": "open-chest", "changes": [
       {"use": "chest", "owner": "current_zone", "amount": 1},
       {"use": "key", "owner": "player", "amount": 0, "min": 1},
       {"yield": "gold", "owner": "player", "amount": 3, "max": 9}]}]}

An owner is ``player``, ``current_zone``, ``destination``, or ``{"zone": NAME}``. A purpose::

    {"timestep_reward": -0.1, "shaping_value": 1.0, "tasks": [
      {"get": "gold", "amount": 2, "reward": 1.0, "shaping": "none", "groups": ["default"]},
      {"place": "chest", "zones": ["hall"]}, {"go": "vault", "reward": 5.0, "groups": []}]}
"""

__all__ = ["only", "purpose_data", "read_purpose", "read_world", "world_data"]

from collections.abc import Mapping, Sequence
from math import inf, isfinite
from typing import Any

from twbench.errors import WorldError, nearest
from twbench.hierarchycraft.elements import Item, Stack, Zone, listed_zones
from twbench.hierarchycraft.purpose import Purpose, RewardShaping
from twbench.hierarchycraft.task import GetItemTask, GoToZoneTask, PlaceItemTask, Task
from twbench.hierarchycraft.transformation import (
    InventoryChange,
    InventoryOwner,
    Owner,
    Transformation,
    Use,
    Yield,
)
from twbench.hierarchycraft.world import World
from twbench.shape import ShapeError, each, mapping, member, member_or_none, name, whole_number

_MOST_THINGS, _MOST_ZONES, _MOST_TRANSFORMATIONS = 5_000, 2_000, 10_000
_MOST_CHANGES, _MOST_TASKS, _MOST_GROUPS = 1_000, 2_000, 100
_MOST_TOGETHER = 100_000
"""Zones by transformations, or by what lies there: everything is looked at in every zone."""
_OWNERS = tuple(owner.value for owner in InventoryOwner if owner is not InventoryOwner.ZONES)
_SHAPINGS = tuple(shaping.value for shaping in RewardShaping)


def world_data(world: World) -> dict[str, Any]:
    """Return a world as plain data."""
    return {
        "items": [item.name for item in world.items],
        "zones": [zone.name for zone in world.zones],
        "zones_items": [item.name for item in world.zones_items],
        "start_zone": None if world.start_zone is None else world.start_zone.name,
        "start_items": _counts(world.start_items),
        "start_zones_items": {
            zone.name: _counts(stacks) for zone, stacks in world.start_zones_items.items()
        },
        "transformations": [
            {
                "name": transformation.name,
                "zones": [zone.name for zone in transformation.zones],
                "destination": transformation.destination and transformation.destination.name,
                "changes": [_change_data(change) for change in transformation.changes],
            }
            for transformation in world.transformations
        ],
    }


def purpose_data(purpose: Purpose) -> dict[str, Any]:
    """Return a purpose as plain data; raises WorldError for tasks of kinds that are none of ours.

    Tasks that shaping has added are tasks like others.
    """
    return {
        "timestep_reward": purpose.timestep_reward,
        "shaping_value": purpose.shaping_value,
        "tasks": [
            {**_task_data(task), "shaping": shaping.value, "groups": groups}
            for task, shaping, groups in purpose.entries()
        ],
    }


def read_world(data: Any) -> World:
    """Return the world of plain data; raises ShapeError. What it is about is not checked."""
    only(
        *(data, "items", "zones", "zones_items", "transformations"),
        *("start_zone", "start_items", "start_zones_items"),
    )
    zones = member(data, "zones", each(name, _MOST_ZONES))
    lying = member(data, "zones_items", each(name, _MOST_THINGS))
    transformations = member(data, "transformations", each(_transformation, _MOST_TRANSFORMATIONS))
    for what, things in (("transformations", transformations), ("things to lie there", lying)):
        if len(zones) * len(things) > _MOST_TOGETHER:
            raise ShapeError(
                f"has {len(zones)} zones and {len(things)} {what}: multiplied, that is more than"
                f" {_MOST_TOGETHER}"
            )
    return World(
        items=[Item(each_name) for each_name in member(data, "items", each(name, _MOST_THINGS))],
        zones=[Zone(each_name) for each_name in zones],
        zones_items=[Item(each_name) for each_name in lying],
        transformations=transformations,
        start_zone=member_or_none(data, "start_zone", _zone),
        start_items=member_or_none(data, "start_items", _stacks) or [],
        start_zones_items=member_or_none(data, "start_zones_items", _lying) or {},
    )


def read_purpose(data: Any) -> Purpose:
    """Return the purpose of plain data; raises ShapeError."""
    only(data, "tasks", "timestep_reward", "shaping_value")
    value = member_or_none(data, "shaping_value", _number)
    purpose = Purpose(
        timestep_reward=member_or_none(data, "timestep_reward", _number) or 0.0,
        shaping_value=1.0 if value is None else value,
    )
    for task, shaping, groups in member(data, "tasks", each(_task, _MOST_TASKS)):
        purpose.add_task(task, shaping, groups)
    return purpose


def only(data: Any, *names: str) -> None:
    """Raise ShapeError for what is no object, and for a member that is none of ``names``."""
    for known in mapping(data):
        if known not in names:
            meant = nearest(str(known), names)
            raise ShapeError(f"has {known!r}, which is unknown{'.' if meant else ''}{meant}")


def _counts(stacks: Sequence[Stack]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for stack in stacks:
        counts[stack.item.name] = counts.get(stack.item.name, 0) + stack.quantity
    return counts


def _change_data(change: InventoryChange) -> dict[str, Any]:
    owner = change.owner
    bounds = {
        "min": None if change.min in (None, -inf) else change.min,
        "max": None if change.max == inf else change.max,
    }
    return {
        "use" if isinstance(change, Use) else "yield": change.item.name,
        "owner": {"zone": owner.name} if isinstance(owner, Zone) else owner.value,
        "amount": abs(change.delta),
        **{bound: count for bound, count in bounds.items() if count is not None},
    }


def _task_data(task: Task) -> dict[str, Any]:
    if isinstance(task, GoToZoneTask):
        return {"go": task.zone.name, "reward": task.worth}
    if isinstance(task, GetItemTask):
        told: dict[str, Any] = {"get": task.item_stack.item.name}
    elif isinstance(task, PlaceItemTask):
        zones = [zone.name for zone in listed_zones(task.zone)]
        told = {"place": task.item_stack.item.name, "zones": zones}
    else:
        raise WorldError(f"The task {task.name!r} is of a kind of its own: it cannot be written.")
    return {**told, "amount": task.item_stack.quantity, "reward": task.worth}


def _zone(data: Any) -> Zone:
    return Zone(name(data))


def _stacks(data: Any) -> list[Stack]:
    return [Stack(Item(item), member(data, item, whole_number)) for item in mapping(data)]


def _lying(data: Any) -> dict[Zone, list[Stack]]:
    return {Zone(zone): member(data, zone, _stacks) for zone in mapping(data)}


def _transformation(data: Any) -> Transformation:
    only(data, "name", "zones", "destination", "changes")
    return Transformation(
        member_or_none(data, "name", name),
        member_or_none(data, "destination", _zone),
        member(data, "changes", each(_change, _MOST_CHANGES)),
        member_or_none(data, "zones", each(_zone)) or None,
    )


def _change(data: Any) -> InventoryChange:
    only(data, "use", "yield", "owner", "amount", "min", "max")
    owner = member(data, "owner", _owner)
    amount = member(data, "amount", whole_number)
    low = member_or_none(data, "min", whole_number)
    high = member_or_none(data, "max", whole_number)
    if _kind(data, "use", "yield") == "use":
        item = member(data, "use", _item)
        return Use(owner, item, amount, low, inf if high is None else high)
    item = member(data, "yield", _item)
    return Yield(owner, item, amount, -inf if low is None else low, inf if high is None else high)


def _item(data: Any) -> Item:
    return Item(name(data))


def _owner(data: Any) -> Owner:
    if isinstance(data, Mapping):
        only(data, "zone")
        return member(data, "zone", _zone)
    if data not in _OWNERS:
        raise ShapeError(f'must be one of {", ".join(_OWNERS)}, or {{"zone": NAME}}')
    return InventoryOwner(data)


def _kind(data: Any, *kinds: str) -> str:
    """Return which of several members an object has; it must be one alone."""
    found = [kind for kind in kinds if kind in mapping(data)]
    if len(found) != 1:
        raise ShapeError(f"must have one of {', '.join(kinds)}")
    return found[0]


def _task(data: Any) -> tuple[Task, str, list[str]]:
    only(data, "get", "place", "go", "amount", "zones", "reward", "shaping", "groups")
    kind = _kind(data, "get", "place", "go")
    reward = member_or_none(data, "reward", _number)
    worth = 1.0 if reward is None else reward
    amount = member_or_none(data, "amount", whole_number)
    shaping = member_or_none(data, "shaping", _shaping) or "none"
    groups = member_or_none(data, "groups", each(name, _MOST_GROUPS))
    grouped = ["default"] if groups is None else groups
    if kind == "go":
        return GoToZoneTask(member(data, "go", _zone), worth), shaping, grouped
    stack = Stack(member(data, kind, _item), 1 if amount is None else amount)
    if kind == "get":
        return GetItemTask(stack, worth), shaping, grouped
    zones = member_or_none(data, "zones", each(_zone))
    return PlaceItemTask(stack, zones or None, worth), shaping, grouped


def _shaping(data: Any) -> str:
    if data not in _SHAPINGS:
        raise ShapeError(f"must be one of {', '.join(_SHAPINGS)}")
    return str(data)


def _number(data: Any) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float) or not isfinite(data):
        raise ShapeError("must be a number")
    return float(data)
