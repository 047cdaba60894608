"""Environments that are stepped one after the other: all of a vector, or a worker's part of them.

What is returned is what Gymnasium's `SyncVectorEnv` returns, in all three modes, but that it makes
arrays of the infos of all environments at once: one by one they take as long as half a turn of a
story.
"""

__all__ = ["Outline", "Part"]

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import Space
from gymnasium.spaces import Text
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate
from numpy.typing import NDArray

Infos = dict[str, Any]
_NUMBERS = (int, float, bool)
_TRUE = np.ones(1, dtype=np.bool_)
_BOOLS, _FLOATS, _OBJECTS = np.dtype(np.bool_), np.dtype(np.float64), np.dtype(object)


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
        pairs = zip(self._envs, self._each(actions), strict=True)
        if self._resets_next and True in self._ended:
            stepped = [
                _anew(env) if ended else env.step(action)
                for (env, action), ended in zip(pairs, self._ended, strict=True)
            ]
        else:
            stepped = [env.step(action) for env, action in pairs]
        observed, rewards, terminated, truncated, told = zip(*stepped, strict=True)
        self._observed, infos = list(observed), list(told)
        if True in terminated or True in truncated:
            self._ended = [
                bool(one or other) for one, other in zip(terminated, truncated, strict=True)
            ]
        else:
            self._ended = [False for _ in stepped]
        finals: Infos = {}
        if self._resets_now and True in self._ended:
            finals = self._reset_now(infos)
        merged = _merged(infos)
        return (
            self._batch(),
            np.array(rewards, dtype=_FLOATS),
            np.array(terminated, dtype=_BOOLS),
            np.array(truncated, dtype=_BOOLS),
            {**finals, **merged} if finals else merged,
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

    def _reset_now(self, infos: list[Infos | None]) -> Infos:
        """Reset what has ended, replace its infos, and return what it said last."""
        finals: list[Infos | None] = [None for _ in self._envs]
        for number, env in enumerate(self._envs):
            if self._ended[number]:
                finals[number] = {
                    "final_obs": self._observed[number],
                    "final_info": infos[number],
                }
                self._observed[number], infos[number] = env.reset()
        return _merged(finals)

    def _each(self, actions: Any) -> Iterable[Any]:
        """Return the actions of a batch one by one."""
        if self._takes_text:
            return cast("Iterable[Any]", actions)
        return iterate(self._action_space, actions)

    def _batch(self) -> Any:
        space = self._observation_space
        # Into a batch of texts, which is a tuple, nothing can be written.
        empty: Any = ()
        if not self._shows_text:
            empty = create_empty_array(space, n=len(self._envs), fn=np.zeros)
        return concatenate(space, self._observed, empty)


def _anew(env: "gymnasium.Env[Any, Any]") -> tuple[Any, float, bool, bool, Infos]:
    """Reset an environment where its step was asked for."""
    observation, info = env.reset()
    return observation, 0.0, False, False, info


def _merged(infos: Sequence[Infos | None]) -> Infos:
    """Return the infos of several environments as one, in which ``_x`` says who has an ``x``."""
    merged: Infos = {}
    knowing = [info for info in infos if info]
    for key in dict.fromkeys(chain.from_iterable(knowing)):
        values = [info[key] for info in knowing if key in info]
        known: NDArray[np.bool_]
        if len(values) == len(infos):
            known = _TRUE.repeat(len(infos))
        else:
            known = np.array([key in (info or ()) for info in infos], dtype=_BOOLS)
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
        # One by one: an array of lists that are as long as each other has two dimensions.
        column = np.fromiter(values, _OBJECTS, len(values))
        if len(values) < count:
            some, column = column, np.full(count, None, dtype=_OBJECTS)
            column[known] = some
    return column
