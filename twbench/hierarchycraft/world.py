"""A world: its items and zones, what can be done with them, and how it starts."""

__all__ = ["World", "world_from_transformations"]

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from twbench.errors import WorldError
from twbench.hierarchycraft.elements import Item, Stack, Zone, check_kind, stacks_of
from twbench.hierarchycraft.engine.faults import errors_of
from twbench.hierarchycraft.engine.grounding import Grounding
from twbench.hierarchycraft.engine.parts import Numbered
from twbench.hierarchycraft.requirements import RequirementNode, Requirements, req_node_name
from twbench.hierarchycraft.transformation import PLAYER, Transformation


@dataclass
class World(Numbered):
    """What an environment is about (docs: hcraft.world).

    Attributes:
        items: what the player can hold, in the order of observations.
        zones: where the player can be.
        zones_items: what can lie in zones.
        transformations: what can be done; an action is the number of one.
        start_zone: where the player is at first; without one, in the first zone.
        start_items: what the player holds at first.
        start_zones_items: what lies in zones at first.
        resources_path: a folder of pictures, in ``items`` and ``zones``, named after them.
        order_world: whether items and zones are to be sorted by their levels, see `Requirements`.

    """

    items: list[Item]
    zones: list[Zone]
    zones_items: list[Item]
    transformations: list[Transformation] = field(default_factory=list)
    start_zone: Zone | None = None
    start_items: list[Stack] = field(default_factory=list)
    start_zones_items: dict[Zone, list[Stack]] = field(default_factory=dict)
    resources_path: Path | str | None = None
    order_world: bool = False

    def __post_init__(self) -> None:
        self.start_items = stacks_of(self.start_items, "What the player has at the start")
        self.start_zones_items = _lying(self.start_zones_items)
        for transformation in self.transformations:
            check_kind(transformation, Transformation, "A transformation")
        if self.start_zone is None and self.zones:
            self.start_zone = self.zones[0]
        if self.order_world:
            self._sort()
        for transformation in self.transformations:
            transformation.build(self)

    @cached_property
    def requirements(self) -> Requirements:
        """What has to be had or reached before what."""
        return Requirements(self)

    @cached_property
    def grounding(self) -> Grounding:
        """The world as numbers; raises WorldError with all that makes it no world."""
        found = errors_of(self)
        if found:
            raise WorldError("\n".join(map(str, found)))
        return Grounding(self)

    def _sort(self) -> None:
        levels = Requirements(self).levels

        def level(kind: RequirementNode, thing: Item | Zone) -> int:
            return levels[req_node_name(thing, kind)]

        self.items = sorted(self.items, key=lambda item: level(RequirementNode.ITEM, item))
        self.zones = sorted(self.zones, key=lambda zone: level(RequirementNode.ZONE, zone))
        self.zones_items = sorted(
            self.zones_items, key=lambda item: level(RequirementNode.ZONE_ITEM, item)
        )


def world_from_transformations(
    transformations: Iterable[Transformation],
    start_zone: Zone | None = None,
    start_items: Sequence[Item | Stack] | None = None,
    start_zones_items: Mapping[Zone, Sequence[Item | Stack]] | None = None,
    order_world: bool = True,
) -> World:
    """Return the world of the items and zones that are in transformations and at the start.

    They are in the order of their levels, and on one level in that of their first mention. Raises
    TypeError for what is not of the type that it has to be.
    """
    if isinstance(transformations, Transformation):
        raise TypeError("A world is made of a list of transformations, not of a single one.")
    known = list(transformations)
    for transformation in known:
        check_kind(transformation, Transformation, "A transformation")
    if start_zone is not None:
        check_kind(start_zone, Zone, "The zone at the start")
    held = stacks_of(start_items or (), "What the player has at the start")
    lying = _lying(start_zones_items or {})
    mentioned = list(_mentioned(known, start_zone, held, lying))
    return World(
        items=_once(thing for place, thing in mentioned if place == "items"),
        zones=_once(thing for place, thing in mentioned if place == "zones"),
        zones_items=_once(thing for place, thing in mentioned if place == "zones_items"),
        transformations=known,
        start_zone=start_zone,
        start_items=held,
        start_zones_items=lying,
        order_world=order_world,
    )


def _lying(things: Mapping[Zone, Sequence[Item | Stack]]) -> dict[Zone, list[Stack]]:
    """Return what lies in zones as stacks; raises TypeError."""
    for zone in things:
        check_kind(zone, Zone, "A zone where something lies at the start")
    return {zone: stacks_of(each, f"What lies in {zone.name!r}") for zone, each in things.items()}


def _mentioned(
    transformations: list[Transformation],
    start_zone: Zone | None,
    held: list[Stack],
    lying: dict[Zone, list[Stack]],
) -> Iterator[tuple[str, Item | Zone]]:
    if start_zone is not None:
        yield "zones", start_zone
    for transformation in transformations:
        for change in transformation.changes:
            if isinstance(change.owner, Zone):
                yield "zones", change.owner
            yield ("items" if change.owner is PLAYER else "zones_items"), change.item
        for zone in transformation.zones:
            yield "zones", zone
        if transformation.destination is not None:
            yield "zones", transformation.destination
    for stack in held:
        yield "items", stack.item
    for zone, stacks in lying.items():
        yield "zones", zone
        for stack in stacks:
            yield "zones_items", stack.item


def _once(things: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(things))
