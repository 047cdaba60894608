"""What `twbench.gym.batches.workers` and `twbench.gym.batches.process` say to each other."""

__all__ = ["Reply", "Surroundings"]

from collections.abc import Mapping
from typing import Any, NamedTuple

from twbench.gym.batches.seat import Turn


class Surroundings(NamedTuple):
    """What of the parent's a worker needs to know: modules by name, and its main script or not."""

    modules: tuple[str, ...]
    main: Mapping[str, Any]


class Reply(NamedTuple):
    """What comes of a request: the turns of all seats, or the error that was raised.

    The infos of a turn after the first are only those that another object is given for than the
    turn before: most of what is large does not change, the game itself for one.
    """

    turns: list[Turn]
    error: Exception | None = None
