"""Telling whoever waits for a story that it has answered, and that valid actions are searched for.

A story answers at once or hangs; a search may take a minute. So the two have limits of their own,
and the one who waits need not know who searches, or for what.
"""

__all__ = ["announce_search", "told_of_searches"]

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar

_told: ContextVar[Callable[[float], None] | None] = ContextVar("told of searches", default=None)


@contextlib.contextmanager
def told_of_searches(tell: Callable[[float], None]) -> Iterator[None]:
    """Call ``tell`` before each search in this context, with how many seconds it may take."""
    former = _told.set(tell)
    try:
        yield
    finally:
        _told.reset(former)


def announce_search(seconds: float) -> None:
    """Tell that a search begins, and after how many seconds on the wall it has ended at last."""
    tell = _told.get()
    if tell is not None:
        tell(seconds)
