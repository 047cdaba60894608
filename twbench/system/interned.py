"""Tables of the one object that there is for each key, for as long as something else holds it."""

__all__ = ["Interned"]

import weakref
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
_FEWEST = 16_384
"""Entries that are not worth a look which objects have gone."""
_FEW = 4
"""So many parts of a key are as large as an entry."""


class Interned(dict[K, "weakref.ref[V]"]):
    """Weak references to objects by their keys; whoever changes it holds a lock.

    In `weakref.WeakValueDictionary` an object that goes is told to the table, which takes longer
    than to make a fact. Here those that have gone are swept out together, when the table is twice
    as large as it was after the last time: their keys stay until then, so that large ones count
    for several.
    """

    __slots__ = ("_room",)

    def __init__(self) -> None:
        super().__init__()
        self._room = _FEWEST

    def find(self, key: K) -> V | None:
        """Return the object of a key, or None if there is none any more."""
        found = self.get(key)
        return None if found is None else found()

    def hold(self, key: K, value: V, parts: int = 0) -> V:
        """Make ``value`` the object of a key of so many ``parts`` that has none, and return it."""
        if self._room <= 0:
            self.sweep()
        self._room -= 1 + parts // _FEW
        self[key] = weakref.ref(value)
        return value

    def sweep(self) -> None:
        """Leave out the keys of objects that have gone."""
        for key in [key for key, found in self.items() if found() is None]:
            del self[key]
        self._room = max(_FEWEST - len(self), len(self))
