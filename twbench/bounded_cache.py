"""What was found lately, up to a limit.

Functions of what may be hashed have `functools.lru_cache` instead: 64 entries or so where they are
about a logic or a grammar, of which a process knows few, thousands where they are about words,
facts and texts, which games share. A `BoundedCache` is for what depends on an object's own state,
and where even the call of a function is too slow. The reason for its size stands beside it.
"""

__all__ = ["BoundedCache"]

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(dict[K, V]):
    """A dict that starts anew when it would get larger than ``limit``: see `keep`.

    Nothing is noted when a value is found, so that this takes as long as in any dict.
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
