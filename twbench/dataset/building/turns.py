"""Making candidates in turns: a part of each after the other, and then the next part.

A part has code and tables in the caches of the processor, which then serve all the candidates of a
group: that saves a sixth to a third of the time. What becomes of one does not depend on the others.
"""

__all__ = ["MOST_BYTES", "TOGETHER", "in_turns"]

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from twbench.dataset.items.item import Made

S = TypeVar("S")
TOGETHER = 16
"""Candidates of a group, unless their games are large:"""
MOST_BYTES = 1 << 22
"""What the files of a group have, but for the last of it, when no other candidate is begun."""
Parts = Iterator[int | Made]
"""The parts of the work on a candidate: the last comes to what becomes of it, those before to how
many bytes the files of its game have so far."""


def in_turns(
    make: Callable[[S], Parts], specs: Iterable[S], begin: Callable[[int], None]
) -> Iterator[Made]:
    """Yield what ``make`` makes of each of ``specs``, in their order.

    ``begin`` is called with the number of a candidate before anything is done for it, each time.
    """
    group = _Group(begin)
    for number, spec in enumerate(specs):
        if group.is_full:
            yield from group.finish()
            group = _Group(begin)
        begin(number)
        group.add(number, make(spec))
    yield from group.finish()


class _Group:
    """Candidates by their numbers: those that are being made, and what became of the others."""

    def __init__(self, begin: Callable[[int], None]):
        self._begin = begin
        self._going: dict[int, Parts] = {}
        self._made: dict[int, Made] = {}
        self._sizes: dict[int, int] = {}

    @property
    def is_full(self) -> bool:
        """Whether those that were added are to be finished before another one is begun."""
        size = sum(self._sizes.values())
        return len(self._going) + len(self._made) >= TOGETHER or size > MOST_BYTES

    def add(self, number: int, parts: Parts) -> None:
        """Do the first part of a candidate that was begun."""
        self._going[number] = parts
        self._go_on(number)

    def finish(self) -> list[Made]:
        """Return what becomes of all of them, in the order of their numbers."""
        while self._going:
            for number in list(self._going):
                self._begin(number)
                self._go_on(number)
        return [made for _, made in sorted(self._made.items())]

    def _go_on(self, number: int) -> None:
        part = next(self._going[number])
        if isinstance(part, int):
            self._sizes[number] = part
        else:
            self._made[number] = part
            del self._going[number]
