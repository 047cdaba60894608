"""Batches cut into parts, and parts of batches put together, as Gymnasium's vectors lay them out.

A batch of a space is an array where Gymnasium can make one, a mapping or a tuple of batches for
`Dict` and `Tuple`, and for all other spaces, such as `Text`, a tuple with an entry for each
environment.
"""

__all__ = ["join_lists", "join_observations", "split_actions"]

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import concatenate
from numpy.typing import NDArray

from twbench.gym.workers import Slices


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


def join_lists(parts: Sequence[Sequence[Any]], kind: np.dtype[Any]) -> NDArray[Any]:
    """Return the array of what the parts list."""
    return np.array(parts[0] if len(parts) == 1 else list(chain.from_iterable(parts)), kind)


def join_observations(space: spaces.Space[Any], parts: Sequence[Any]) -> Any:
    """Return the batch of observations that the parts make; ``space`` is that of a single one.

    Parts of a batch of texts are lists.
    """
    if isinstance(space, spaces.Text):
        return concatenate(space, chain.from_iterable(parts), ())
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
