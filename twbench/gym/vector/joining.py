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
    _, rewards, terminated, truncated, finals, told = zip(*parts, strict=True)
    # Of a bytearray, or the arrays could not be written to.
    terminations, truncations = bytearray().join(terminated), bytearray().join(truncated)
    infos = laid_out(told)
    if any(finals):
        sizes = (part.stop - part.start for part in slices)
        said = [rows or [None] * size for rows, size in zip(finals, sizes, strict=True)]
        infos = {**laid_out(said), **infos}
    return Joined(
        np.frombuffer(bytearray().join(rewards), _FLOATS),
        np.frombuffer(terminations, _BOOLS),
        np.frombuffer(truncations, _BOOLS),
        True in terminations or True in truncations,
        infos,
    )


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
