"""Rows of a dataset that are not as its recipe plans them.

A few are told one by one. Where there are many, the recipe is probably not the one that the games
were made by, and one line says so.
"""

__all__ = ["OTHER_GAMES", "Unplanned"]

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

P = TypeVar("P")
OTHER_GAMES = "the recipe in dataset.json gives other games"
MOST_LISTED = 3
"""Up to how many rows are told one by one; of more, the line names as many."""


class Unplanned(Generic[P]):
    """Counts the rows of a table that are not as planned; places ``P`` tell them apart."""

    def __init__(self) -> None:
        self._first: list[tuple[P, list[str]]] = []
        self._seen = 0
        self._count = 0

    def agrees(self, place: P, row: Mapping[str, Any], planned: Mapping[str, Any]) -> bool:
        """Return whether a ``row`` is as ``planned``; it counts if it is not."""
        self._seen += 1
        columns = [column for column, value in planned.items() if row[column] != value]
        if columns:
            self._count += 1
            if len(self._first) < MOST_LISTED:
                self._first.append((place, columns))
        return not columns

    def faults(self, name: Callable[[P], str]) -> Iterator[tuple[P | None, str]]:
        """Yield each place and what is wrong there; if there are many, None and one line for all.

        ``name`` returns how that line names a place.
        """
        if self._count <= MOST_LISTED:
            for place, columns in self._first:
                for column in columns:
                    yield place, f"{column} is not as planned"
            return
        first = ", ".join(f"{name(place)} ({', '.join(columns)})" for place, columns in self._first)
        yield (
            None,
            f"{self._count} of {self._seen} rows are not as planned, the first of them {first}",
        )
