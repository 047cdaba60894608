"""A part of the splits that are played: the first games of each."""

__all__ = ["SplitPart"]

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SplitPart:
    """The ``first`` games of each split are played; all splits together have ``of`` games."""

    first: int
    of: int

    @classmethod
    def recorded(cls, plan: Mapping[str, Any]) -> "SplitPart | None":
        """Return the part that a plan in a record is about; None for that of whole splits."""
        part = plan.get("part")
        return None if part is None else cls(part["first"], part["of"])

    def told(self, splits: Sequence[str], games: int) -> str:
        """Return in words that ``games`` of the ``splits`` are played.

        >>> SplitPart(20, 500).told(["test"], 20), SplitPart(20, 510).told(["valid", "test"], 30)
        ('first 20 of 500 games', 'first 20 of each, 30 of 510 games')
        """
        first = f"first {games}" if len(splits) == 1 else f"first {self.first} of each, {games}"
        return f"{first} of {self.of} games"

    def problem(self, counts: Sequence[int]) -> str | None:
        """Return what is wrong with it where splits have so many games in a plan."""
        if not counts or max(counts) != self.first:
            return f"it has not the first {self.first} games of a split."
        if sum(counts) >= self.of:
            return f"it is of a part of {self.of} games, and has {sum(counts)}."
        return None
