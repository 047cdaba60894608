"""Behaviours that solve tasks: called with an observation, they give an action.

Each follows a plan of `twbench.hierarchycraft.solving` from the environment's state, and makes
another when the state is not what the plan led to.
"""

__all__ = [
    "Solvable",
    "SolvingBehavior",
    "behavior_of",
    "build_all_solving_behaviors",
    "task_to_behavior_name",
]

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import numpy as np

from twbench.errors import GenerationError
from twbench.hierarchycraft.elements import Stack
from twbench.hierarchycraft.engine.grounding import Vector
from twbench.hierarchycraft.solving.aims import Aim, aim_of
from twbench.hierarchycraft.solving.solver import solve, steps_of
from twbench.hierarchycraft.state import HcraftState
from twbench.hierarchycraft.task import GetItemTask, GoToZoneTask, PlaceItemTask, Task
from twbench.hierarchycraft.world import World


class Solvable(Protocol):
    """What behaviours act in: an environment."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def world(self) -> World:
        """Its world."""

    @property
    def state(self) -> HcraftState:
        """The state that it is in."""


class SolvingBehavior:
    """Does one thing in an environment, however often it must.

    Attributes:
        name: what it does.
        env: the environment that it looks at.

    """

    def __init__(self, name: str, env: Solvable, aim: Aim):
        """Aim at something in an environment."""
        self.name = name
        self.env = env
        self._aim = aim
        self._plan: deque[tuple[Vector, int]] = deque()

    def __call__(self, observation: Any = None) -> int:
        """Return what to do next; once all is done, something that can be done.

        Raises GenerationError when no plan is found, and ValueError for an observation that is not
        of the environment's state: what lies in other zones is in no observation.
        """
        state = self.env.state
        if observation is not None and not np.array_equal(observation, state.observation):
            raise ValueError(
                f"The observation is not that of the state that {self.env.name} is in."
            )
        if not self._plan or self._plan[0][0] != state.vector:
            self._plan = self._planned(state.vector)
        return self._plan.popleft()[1]

    def _planned(self, vector: Vector) -> deque[tuple[Vector, int]]:
        grounding = self.env.world.grounding
        if self._aim.is_met(vector):
            return deque([(vector, next(grounding.legal(vector), 0))])
        plan = solve(grounding, [self._aim], vector)
        if not plan:
            raise GenerationError(f"No plan was found for {self.name!r} from this state on.")
        return deque(steps_of(grounding, vector, plan))

    def __repr__(self) -> str:
        return f"<behavior {self.name}>"


def behavior_of(env: Solvable, task: Task) -> SolvingBehavior:
    """Return the behaviour that does a task; raises ValueError for what is not in the world."""
    return SolvingBehavior(task_to_behavior_name(task), env, aim_of(task, env.world))


def task_to_behavior_name(task: Task) -> str:
    """Return the name of the behaviour that does a task; raises GenerationError for others."""
    if isinstance(task, GetItemTask):
        return GetItemTask.get_name(Stack(task.item_stack.item))
    if isinstance(task, PlaceItemTask):
        return PlaceItemTask.get_name(Stack(task.item_stack.item), task.zone)
    if isinstance(task, GoToZoneTask):
        return f"Reach {task.zone.name}"
    raise GenerationError(f"No behaviour is known for the task {task.name!r}.")


def build_all_solving_behaviors(env: Solvable) -> Mapping[str, SolvingBehavior]:
    """Return the behaviours for each zone, each item, and each item that lies in some zone."""
    return {task_to_behavior_name(task): behavior_of(env, task) for task in _all_tasks(env)}


def _all_tasks(env: Solvable) -> Iterator[Task]:
    world = env.world
    yield from (GoToZoneTask(zone) for zone in world.zones)
    yield from (GetItemTask(item) for item in world.items)
    for item in world.zones_items:
        yield PlaceItemTask(item)
        yield from (PlaceItemTask(item, zone) for zone in world.zones)
