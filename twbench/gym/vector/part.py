"""Environments that are stepped one after the other: all of a vector, or a worker's part of them.

What is returned is what Gymnasium's `SyncVectorEnv` returns, in all three modes, but that it makes
arrays of the infos of all environments at once: one by one they take as long as half a turn of a
story.
"""

__all__ = ["Part"]

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import concatenate, create_empty_array, iterate
from numpy.typing import NDArray

from twbench.gym.vector.messages import Outline

Infos = dict[str, Any]
_NUMBERS = (int, float, bool)


class Part:
    """Some environments, which have the same spaces."""

    def __init__(
        self,
        env_fns: Sequence[Callable[[], "gymnasium.Env[Any, Any]"]],
        autoreset_mode: AutoresetMode,
    ):
        self._envs = [make() for make in env_fns]
        self._mode = autoreset_mode
        first = self._envs[0]
        self._observation_space = first.observation_space
        self._action_space = gymnasium.vector.utils.batch_space(first.action_space, len(self._envs))
        self._observed: list[Any] = [None for _ in self._envs]
        self._ended = [False for _ in self._envs]

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
    ) -> tuple[Any, Infos]:
        """Reset the environments of the mask, or all; return observations of all, and infos."""
        infos: list[Infos | None] = [None for _ in self._envs]
        for number, env in enumerate(self._envs):
            if mask is None or mask[number]:
                seed, given = seeds[number], dict(options)
                self._observed[number], infos[number] = env.reset(seed=seed, options=given)
                self._ended[number] = False
        return self._batch(), _merged(infos)

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Step all environments; those that have ended are reset as the mode says."""
        count = len(self._envs)
        rewards = [0.0] * count
        terminations, truncations = [False] * count, [False] * count
        infos: list[Infos | None] = [None] * count
        finals: list[Infos | None] = [None] * count
        resets_next = self._mode is AutoresetMode.NEXT_STEP
        resets_now = self._mode is AutoresetMode.SAME_STEP
        for number, action in enumerate(iterate(self._action_space, actions)):
            env = self._envs[number]
            if resets_next and self._ended[number]:
                self._observed[number], infos[number] = env.reset()
                self._ended[number] = False
                continue
            observation, reward, terminated, truncated, info = env.step(action)
            if resets_now and (terminated or truncated):
                finals[number] = {"final_obs": observation, "final_info": info}
                observation, info = env.reset()
            self._observed[number], infos[number] = observation, info
            rewards[number] = float(reward)
            terminations[number], truncations[number] = bool(terminated), bool(truncated)
            self._ended[number] = terminations[number] or truncations[number]
        return (
            self._batch(),
            np.array(rewards, dtype=np.float64),
            np.array(terminations, dtype=np.bool_),
            np.array(truncations, dtype=np.bool_),
            {**_merged(finals), **_merged(infos)},
        )

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

    def _batch(self) -> Any:
        space = self._observation_space
        empty: Any = create_empty_array(space, n=len(self._envs), fn=np.zeros)
        return concatenate(space, self._observed, empty)


def _merged(infos: Sequence[Mapping[str, Any] | None]) -> Infos:
    """Return the infos of several environments as one, in which ``_x`` says who has an ``x``."""
    merged: Infos = {}
    for key in dict.fromkeys(key for info in infos if info is not None for key in info):
        has = [info is not None and key in info for info in infos]
        values = [info[key] for info in infos if info is not None and key in info]
        known = np.array(has, dtype=np.bool_)
        if isinstance(values[0], dict) and key != "final_obs":
            merged[key] = _merged([info.get(key) if info else None for info in infos])
        else:
            merged[key] = _column(values, known, is_object=key == "final_obs")
        merged[f"_{key}"] = known
    return merged


def _column(values: list[Any], known: NDArray[np.bool_], is_object: bool) -> NDArray[Any]:
    """Return an array with the values where they are known, and zeros or None elsewhere."""
    first, count = values[0], len(known)
    column: NDArray[Any]
    if not is_object and (type(first) in _NUMBERS or isinstance(first, np.number)):
        column = np.zeros(count, dtype=type(first))
        column[known] = values
    elif not is_object and isinstance(first, np.ndarray):
        column = np.zeros((count, *first.shape), dtype=first.dtype)
        column[known] = values
    else:
        # An array of lists that are as long as each other would become one of two dimensions.
        column = np.full(count, None, dtype=object)
        for number, value in zip(known.nonzero()[0].tolist(), values, strict=True):
            column[number] = value
    return column
