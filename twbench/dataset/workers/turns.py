"""Working on games in turns: a part of the work on each after the other, and then the next part.

A part has code and tables in the caches of the processor, which then serve all the games of a
group: that saves a sixth to a third of the time. What comes of one does not depend on the others.
"""

__all__ = ["MOST_BYTES", "TOGETHER", "in_turns"]

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from twbench.system.parts import Parts

S = TypeVar("S")
R = TypeVar("R")
TOGETHER = 32
"""Games of a group, unless they are large, or whoever works on them says how many:"""
MOST_BYTES = 1 << 23
"""What the files of a group have, but for the last of it, when no other game is begun. A game that
has none yet counts as the others do in the mean."""


def in_turns(
    work: Callable[[S], Parts[R]],
    specs: Iterable[S],
    begin: Callable[[int], None],
    together: int | None = None,
) -> Iterator[R]:
    """Yield what comes of the ``work`` on each of ``specs``, in their order.

    So many games are worked on ``together`` (by default `TOGETHER`), unless they are large.
    ``begin`` is called with the number of a game before anything is done for it, each time.
    """
    count = TOGETHER if together is None else together
    group: _Group[R] = _Group(begin, count)
    for number, spec in enumerate(specs):
        if group.is_full:
            yield from group.finish()
            group = _Group(begin, count)
        begin(number)
        group.add(number, work(spec))
    yield from group.finish()


class _Group(Generic[R]):
    """Games by their numbers: those that are being worked on, and what has come of the others."""

    def __init__(self, begin: Callable[[int], None], together: int):
        self._begin = begin
        self._together = together
        self._going: dict[int, Parts[R]] = {}
        self._done: dict[int, R] = {}
        self._sizes: dict[int, int] = {}

    @property
    def is_full(self) -> bool:
        """Whether to finish the games that were added before another one is begun.

        That is so, too, if nothing is left to do for any of them: their results need not wait.
        """
        count = len(self._going) + len(self._done)
        return not self._going or count >= self._together or self._bytes > MOST_BYTES

    @property
    def _bytes(self) -> float:
        """About what the files of all have."""
        known = [size for size in self._sizes.values() if size]
        return len(self._sizes) * sum(known) / len(known) if known else 0.0

    def add(self, number: int, parts: Parts[R]) -> None:
        """Do the first part of the work on a game that was begun.

        Of the first game of a group, so many that it has files: the others are much like it.
        """
        self._going[number] = parts
        self._go_on(number)
        while number in self._going and not any(self._sizes.values()):
            self._go_on(number)

    def finish(self) -> list[R]:
        """Return what comes of all of them, in the order of their numbers."""
        while self._going:
            for number in list(self._going):
                self._begin(number)
                self._go_on(number)
        return [done for _, done in sorted(self._done.items(), key=lambda one: one[0])]

    def _go_on(self, number: int) -> None:
        try:
            size = next(self._going[number])
        except StopIteration as end:
            self._done[number] = end.value
            del self._going[number]
        else:
            self._sizes[number] = size or self._sizes.get(number, 0)
