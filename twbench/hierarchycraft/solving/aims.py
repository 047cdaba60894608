"""What a plan is to reach, in terms of vectors."""

__all__ = ["Aim", "aim_of", "aims_of", "groups_of"]

from dataclasses import dataclass

from twbench.errors import GenerationError
from twbench.hierarchycraft.engine.grounding import Vector
from twbench.hierarchycraft.purpose import Purpose
from twbench.hierarchycraft.task import GetItemTask, PlaceItemTask, Task
from twbench.hierarchycraft.world import World


@dataclass(frozen=True, slots=True)
class Aim:
    """A count that is to be high enough in one of some slots, or a zone to be in (slot 0).

    A zone that is to be reached is ``amount``; it must be exactly that.
    """

    slots: tuple[int, ...]
    amount: int

    def is_met(self, vector: Vector) -> bool:
        """Say whether a state is as it is to be."""
        if self.slots == (0,):
            return vector[0] == self.amount
        return any(vector[slot] >= self.amount for slot in self.slots)


def aim_of(task: Task, world: World) -> Aim:
    """Return what a task aims at; raises GenerationError for one that does not tell."""
    slots = task.slots(world)
    if slots is None:
        raise GenerationError(f"What the task {task.name!r} aims at is not known.")
    if isinstance(task, GetItemTask | PlaceItemTask):
        return Aim(tuple(slots), task.item_stack.quantity)
    return Aim((0,), ~slots[0])


def aims_of(purpose: Purpose, world: World) -> list[Aim]:
    """Return the aims of the terminal group that is worth most.

    Raises GenerationError where there is no group.
    """
    groups = groups_of(purpose, world)
    if not groups:
        raise GenerationError("A purpose without a terminal group has no end to plan for.")
    return groups[0]


def groups_of(purpose: Purpose, world: World) -> list[list[Aim]]:
    """Return the aims of each terminal group, the group that is worth most first."""
    ranked = sorted(purpose.terminal_groups, key=lambda group: group.worth, reverse=True)
    return [[aim_of(task, world) for task in group.tasks] for group in ranked]
