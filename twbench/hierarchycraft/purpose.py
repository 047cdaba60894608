"""Purposes: tasks with their rewards, and when an episode ends (docs: hcraft.purpose).

Each task is worth its reward once in an episode. Tasks belong to terminal groups; the episode ends
when all tasks of any group are done. A task of no group is optional. With every step comes the
``timestep_reward``, and shaping adds optional tasks on the way to a task, each worth
``shaping_value``. Only an action that could be done is rewarded so; what an impossible one finds
done already is never rewarded (as in hcraft).
"""

__all__ = ["HasWorld", "Purpose", "RewardShaping", "TerminalGroup", "platinium_purpose"]

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from twbench.errors import nearest
from twbench.hierarchycraft.elements import Item, Zone, check_kind
from twbench.hierarchycraft.shaping import subtasks
from twbench.hierarchycraft.state import HcraftState
from twbench.hierarchycraft.task import GetItemTask, GoToZoneTask, PlaceItemTask, Task
from twbench.hierarchycraft.world import World
from twbench.printable import shown


class HasWorld(Protocol):
    """What a purpose is given a world by: an environment."""

    @property
    def world(self) -> World:
        """The world."""


class RewardShaping(Enum):
    """Which tasks are added on the way to a task."""

    NONE = "none"
    """None."""
    ALL_ACHIVEMENTS = "all"
    """To have every item, to be in every zone, and to have every item lie in some zone."""
    REQUIREMENTS_ACHIVEMENTS = "required"
    """Those that the requirements of the world have before the task."""
    INPUTS_ACHIVEMENT = "inputs"
    """To have what is used up for it, and to be where it is done."""

    @classmethod
    def _missing_(cls, value: object) -> None:
        names = [shaping.value for shaping in cls]
        raise ValueError(
            f"The shaping of rewards is one of {', '.join(names)}, not {shown(value)}."
            f"{nearest(str(value), names)}"
        )


@dataclass(slots=True)
class TerminalGroup:
    """Tasks that end the episode when all of them are done."""

    name: str
    tasks: list[Task] = field(default_factory=list)

    @property
    def terminated(self) -> bool:
        """Whether all of its tasks were done in this episode."""
        return all(task.terminated for task in self.tasks)

    @property
    def worth(self) -> float:
        """The sum of the rewards of its tasks, as far as they tell."""
        return sum(float(getattr(task, "_reward", 0.0)) for task in self.tasks)

    def __eq__(self, other: object) -> bool:
        return self.name == (other.name if isinstance(other, TerminalGroup) else other)

    def __hash__(self) -> int:
        return hash(self.name)


class Purpose:
    """What an environment gives rewards for, and when it ends: see the module.

    Attributes:
        tasks: all tasks; `build` adds those of the shaping.
        terminal_groups: the groups of tasks.
        timestep_reward: the reward of every step that could be done.
        default_reward_shaping: that of tasks added without one.
        shaping_value: the reward of each task that shaping adds.
        reward_shaping: the shaping of each task.
        built: whether the purpose was given a world.

    """

    def __init__(
        self,
        tasks: Task | Sequence[Task] | None = None,
        timestep_reward: float = 0.0,
        default_reward_shaping: RewardShaping = RewardShaping.NONE,
        shaping_value: float = 1.0,
    ):
        """Make a purpose of tasks, all in the group ``default``."""
        self.tasks: list[Task] = []
        self.timestep_reward = timestep_reward
        self.default_reward_shaping = RewardShaping(default_reward_shaping)
        self.shaping_value = shaping_value
        self.reward_shaping: dict[Task, RewardShaping] = {}
        self.terminal_groups: list[TerminalGroup] = []
        self.built = False
        if isinstance(tasks, str | Task) or not isinstance(tasks, Iterable | None):
            tasks = [tasks]
        for task in tasks or ():
            self.add_task(task)

    def add_task(
        self,
        task: Task,
        reward_shaping: "RewardShaping | str | None" = None,
        terminal_groups: str | Iterable[str] | None = "default",
    ) -> None:
        """Add a task to groups, by their names; to none or to "" makes it optional.

        Raises TypeError for what is no task.
        """
        check_kind(task, Task, "A task")
        shaping = self.default_reward_shaping if reward_shaping is None else reward_shaping
        names = [terminal_groups] if isinstance(terminal_groups, str) else terminal_groups or ()
        for name in filter(None, names):
            self._group(name).tasks.append(task)
        self.reward_shaping[task] = RewardShaping(shaping)
        self.tasks.append(task)

    def build(self, env: HasWorld) -> None:
        """Look up in the world of an environment what the tasks are about, and add the shaping's.

        Raises ValueError for a task about what is not in the world.
        """
        if self.built:
            return
        for task in list(self.tasks):
            for added in subtasks(
                self.reward_shaping[task].value, task, env.world, self.shaping_value
            ):
                self.add_task(added, RewardShaping.NONE, None)
        for task in self.tasks:
            task.build(env.world)
        self.built = True

    def reset(self) -> None:
        """Begin an episode."""
        for task in self.tasks:
            task.reset()

    def reward(self, state: HcraftState) -> float:
        """Return the reward for having arrived in a state."""
        reward = self.timestep_reward
        for task in self.tasks:
            reward += task.reward(state)
        return reward

    def is_terminal(self, state: HcraftState) -> bool:
        """Note which tasks a state has done, and say whether the episode has ended."""
        for task in self.tasks:
            if not task.terminated and task.is_terminal(state):
                task.terminated = True
        return self.terminated

    @property
    def terminated(self) -> bool:
        """Whether all tasks of a group were done."""
        return any(group.terminated for group in self.terminal_groups)

    @property
    def is_terminated(self) -> bool:
        """Whether all tasks of a group were done (the name in HierarchyCraft's examples)."""
        return self.terminated

    @property
    def optional_tasks(self) -> list[Task]:
        """The tasks of no group."""
        grouped = {id(task) for group in self.terminal_groups for task in group.tasks}
        return [task for task in self.tasks if id(task) not in grouped]

    def entries(self) -> Iterator[tuple[Task, RewardShaping, list[str]]]:
        """Yield each task with what `add_task` needs: its shaping, and the names of its groups.

        Of a purpose that was given a world, the shaping has added its tasks already.
        """
        members = [(group.name, set(map(id, group.tasks))) for group in self.terminal_groups]
        for task in self.tasks:
            shaping = RewardShaping.NONE if self.built else self.reward_shaping[task]
            yield task, shaping, [name for name, tasks in members if id(task) in tasks]

    @property
    def best_terminal_group(self) -> TerminalGroup:
        """The group with the highest sum of rewards, the first of several; raises ValueError."""
        return max(self.terminal_groups, key=lambda group: group.worth)

    def _group(self, name: str) -> TerminalGroup:
        for group in self.terminal_groups:
            if group.name == name:
                return group
        self.terminal_groups.append(TerminalGroup(name))
        return self.terminal_groups[-1]

    def __str__(self) -> str:
        parts = [(group.name, group.tasks) for group in self.terminal_groups]
        if self.optional_tasks:
            parts.append(("optional", self.optional_tasks))
        told = ", ".join(
            f"{name}:[{','.join(self._told(task) for task in tasks)}]" for name, tasks in parts
        )
        return f"Purpose({told})"

    def _told(self, task: Task) -> str:
        shaping = self.reward_shaping[task]
        return str(task) if shaping is RewardShaping.NONE else f"{task}#{shaping.value}"


def platinium_purpose(
    items: Iterable[Item],
    zones: Iterable[Zone],
    zones_items: Iterable[Item],
    success_reward: float = 10.0,
    timestep_reward: float = -0.1,
) -> Purpose:
    """Return the purpose of doing everything that a world has (the name is hcraft's)."""
    purpose = Purpose(timestep_reward=timestep_reward)
    for item in items:
        purpose.add_task(GetItemTask(item, success_reward))
    for zone in zones:
        purpose.add_task(GoToZoneTask(zone, success_reward))
    for item in zones_items:
        purpose.add_task(PlaceItemTask(item, reward=success_reward))
    return purpose
