"""Batches cut into parts, and parts of batches put together, as Gymnasium's vectors lay them out.

A batch of a space is an array where Gymnasium can make one, a mapping or a tuple of batches for
`Dict` and `Tuple`, and for all other spaces, such as `Text`, a tuple with an entry for each
environment.
"""

__all__ = ["join_observations", "join_steps", "split_actions"]

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
from gymnasium import spaces

from twbench.gym.vector.infos import Rows, join_infos
from twbench.gym.vector.part import Stepped
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


def join_steps(parts: Sequence[Stepped], slices: Slices) -> Stepped:
    """Return the steps of parts as if they were one, but for their observations."""
    _, rewards, terminated, truncated, finals, infos = zip(*parts, strict=True)
    said: Rows | None = None
    if any(finals):
        sizes = (part.stop - part.start for part in slices)
        said = _listed([rows or [None] * size for rows, size in zip(finals, sizes, strict=True)])
    return (
        None,
        _listed(rewards),
        _listed(terminated),
        _listed(truncated),
        said,
        join_infos(infos),
    )


def _listed(parts: Iterable[Iterable[Any]]) -> list[Any]:
    return list(chain.from_iterable(parts))


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
