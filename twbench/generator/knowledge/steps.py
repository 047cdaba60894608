"""What is to be done, one after the other."""

__all__ = ["Steps"]

from collections.abc import Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Steps(list[T]):
    """A list that equals a tuple of the same values.

    TextWorld's documentation has policies and walkthroughs as lists, its code returns tuples of
    some: what was written for either holds.
    """

    def __eq__(self, other: object) -> bool:
        return super().__eq__(list(other) if isinstance(other, tuple) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # as that of lists

    def __radd__(self, other: Sequence[Any]) -> Any:
        return (*other, *self) if isinstance(other, tuple) else NotImplemented
