"""The generator of random numbers that is everybody's in TextWorld.

twbench itself draws from `twbench.seeding`; see `g_rng` for the one exception.
"""

__all__ = ["RandomGenerator", "g_rng", "given_rng"]

from random import SystemRandom
from typing import TYPE_CHECKING, Any

from twbench.seeding import Rng, as_rng

if TYPE_CHECKING:
    from numpy.random import RandomState

_SEED_BITS = 16


class RandomGenerator:
    """A row of random generators, one for each task (docs: textworld.utils.RandomGenerator).

    ``seed`` is that of the next one; each is one higher than that of the one before. Without a seed
    the first is drawn from the system's entropy, and `next_seed` gives none of the row.
    """

    def __init__(self, seed: int | None = None):
        self.set_seed(seed)

    @property
    def seed(self) -> int:
        """The seed of the generator that `next` returns."""
        return self._seed

    def set_seed(self, seed: int | None) -> None:
        """Start the row anew."""
        self._is_set = seed is not None
        self._seed = SystemRandom().getrandbits(_SEED_BITS) if seed is None else seed

    def next(self) -> "RandomState":
        """Return a generator of NumPy with the next seed."""
        from numpy.random import RandomState  # only for those who draw: it takes long to load

        generator = RandomState(self._seed)
        self._seed += 1
        return generator

    def next_seed(self, otherwise: int) -> int:
        """Return the next seed, or ``otherwise`` as long as nobody has set one."""
        if not self._is_set:
            return otherwise
        self._seed += 1
        return self._seed - 1


g_rng = RandomGenerator()
"""The generator that is everybody's (docs: textworld.g_rng).

In TextWorld whatever is given no seed draws from it. Here it does so once somebody has set one by
``g_rng.set_seed``: `twbench.GameOptions` without seeds, and the functions that make worlds, maps,
quests and grammars without an ``rng``. Before, options draw from the system's entropy and functions
take seed 0. Datasets and challenges are given all their seeds: they never depend on it.
"""


def given_rng(rng: Any) -> Rng:
    """Return the generator that a function was given as ``rng``; for None see `g_rng`."""
    return as_rng(g_rng.next_seed(0) if rng is None else rng)
