"""Random numbers that depend on (root seed, key) alone, never on the order of calls.

There is no global generator: whoever draws is handed an `Rng`. Its methods are built on
``random.Random.random`` alone, the one method whose sequence Python promises never to change, so
a game has the same bytes under every Python version.
"""

__all__ = ["NumPyRng", "Rng", "as_rng", "derive_seed", "shared_seed"]

import hashlib
import random
from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from twbench.errors import ConfigError
from twbench.hashing import canonical_json
from twbench.printable import shown
from twbench.whole_numbers import as_whole

T = TypeVar("T")


def derive_seed(root: int, *key: str | int) -> int:
    """Return the 63-bit seed of the part named ``key`` under the ``root`` seed."""
    parts = [
        str(part)
        if type(part) is int
        else _quoted(part)
        if type(part) is str
        else canonical_json(part)
        for part in (root, *key)
    ]
    digest = hashlib.sha256(f"[{','.join(parts)}]".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


@lru_cache(maxsize=1024, typed=True)
def shared_seed(root: int, *key: str | int) -> int:
    """Return what `derive_seed` does, which is remembered: for what many games have in common."""
    return derive_seed(root, *key)


@lru_cache(maxsize=1024)
def _quoted(part: str) -> str:
    """Return the JSON of a part of a key; most are among the few names of the parts of a game."""
    return canonical_json(part)


class Rng:
    """A random generator with an explicit seed.

    >>> Rng(7).integer(10) == Rng(7).integer(10)
    True
    """

    __slots__ = ("random", "seed")

    def __init__(self, seed: int):
        self.seed = seed
        self.random = random.Random(seed).random

    def integer(self, stop: int) -> int:
        """Draw from ``0, ..., stop - 1``."""
        return int(self.random() * stop)

    def between(self, low: int, high: int) -> int:
        """Draw from ``low, ..., high``, both included."""
        return low + int(self.random() * (high - low + 1))

    def chance(self, probability: float) -> bool:
        """Return True with the given probability."""
        return self.random() < probability

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of ``items``."""
        return items[int(self.random() * len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """Draw one of ``items`` with probability in proportion to ``weights``."""
        threshold = self.random() * sum(weights)
        for item, weight in zip(items, weights, strict=True):
            threshold -= weight
            if threshold < 0:
                return item
        return items[-1]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle ``items`` in place."""
        for last in range(len(items) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Draw ``count`` different positions of ``items``, in random order."""
        pool = list(items)
        for index in range(count):
            other = index + int(self.random() * (len(pool) - index))
            pool[index], pool[other] = pool[other], pool[index]
        return pool[:count]


class NumPyRng(Rng):
    """A generator that has the methods of NumPy's ``RandomState`` besides those of `Rng`.

    It is what scripts of TextWorld's users are given (``GameOptions.rngs``): they may draw
    ``rng.randint(3)`` or ``rng.choice(names, size=2, replace=False)``. Draws of the one kind leave
    those of the other as they are.

    >>> NumPyRng(7).randint(10) == NumPyRng(7).randint(10)
    True
    """

    __slots__ = ("_numpy",)

    def __getattr__(self, name: str) -> Any:
        if name == "_numpy":  # asked for the first time
            from numpy.random import RandomState  # only for those who draw: it takes long to load

            self._numpy: RandomState = RandomState(self.seed % 2**32)
            return self._numpy
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._numpy, name)

    def choice(self, items: Any, size: Any = None, replace: bool = True, p: Any = None) -> Any:
        """Draw one of ``items`` as `Rng` does, or else as NumPy does."""
        if size is None and p is None and not isinstance(items, int):
            return super().choice(items)
        return self._numpy.choice(items, size, replace, p)


def as_rng(source: Any) -> Rng:
    """Return ``source`` if it is an `Rng`, else one seeded by it.

    An int seeds directly; a ``random.Random`` or a NumPy generator of any kind (what users of the
    documented functions hand in) is asked for one 31-bit number. Raises ConfigError for all else.
    """
    if isinstance(source, Rng):
        return source
    seed = as_whole(source)
    if seed is not None:
        return Rng(seed)
    if isinstance(source, random.Random):
        return Rng(source.getrandbits(31))
    draw = getattr(source, "integers", None) or getattr(source, "randint", None)
    if draw is None:
        raise ConfigError(
            f"A generator is made of a whole number or another generator, not of {shown(source)}."
        )
    return Rng(int(draw(2**31 - 1)))
