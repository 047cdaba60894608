"""A world as an environment for learning (docs: hcraft.env).

An episode, by example (``env`` is any `HcraftEnv`)::

    observation, infos = env.reset()
    infos["action_is_legal"]                       # a mask over the world's transformations
    observation, reward, terminated, truncated, infos = env.step(3)
    env.action_masks()                             # the same mask, of the new state

An action is the number of a transformation. One that cannot be done leaves the state as it is, and
gives ``invalid_reward``.
"""

__all__ = ["HcraftEnv"]

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, SupportsInt

import numpy as np
from numpy.typing import NDArray

from twbench.errors import ConfigError, GameNotRunningError
from twbench.hierarchycraft.metrics import SuccessCounter
from twbench.hierarchycraft.planning import HcraftPlanningProblem
from twbench.hierarchycraft.purpose import Purpose
from twbench.hierarchycraft.solving_behaviors import (
    SolvingBehavior,
    behavior_of,
    build_all_solving_behaviors,
)
from twbench.hierarchycraft.spaces import Base, box, discrete
from twbench.hierarchycraft.state import HcraftState
from twbench.hierarchycraft.task import Task
from twbench.hierarchycraft.view import View
from twbench.hierarchycraft.world import World
from twbench.printable import printable, shown
from twbench.whole_numbers import whole_or_none

_MOST = np.iinfo(np.int64).max


class HcraftEnv(Base):
    """A world with a purpose; with Gymnasium installed, one of its environments.

    Attributes:
        world: the world.
        purpose: what there are rewards for, and when an episode ends; without one, it never does.
        invalid_reward: the reward of an action that cannot be done.
        max_step: after how many steps an episode is truncated; None for never.
        name: what the environment is called.
        state: the state of the world.
        current_step: how many steps were made in this episode.
        current_score: the sum of the rewards of this episode.
        cumulated_score: the sum of all rewards.
        episodes: how many episodes were begun.

    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        world: World,
        purpose: Purpose | Sequence[Task] | Task | None = None,
        invalid_reward: float = -1.0,
        render_window: Any = None,
        name: str = "HierarchyCraft",
        max_step: int | None = None,
        *,
        render_mode: str | None = None,
    ):
        """Make an environment of a world; raises WorldError for one that cannot be played.

        ``render_window`` is for subclasses that were written for hcraft; nothing here has windows.
        Raises ConfigError for a ``max_step`` that is no number, or another ``render_mode``.
        """
        self.world = world
        self.invalid_reward = invalid_reward
        self.max_step = whole_or_none(max_step, "max_step", 0)
        if render_mode is not None:
            _check_mode(render_mode, self.metadata.get("render_modes", ()))
        self.name = name
        self.render_window = render_window
        self.render_mode = render_mode
        self.purpose = purpose if isinstance(purpose, Purpose) else Purpose(purpose)
        self.state = HcraftState(world)
        self.current_step = 0
        self.current_score: float = 0
        self.cumulated_score: float = 0
        self.episodes = 0
        self.task_successes: SuccessCounter | None = None
        self.terminal_successes: SuccessCounter | None = None
        self._view = View(world.grounding)
        self._behaviors: Mapping[str, SolvingBehavior] | None = None

    @property
    def truncated(self) -> bool:
        """Whether the episode has as many steps as it may."""
        return self.max_step is not None and self.current_step >= self.max_step

    @property
    def observation_space(self) -> Any:
        """Counts of the items held, the zone (1 where the player is), counts of what lies there."""
        world = self.world
        size = world.n_items + world.n_zones + (world.n_zones_items if world.n_zones else 0)
        high = np.full(size, _MOST, dtype=np.int64)
        high[world.n_items : world.n_items + world.n_zones] = 1
        return box(np.zeros(size, dtype=np.int64), high)

    @property
    def action_space(self) -> Any:
        """The numbers of the transformations."""
        return discrete(len(self.world.transformations))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each action whether it can be done."""
        return self._view.mask(self.state)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int64], dict[str, Any]]:
        """Begin an episode.

        A world has nothing that a seed could change. But with one the environment is as new: what
        ``infos`` tells of earlier episodes, it forgets (Gymnasium wants the same infos after the
        same seed).

        Raises ValueError when a task is about something that the world does not have.
        """
        if Base is not object:
            super().reset(seed=seed, options=options)  # type: ignore[misc]
        if not self.purpose.built:
            self.purpose.build(self)
        if seed is not None or self.task_successes is None or self.terminal_successes is None:
            self.task_successes = SuccessCounter(self.purpose.tasks)
            self.terminal_successes = SuccessCounter(self.purpose.terminal_groups)
            self.episodes = 0
            self.cumulated_score = 0
        self.current_step = 0
        self.current_score = 0
        self.episodes += 1
        self.purpose.reset()
        self.task_successes.new_episode(self.episodes)
        self.terminal_successes.new_episode(self.episodes)
        self.state.reset()
        return self._view.observation(self.state), self.infos()

    def step(
        self, action: SupportsInt | str
    ) -> tuple[NDArray[np.int64], float, bool, bool, dict[str, Any]]:
        """Do an action; return observation, reward, whether it ended or was cut off, and infos.

        Raises GameNotRunningError before the first reset, TypeError for what is no number, and
        IndexError for one that no transformation has.
        """
        if self.task_successes is None or self.terminal_successes is None:
            raise GameNotRunningError("The episode has not begun: call reset() first.")
        number = action if type(action) is int else _number(action)
        state, purpose = self.state, self.purpose
        done = state.apply(number)
        self.current_step += 1
        reward = purpose.reward(state) if done else self.invalid_reward
        terminated = purpose.is_terminal(state)
        self.task_successes.update(self.episodes)
        self.terminal_successes.update(self.episodes)
        self.current_score += reward
        self.cumulated_score += reward
        observation = self._view.observation(state)
        return observation, reward, terminated, self.truncated, self.infos()

    def infos(self) -> dict[str, Any]:
        """Return which actions can be done, scores, and what was done of the purpose how often."""
        infos: dict[str, Any] = {
            "action_is_legal": self._view.mask(self.state),
            "score": self.current_score,
            "score_average": self.cumulated_score / max(1, self.episodes),
        }
        for counter in (self.task_successes, self.terminal_successes):
            if counter is not None and counter.elements:
                infos.update(counter.done_infos)
                infos.update(counter.rates_infos)
        return infos

    def render(self, mode: str | None = None, **_others: Any) -> str:
        """Return the state and what can be done in it, as text; raises ConfigError.

        In hcraft the mode "rgb_array" is the first: there are no such pictures here.
        """
        if mode is not None:
            _check_mode(mode)
        mask = self.action_masks()
        lines = [
            self.name,
            *self.state.told(),
            f"Score: {self.current_score:g}, steps: {self.current_step}",
            *(
                f"  {number}: {transformation.name}"
                for number, transformation in enumerate(self.world.transformations)
                if mask[number]
            ),
        ]
        return "\n".join(map(printable, lines))

    def close(self) -> None:
        """Close the window, if a subclass has given one."""
        if self.render_window is not None:
            self.render_window.close()

    @property
    def all_behaviors(self) -> Mapping[str, SolvingBehavior]:
        """Behaviours for each item, each zone, and each item in a zone, by name."""
        if self._behaviors is None:
            self._behaviors = build_all_solving_behaviors(self)
        return self._behaviors

    def solving_behavior(self, task: Task) -> SolvingBehavior:
        """Return a behaviour that does a task: called with an observation, it gives an action.

        ::

            behavior = env.solving_behavior(task)
            observation, _ = env.reset()
            done = False
            while not done:
                observation, _, terminated, truncated, _ = env.step(behavior(observation))
                done = terminated or truncated
        """
        return behavior_of(self, task)

    def planning_problem(self, **arguments: Any) -> HcraftPlanningProblem:
        """Return the purpose from this state on, as a problem for planners.

        Its ``action_from_plan(env.state)`` gives one action after the other. Its ``upf_problem`` is
        the same problem for unified-planning, the only thing for which that has to be installed.
        The arguments are those of `twbench.hierarchycraft.planning.HcraftPlanningProblem`.
        """
        return HcraftPlanningProblem(self.state, self.name, self.purpose, **arguments)


def _check_mode(mode: str, of_subclass: Collection[str] = ()) -> None:
    if mode not in (*HcraftEnv.metadata["render_modes"], *of_subclass):
        raise ConfigError(
            f"A world is rendered as text, in the mode 'ansi', not {shown(mode)}: for pictures see"
            " render_env_with_human(env, browser=True)."
        )


def _number(action: Any) -> int:
    if isinstance(action, np.ndarray) and action.size != 1:
        raise TypeError(f"An action is the number of a transformation, not the array {action}.")
    try:
        return int(action.item() if isinstance(action, np.ndarray) else action)
    except (TypeError, ValueError):
        raise TypeError(f"An action is the number of a transformation, not {action!r}.") from None
