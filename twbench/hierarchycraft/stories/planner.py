"""Plans for a story that is being played, from its tables alone."""

__all__ = ["planner"]

from collections.abc import Callable, Sequence
from math import inf

from twbench.hierarchycraft.elements import Item, Stack, Zone
from twbench.hierarchycraft.solving import Aim, solve
from twbench.hierarchycraft.transformation import (
    CURRENT_ZONE,
    PLAYER,
    InventoryChange,
    Owner,
    Transformation,
    Use,
    Yield,
)
from twbench.hierarchycraft.world import World
from twbench.story.crafts.layout import LARGEST
from twbench.story.crafts.tables import Change, CraftTables, Deed


def planner(
    tables: CraftTables,
) -> Callable[[Sequence[int], Sequence[bool]], list[int] | None]:
    """Return what finds transformations that win from a state, given which tasks are done.

    It returns None where it finds none. What it aims at is the first group of tasks that wins.
    """
    grounding = _TableWorld(tables).world().grounding
    group = next((group for group in tables.groups if group.won), tables.groups[0])

    def plan(state: Sequence[int], done: Sequence[bool]) -> list[int] | None:
        left = [tables.tasks[number] for number in group.tasks if not done[number]]
        aims = [Aim(task.slots or (0,), task.amount) for task in left]
        found = solve(grounding, aims, tuple(state))
        return None if found is None else [tables.deeds[number].action for number in found]

    return plan


class _TableWorld:
    """The world that tables are of; its transformations are the deeds."""

    def __init__(self, tables: CraftTables):
        self.tables = tables
        self.items = [Item(name) for name in tables.items]
        self.zones = [Zone(name) for name in tables.zones]
        self.lying = [Item(name) for name in tables.lying]

    def world(self) -> World:
        """Return the world."""
        start = self.tables.start
        first, width = self.tables.first_lying, len(self.lying)
        lying = {
            zone: _stacks(self.lying, start[first + width * number :])
            for number, zone in enumerate(self.zones)
        }
        return World(
            self.items,
            self.zones,
            self.lying,
            [self._transformation(deed) for deed in self.tables.deeds],
            start_zone=self.zones[start[0]],
            start_items=_stacks(self.items, start[1:]),
            start_zones_items=lying,
        )

    def _transformation(self, deed: Deed) -> Transformation:
        return Transformation(
            self.tables.phrases[deed.action],
            None if deed.destination is None else self.zones[deed.destination],
            [self._change(change) for change in deed.changes],
            None if deed.zones is None else [self.zones[zone] for zone in deed.zones],
        )

    def _change(self, change: Change) -> InventoryChange:
        first = self.tables.first_lying
        owner: Owner = PLAYER
        if change.here:
            owner, item = CURRENT_ZONE, self.lying[change.slot]
        elif change.slot < first:
            item = self.items[change.slot - 1]
        else:
            zone, place = divmod(change.slot - first, len(self.lying))
            owner, item = self.zones[zone], self.lying[place]
        high = inf if change.high >= LARGEST - max(0, change.delta) else change.high
        if change.delta < 0:
            return Use(owner, item, -change.delta, change.low, high)
        return Yield(owner, item, change.delta, change.low, high)


def _stacks(items: Sequence[Item], counts: Sequence[int]) -> list[Stack]:
    return [Stack(item, count) for item, count in zip(items, counts, strict=False) if count]
