"""What is not as the recipe plans it: where it is much, the recipe is one of other games."""

__all__ = ["OTHER_GAMES", "Unplanned"]

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

P = TypeVar("P")
OTHER_GAMES = "the recipe in dataset.json gives other games"
MOST_LISTED = 3
"""How many are told one by one; of more, so many are named."""


class Unplanned(Generic[P]):
    """Counts the rows of a table that are not as planned; places ``P`` tell them apart.

    Attributes:
        first: the first of them, each with those of its columns that are not as planned.

    """

    def __init__(self) -> None:
        self.first: list[tuple[P, list[str]]] = []
        self._seen = 0
        self._count = 0

    @property
    def is_much(self) -> bool:
        """Whether there are more than are told one by one."""
        return self._count > MOST_LISTED

    def agrees(self, place: P, row: Mapping[str, Any], planned: Mapping[str, Any]) -> bool:
        """Return whether a ``row`` is as ``planned``; it counts if it is not."""
        self._seen += 1
        columns = [column for column, value in planned.items() if row[column] != value]
        if columns:
            self._count += 1
            if len(self.first) < MOST_LISTED:
                self.first.append((place, columns))
        return not columns

    def summary(self, name: Callable[[P], str]) -> str:
        """Return a line that tells of all of them; ``name`` names a place."""
        first = ", ".join(f"{name(place)} ({', '.join(columns)})" for place, columns in self.first)
        return f"{self._count} of {self._seen} rows are not as planned, the first of them {first}"
