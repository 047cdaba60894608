"""Tables of the one object that there is for each key, for as long as something else holds it."""

__all__ = ["Interned"]

import weakref
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
_FEWEST = 16_384
"""Entries that are not worth a look which objects have gone."""


class Interned(dict[K, "weakref.ref[V]"]):
    """Weak references to objects by their keys; whoever changes it holds a lock.

    In `weakref.WeakValueDictionary` an object that goes is told to the table, which takes longer
    than to make a fact. Here those that have gone are swept out together, when the table is twice
    as large as it was after the last time.
    """

    __slots__ = ("_limit",)

    def __init__(self) -> None:
        super().__init__()
        self._limit = _FEWEST

    def find(self, key: K) -> V | None:
        """Return the object of a key, or None if there is none any more."""
        found = self.get(key)
        return None if found is None else found()

    def hold(self, key: K, value: V) -> V:
        """Make ``value`` the object of a key that has none, and return it."""
        if len(self) >= self._limit:
            self.sweep()
        self[key] = weakref.ref(value)
        return value

    def sweep(self) -> None:
        """Leave out the keys of objects that have gone."""
        for key in [key for key, found in self.items() if found() is None]:
            del self[key]
        self._limit = max(_FEWEST, 2 * len(self))
