"""Batches cut into parts, and parts of batches put together, as Gymnasium's vectors lay them out.

A batch of a space is an array where Gymnasium can make one, a mapping or a tuple of batches for
`Dict` and `Tuple`, and for all other spaces, such as `Text`, a tuple with an entry for each
environment.
"""

__all__ = ["Joined", "join_observations", "join_steps", "split_actions"]

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from twbench.gym.vector.infos import Infos, laid_out
from twbench.gym.vector.part import Stepped
from twbench.gym.workers import Slices

_BOOLS, _FLOATS = np.dtype(np.bool_), np.dtype(np.float64)


def split_actions(space: spaces.Space[Any], actions: Any, slices: Slices) -> list[Any]:
    """Return the parts of a batch of actions; ``space`` is that of a single one."""
    if isinstance(space, spaces.Dict):
        columns = {
            name: split_actions(inner, actions[name], slices) for name, inner in space.items()
        }
        return [{name: parts[n] for name, parts in columns.items()} for n in range(len(slices))]
    if isinstance(space, spaces.Tuple):
        rows = zip(space.spaces, actions, strict=True)
        parts = [split_actions(inner, batch, slices) for inner, batch in rows]
        return list(zip(*parts, strict=True))
    return [actions[part] for part in slices]


class Joined(NamedTuple):
    """A step of all environments, but for what they show."""

    rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    has_ends: bool
    infos: Infos


def join_steps(parts: Sequence[Stepped], slices: Slices) -> Joined:
    """Return the steps of parts as one."""
    number = slices[-1].stop
    rewards = np.zeros(number, _FLOATS)
    terminations, truncations = np.zeros(number, _BOOLS), np.zeros(number, _BOOLS)
    has_ends = False
    finals, told = [], []
    for own, (_, gained, terminated, truncated, last, now) in zip(slices, parts, strict=True):
        finals.append(last)
        told.append(now)
        if gained:
            rewards[own][list(gained)] = list(gained.values())
        if terminated or truncated:
            terminations[own][terminated] = True
            truncations[own][truncated] = True
            has_ends = True
    infos = laid_out(told, number)
    if has_ends and any(finals):
        said = [
            rows or [None] * (own.stop - own.start)
            for own, rows in zip(slices, finals, strict=True)
        ]
        infos = {**laid_out(said, number), **infos}
    return Joined(rewards, terminations, truncations, has_ends, infos)


def join_observations(space: spaces.Space[Any], parts: Sequence[Any]) -> Any:
    """Return the batch of observations that the parts make; ``space`` is that of a single one."""
    if len(parts) == 1:
        return parts[0]
    if isinstance(parts[0], np.ndarray):
        return np.concatenate(parts)
    if isinstance(space, spaces.Dict):
        return {
            name: join_observations(inner, [part[name] for part in parts])
            for name, inner in space.items()
        }
    if isinstance(space, spaces.Tuple):
        columns = zip(space.spaces, zip(*parts, strict=True), strict=True)
        return tuple(join_observations(inner, column) for inner, column in columns)
    return type(parts[0])(entry for part in parts for entry in part)
