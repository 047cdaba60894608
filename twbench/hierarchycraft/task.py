"""Tasks: what there are rewards for (docs: hcraft.task)."""

__all__ = ["AchievementTask", "GetItemTask", "GoToZoneTask", "PlaceItemTask", "Task"]


from typing import Any

import numpy as np

from twbench.hierarchycraft.elements import (
    Item,
    Stack,
    Zone,
    check_kind,
    listed_zones,
    stack_of,
    zones_of,
)
from twbench.hierarchycraft.state import HcraftState
from twbench.hierarchycraft.world import World


class Task:
    """Something to be done; subclasses say when it is, and what it is worth.

    Attributes:
        name: what it is called.
        terminated: whether it was done in this episode.

    """

    def __init__(self, name: str):
        """Name a task; `build` makes it one of a world."""
        self.name = name
        self.terminated = False
        self._world: World | None = None

    def build(self, world: World) -> None:
        """Look up in a world what the task is about; raises ValueError for what is not there."""
        self._world = world

    def reset(self) -> None:
        """Begin an episode."""
        self.terminated = False

    def is_terminal(self, state: HcraftState) -> bool:
        """Say whether a state has the task done, or it was done; asks ``_is_terminal``."""
        return self.terminated or self._is_terminal(state)

    def _is_terminal(self, state: HcraftState) -> bool:
        """Say whether a state has the task done; tasks that were written for hcraft say it here."""
        return False

    @property
    def is_terminated(self) -> bool:
        """Whether it was done in this episode (the name in HierarchyCraft's examples)."""
        return self.terminated

    def reward(self, state: HcraftState) -> float:
        """Return what arriving in a state is worth."""
        raise NotImplementedError

    def slots(self, world: World) -> list[int] | None:
        """Return which slots of the state it is about, one of which is to be above zero.

        A zone is the complement of its number (~number). None where that cannot be said.
        """
        return None

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


class AchievementTask(Task):
    """A task that is worth its reward once, when it is done for the first time in an episode."""

    def __init__(self, name: str, reward: float):
        """Name a task, and say what it is worth."""
        super().__init__(name)
        self._reward = reward

    @property
    def worth(self) -> float:
        """What it is worth to do the task."""
        return self._reward

    def reward(self, state: HcraftState) -> float:
        """Return the reward when the task is done for the first time, else 0."""
        return self._reward if not self.terminated and self.is_terminal(state) else 0.0


class _CountTask(AchievementTask):
    """A task that is done when one of some counts is high enough."""

    def __init__(self, name: str, item_stack: Stack, reward: float):
        super().__init__(name, reward)
        self.item_stack = item_stack
        self._slots: tuple[int, ...] = ()

    def build(self, world: World) -> None:
        """See `Task.build`."""
        super().build(world)
        self._slots = tuple(self.slots(world) or ())

    def is_terminal(self, state: HcraftState) -> bool:
        """Say whether one of the counts is high enough."""
        counts, quantity = _counts(state, self._world), self.item_stack.quantity
        return any(counts[slot] >= quantity for slot in self._slots)


class GetItemTask(_CountTask):
    """Have an item, or so many of it."""

    def __init__(self, item_stack: Item | Stack, reward: float = 1.0):
        """Say what is to be had, and what that is worth."""
        stack = stack_of(item_stack)
        super().__init__(self.get_name(stack), stack, reward)

    @staticmethod
    def get_name(stack: Stack) -> str:
        """Return the name of such a task."""
        return f"Get {_quantity(stack)}{stack.item.name}"

    def slots(self, world: World) -> list[int]:
        """See `Task.slots`; raises ValueError where nobody can have the item."""
        return [1 + world.slot_from_item(self.item_stack.item)]


class PlaceItemTask(_CountTask):
    """Have an item, or so many of it, lie in one zone: any, or one of those that are named."""

    def __init__(
        self,
        item_stack: Item | Stack,
        zone: Zone | list[Zone] | None = None,
        reward: float = 1.0,
    ):
        """Say what is to lie where, and what that is worth."""
        stack = stack_of(item_stack)
        self.zone = zones_of(zone, "A zone of a task")
        super().__init__(self.get_name(stack, self.zone), stack, reward)

    @staticmethod
    def get_name(stack: Stack, zone: Zone | list[Zone] | None = None) -> str:
        """Return the name of such a task."""
        names = [each.name for each in listed_zones(zone)]
        where = f"in {' or '.join(names)}" if names else "anywhere"
        return f"Place {_quantity(stack)}{stack.item.name} {where}"

    def zones(self, world: World) -> list[Zone]:
        """Return the zones in which the item may lie."""
        return listed_zones(self.zone) or world.zones

    def slots(self, world: World) -> list[int]:
        """See `Task.slots`; raises ValueError where the item cannot lie in a zone."""
        place = world.slot_from_zoneitem(self.item_stack.item)
        first, width = 1 + world.n_items, world.n_zones_items
        return [first + world.slot_from_zone(zone) * width + place for zone in self.zones(world)]


class GoToZoneTask(AchievementTask):
    """Be in a zone, after an action."""

    def __init__(self, zone: Zone, reward: float = 1.0):
        """Say where to go, and what that is worth."""
        check_kind(zone, Zone, "The zone of a task")
        super().__init__(self.get_name(zone), reward)
        self.zone = zone
        self._number = -1

    @staticmethod
    def get_name(zone: Zone) -> str:
        """Return the name of such a task."""
        return f"Go to {zone.name}"

    def build(self, world: World) -> None:
        """See `Task.build`."""
        super().build(world)
        self._number = world.slot_from_zone(self.zone)

    def is_terminal(self, state: HcraftState) -> bool:
        """Say whether the player is in the zone."""
        return _counts(state, self._world)[0] == self._number

    def slots(self, world: World) -> list[int]:
        """See `Task.slots`."""
        return [~world.slot_from_zone(self.zone)]


def _quantity(stack: Stack) -> str:
    return "" if stack.quantity == 1 else f"{stack.quantity} "


def _counts(state: Any, world: World | None) -> list[int]:
    """Return a state as a list; it may be three arrays as well, see `Transformation.is_valid`."""
    if isinstance(state, HcraftState):
        return state.counts
    held, position, lying = state.player_inventory, state.position, state.zones_inventories
    here = 0 if position is None or not len(position) else int(np.argmax(position))
    items = [0] * (world.n_items if world else 0) if held is None else held
    return [here, *items, *(() if lying is None else np.ravel(lying))]
