"""Environments that are stepped one after the other: all of a vector, or a worker's part of them.

What is returned is what Gymnasium's `SyncVectorEnv` returns, in all three modes, but not in arrays:
lists travel to another process in less time, and whoever has all parts makes one array of them.
Most rewards are zero and most games go on, so only other rewards, and games that ended, are told.
"""

__all__ = ["Outline", "Part", "Stepped"]

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import Space
from gymnasium.spaces import Text
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate
from numpy.typing import NDArray

from twbench.gym.vector.infos import Columns, Infos, Rows, as_columns

Stepped = tuple[Any, dict[int, float], list[int], list[int], Rows | None, Columns | Rows]
"""Observations, rewards other than zero by the number of the environment, which have terminated and
which were truncated, what was said last by those that have been reset since, and infos. A batch of
texts is a list."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What a learner has to know of an environment."""

    observation_space: Space[Any]
    action_space: Space[Any]
    metadata: dict[str, Any]
    render_mode: str | None


class Part:
    """Some environments, which have the same spaces."""

    def __init__(
        self,
        env_fns: Sequence[Callable[[], "gymnasium.Env[Any, Any]"]],
        autoreset_mode: AutoresetMode,
    ):
        self._envs = [make() for make in env_fns]
        self._resets_next = autoreset_mode is AutoresetMode.NEXT_STEP
        self._resets_now = autoreset_mode is AutoresetMode.SAME_STEP
        first = self._envs[0]
        self._observation_space = first.observation_space
        # Asked once: some of these spaces are abstract mappings, and asking takes long.
        self._shows_text = isinstance(first.observation_space, Text)
        self._takes_text = isinstance(first.action_space, Text)
        self._action_space = batch_space(first.action_space, len(self._envs))
        self._observed: list[Any] = [None for _ in self._envs]
        self._ended: set[int] = set()

    def outlines(self) -> list[Outline]:
        """Return what each of the environments is like."""
        return [
            Outline(env.observation_space, env.action_space, dict(env.metadata), env.render_mode)
            for env in self._envs
        ]

    def reset(
        self,
        seeds: Sequence[int | None],
        options: dict[str, Any],
        mask: "NDArray[np.bool_] | None",
    ) -> tuple[Any, Columns | Rows]:
        """Reset the environments of the mask, or all; return observations of all, and infos."""
        infos: list[Infos | None] = [None for _ in self._envs]
        for number, env in enumerate(self._envs):
            if mask is None or mask[number]:
                seed, given = seeds[number], dict(options)
                self._observed[number], infos[number] = env.reset(seed=seed, options=given)
                self._ended.discard(number)
        return self._batch(), as_columns(infos)

    def step(self, actions: Any) -> Stepped:
        """Step all environments; those that have ended are reset as the mode says."""
        again = self._ended if self._resets_next else ()
        observed, gained, terminated, truncated, infos = [], {}, [], [], []
        pairs = zip(self._envs, self._each(actions), strict=True)
        for number, (env, action) in enumerate(pairs):
            stepped = _anew(env) if number in again else env.step(action)
            observation, reward, terminates, truncates, info = stepped
            observed.append(observation)
            infos.append(info)
            if reward != 0.0:
                gained[number] = float(reward)
            if terminates:
                terminated.append(number)
            if truncates:
                truncated.append(number)
        self._observed = observed
        self._ended = {*terminated, *truncated}
        finals = self._reset_now(infos) if self._resets_now and self._ended else None
        return self._batch(), gained, terminated, truncated, finals, as_columns(infos)

    def call(self, name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """Call a method of each environment, or read an attribute."""
        found = [env.get_wrapper_attr(name) for env in self._envs]
        return [value(*arguments, **named) if callable(value) else value for value in found]

    def assign(self, name: str, values: Sequence[Any]) -> None:
        """Set an attribute of each environment."""
        for env, value in zip(self._envs, values, strict=True):
            env.set_wrapper_attr(name, value)

    def close(self) -> None:
        """Close all environments."""
        for env in self._envs:
            env.close()

    def _reset_now(self, infos: list[Infos]) -> Rows:
        """Reset what has ended, replace its infos, and return what it said last."""
        finals: list[Infos | None] = [None for _ in self._envs]
        for number in sorted(self._ended):
            finals[number] = {"final_obs": self._observed[number], "final_info": infos[number]}
            self._observed[number], infos[number] = self._envs[number].reset()
        return finals

    def _each(self, actions: Any) -> Iterable[Any]:
        """Return the actions of a batch one by one."""
        if self._takes_text:
            return cast("Iterable[Any]", actions)
        return iterate(self._action_space, actions)

    def _batch(self) -> Any:
        if self._shows_text:
            return self._observed
        space = self._observation_space
        empty: Any = create_empty_array(space, n=len(self._envs), fn=np.zeros)
        return concatenate(space, self._observed, empty)


def _anew(env: "gymnasium.Env[Any, Any]") -> tuple[Any, float, bool, bool, Infos]:
    """Reset an environment where its step was asked for."""
    observation, info = env.reset()
    return observation, 0.0, False, False, info
