"""Batches cut into parts, and parts of batches put together, as Gymnasium's vectors lay them out.

A batch of a space is an array where Gymnasium can make one, a mapping or a tuple of batches for
`Dict` and `Tuple`, and for all other spaces, such as `Text`, a tuple with an entry for each
environment. Infos are a mapping of arrays, in which a key ``_x`` tells for which environments ``x``
is known.
"""

__all__ = ["join_arrays", "join_infos", "join_observations", "split_actions"]

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
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


def join_arrays(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Return the array that the parts make, which is the same if there is one."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


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


def join_infos(parts: Sequence[Mapping[str, Any]], slices: Slices) -> dict[str, Any]:
    """Return the infos of all environments; those that a part does not have are zero, or None."""
    if len(parts) == 1:
        return dict(parts[0])
    keys = dict.fromkeys(key for part in parts for key in part)
    return {key: _column([part.get(key) for part in parts], slices) for key in keys}


def _column(values: Sequence[Any], slices: Slices) -> Any:
    known = next(value for value in values if value is not None)
    if isinstance(known, dict):
        return join_infos([value or {} for value in values], slices)
    if all(value is not None for value in values):
        return np.concatenate(values, dtype=known.dtype, casting="unsafe")
    shape = (slices[-1].stop, *known.shape[1:])
    column = np.full(shape, None if known.dtype == object else 0, dtype=known.dtype)
    for value, part in zip(values, slices, strict=True):
        if value is not None:
            column[part] = value
    return column
