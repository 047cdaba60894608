"""The order in which a search tries what it could do next."""

__all__ = ["in_any_order", "more_often_first", "parted"]

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from twbench.seeding import Rng

T = TypeVar("T")


def in_any_order(items: list[T], rng: Rng | None) -> Iterator[T]:
    """Yield ``items``, each once, in random order if there is a generator; the list is changed."""
    if rng is None:
        yield from items
        return
    for left in range(len(items), 0, -1):
        # A shuffle that draws when asked: few of many are taken before the search goes deeper.
        chosen = rng.integer(left)
        yield items[chosen]
        items[chosen] = items[left - 1]


def more_often_first(first: list[T], others: list[T], part: float, rng: Rng) -> Iterator[T]:
    """Yield all items in random order, so that ``part`` of the time the next is of the ``first``.

    The lists are changed.
    """
    queues = [in_any_order(first, rng), in_any_order(others, rng)]
    while queues:
        chosen = 0 if rng.chance(part) else -1
        following = next(queues[chosen], None)
        if following is None:
            del queues[chosen]
        else:
            yield following


def parted(items: Iterable[T], is_first: Callable[[T], bool]) -> tuple[list[T], list[T]]:
    """Return the items that come first, and the others."""
    first: list[T] = []
    others: list[T] = []
    for item in items:
        (first if is_first(item) else others).append(item)
    return first, others
