"""What was found lately, up to a limit."""

__all__ = ["BoundedCache"]

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(dict[K, V]):
    """A dict that starts anew when it would get larger than ``limit``: see `keep`."""

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
