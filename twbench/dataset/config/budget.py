"""What one game may cost: states for the solver to look at, and seconds to be made in."""

__all__ = ["Allowance", "Budget", "OverBudget", "parse_budget", "within"]

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple, TypeVar

from twbench.dataset.config.fields import check_type, mapping
from twbench.errors import ConfigError
from twbench.system.timers import Clock, interrupting
from twbench.whole_numbers import whole_number

T = TypeVar("T")
LEAST_SECONDS = 1
"""With less any game might be called too slow: the first of a process takes half of that."""


class OverBudget(BaseException):
    """Raised in the midst of making a game; no ``except Exception`` stops it."""


class Budget(NamedTuple):
    """``nodes`` states to prove the length of a shortest solution; ``seconds`` of processor time.

    Beyond the nodes the length stays unknown, which is the same on every machine. Beyond the
    seconds the candidate is rejected, which is not: they are a guard against games that never come
    to an end, and should be far more than any game needs.
    """

    nodes: int = 20_000
    seconds: float | None = None

    def serialize(self) -> dict[str, Any]:
        """Return the budget as it would be configured."""
        return {"nodes": self.nodes, "seconds": self.seconds}


def parse_budget(value: Any) -> Budget:
    """Return the typed form of ``dataset.budget``; raises ConfigError."""
    default = Budget()
    settings = mapping(value, "dataset.budget", ("nodes", "seconds"))
    seconds = settings.get("seconds", default.seconds)
    check_type(seconds, float | None, "dataset.budget.seconds")
    if seconds is not None and not LEAST_SECONDS <= seconds < float("inf"):
        raise ConfigError(
            f"dataset.budget.seconds must be at least {LEAST_SECONDS}, or null, not {seconds}: it"
            " is a guard, and no game can be relied on to be made in less."
        )
    nodes = whole_number(settings.get("nodes", default.nodes), "dataset.budget.nodes", 0)
    return Budget(nodes, None if seconds is None else float(seconds))


def within(seconds: float | None) -> AbstractContextManager[None]:
    """Raise `OverBudget` in this context after ``seconds`` of processor time (None: never).

    Raises RuntimeError outside the main thread of a process.
    """
    if seconds is None:
        return nullcontext()
    return interrupting(OverBudget, seconds, Clock.PROCESSOR)


class Allowance:
    """What is left of ``seconds`` of processor time (None: any) for work that is done in parts."""

    def __init__(self, seconds: float | None):
        self._left = seconds

    def spend(self, part: Callable[[], T]) -> T:
        """Return what the next part of the work returns; raises what `within` raises."""
        if self._left is None:
            return part()
        if self._left <= 0:
            raise OverBudget
        begun = time.process_time()
        try:
            with within(self._left):
                return part()
        finally:
            self._left -= time.process_time() - begun
