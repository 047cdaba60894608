"""The order in which games are played: all once, before any is played again."""

__all__ = ["DEFAULT_SEED", "SEEDS", "GameOrder", "checked_paths", "checked_seed", "shuffled_cycle"]

import os
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from numpy.random import RandomState

from twbench.errors import ConfigError, StoryFileError
from twbench.gym.batches.seat import Start
from twbench.printable import shown
from twbench.seeding import derive_seed
from twbench.whole_numbers import whole_number

T = TypeVar("T")

DEFAULT_SEED = 1234
"""The seed of an order that nobody has seeded, so that two runs of a script are alike."""
SEEDS = 2**32
"""How many there are of an order: those that NumPy's RandomState takes."""


class GameOrder:
    """The games of a pool in the order in which they are played.

    The order is that of TextWorld 1.7 for the same files and the same seed. Raises ConfigError if
    there are no games, or if ``gamefiles`` is no list of paths, and StoryFileError for a file that
    is not there.
    """

    def __init__(self, gamefiles: Iterable[str | os.PathLike[str]]):
        self.gamefiles = checked_paths(gamefiles)
        self.seed(DEFAULT_SEED)

    def seed(self, seed: int | None) -> int:
        """Begin anew, in the order that comes of a seed; return it, drawn if it is None.

        Raises ConfigError for what is no seed.
        """
        seed = checked_seed(seed)
        rng = RandomState(seed)
        files = list(self.gamefiles)
        rng.shuffle(files)
        self._cycle = shuffled_cycle(files, rng)
        self._seeds = (derive_seed(seed, "episode", episode) for episode in count())
        return seed

    def skip(self, games: int) -> None:
        """Leave out the next ones; raises ConfigError for fewer than none."""
        if games < 0:
            raise ConfigError(f"Games can be skipped, but not {games} of them.")
        for _ in range(games):
            self.next()

    def next(self) -> Start:
        """Return the game whose turn it is."""
        return Start(next(self._cycle), next(self._seeds))


def shuffled_cycle(iterable: Iterable[T], rng: RandomState, nb_loops: int = -1) -> Iterator[T]:
    """Yield all elements, then shuffle them and yield them again (docs: textworld.gym.envs.utils).

    The first loop keeps their order. With ``nb_loops`` of -1 there is no end. A loop is the least,
    as with TextWorld.

    >>> list(shuffled_cycle("abc", RandomState(3), nb_loops=2))
    ['a', 'b', 'c', 'b', 'a', 'c']
    """
    elements: list[Any] = list(iterable)
    if not elements:
        return
    for loop in count(1):
        yield from elements
        if loop >= nb_loops >= 0:
            return
        rng.shuffle(elements)


def checked_paths(gamefiles: Iterable[str | os.PathLike[str]]) -> tuple[str, ...]:
    """Return the paths of games as they are found from any folder.

    Raises ConfigError if there are none, or if this is one path instead of a list, and
    StoryFileError for a file that is not there.
    """
    if isinstance(gamefiles, str | bytes | os.PathLike):
        raise ConfigError(
            f"gamefiles must be a list of paths, not one: [{os.fspath(gamefiles)!r}]. For a single"
            " game there is register_game."
        )
    if not isinstance(gamefiles, Iterable):
        raise ConfigError(f"gamefiles must be a list of paths, not {shown(gamefiles)}.")
    gamefiles = list(gamefiles)
    for path in gamefiles:
        if not isinstance(path, str | os.PathLike):
            raise ConfigError(f"gamefiles must be paths, which {shown(path)} is not.")
    paths = tuple(str(Path(path).absolute()) for path in gamefiles)
    if not paths:
        raise ConfigError("There is no game to play: gamefiles is empty.")
    for path in paths:
        if not Path(path).is_file():
            raise StoryFileError(f"There is no story at {path}.")
    return paths


def checked_seed(seed: int | None) -> int:
    """Return a seed, drawn if it is None; raises ConfigError for what is none."""
    if seed is None:
        return int.from_bytes(os.urandom(4), "big")
    return whole_number(seed, "A seed", 0, SEEDS - 1)
