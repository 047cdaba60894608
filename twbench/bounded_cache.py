"""What was found lately, up to a limit.

Most functions that remember results use `functools.lru_cache` instead, with 64 entries or so where
the arguments are a logic or a grammar, of which a process knows few, and with thousands where they
are words, facts or texts, which games share. A `BoundedCache` is for results that depend on an
object's own state, and for places where even the call of a function is too slow. The reason for
each one's size stands beside it.
"""

__all__ = ["BoundedCache"]

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(dict[K, V]):
    """A dict that starts anew when it would get larger than ``limit``: see `keep`.

    A look at a value is not recorded, as an LRU cache does: it takes no longer than in any dict.
    """

    __slots__ = ("_limit",)

    def __init__(self, limit: int):
        super().__init__()
        self._limit = limit

    def keep(self, key: K, value: V) -> V:
        """Remember a value under a key that is not there, and return it."""
        if len(self) >= self._limit:
            self.clear()
        self[key] = value
        return value
