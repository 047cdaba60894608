"""Values that scripts of TextWorld's users are given, as they rely on them.

They may be changed without changing what is known of a game, and lists equal tuples.
"""

__all__ = ["ListOrTuple", "ones_own"]

from collections.abc import Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class ListOrTuple(list[T]):
    """A list that equals a tuple of the same values.

    TextWorld's documentation has policies, walkthroughs and batches as lists, its code returns
    tuples of some: what was written for either holds.
    """

    def __eq__(self, other: object) -> bool:
        return super().__eq__(list(other) if isinstance(other, tuple) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # as that of lists

    def __radd__(self, other: Sequence[Any]) -> Any:
        return (*other, *self) if isinstance(other, tuple) else NotImplemented


def ones_own(value: Any) -> Any:
    """Return a list or a mapping that can be changed with all in it, and anything else itself."""
    if isinstance(value, list):
        return [ones_own(item) for item in value]
    if isinstance(value, dict):
        return {key: ones_own(item) for key, item in value.items()}
    return value
