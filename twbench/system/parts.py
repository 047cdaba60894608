"""Work in parts: a generator that yields between the parts, and returns what comes of the work.

Whoever has several such works does a part of each, and then the next part: see
`twbench.dataset.workers.turns`.
"""

__all__ = ["Parts", "completed", "in_one_part"]

from collections.abc import Callable, Generator
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Parts = Generator[int, None, T]
"""Work that comes to a ``T``. It yields how many bytes of the files of a game there are so far, and
0 for as many as before."""


def completed(parts: Parts[T]) -> T:
    """Return what comes of work in parts, all of which are done one after the other."""
    while True:
        try:
            next(parts)
        except StopIteration as end:
            result: T = end.value
            return result


def in_one_part(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Parts[T]:
    """Return ``work`` that has no parts as one that has: it is done when the first is asked for."""
    yield from ()
    return work(*args, **kwargs)
