"""Values of the games of one challenge, gathered by puzzle: what every interval is computed from.

A game counts once, however often it was played: its episodes are averaged. A puzzle is what is
drawn as a whole when one asks how other puzzles would have turned out; it has the weight of its
games, so that the mean over games is the ratio (sum of the puzzles) / (number of their games).
"""

__all__ = ["DIGITS", "Clusters", "Floats"]

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
DIGITS = 9
"""Behind these, figures differ by the last bits of sums, which depend on the machine."""


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """The value of every game, and of which puzzle it is.

    ``games`` holds the games' values and ``puzzles`` the numbers of their puzzles, ``sums`` and
    ``sizes`` the sum of the values and the number of games of each puzzle. ``episodes`` is how
    many were averaged, and ``trials`` how many equally weighted ones have as much weight (Kish).
    ``binary`` is whether every episode has the value 0 or 1.
    """

    games: Floats
    puzzles: NDArray[np.intp]
    sums: Floats
    sizes: Floats
    episodes: int
    trials: float
    binary: bool

    @classmethod
    def of(cls, games: Iterable[tuple[str, Sequence[float]]]) -> "Clusters | None":
        """Gather (puzzle, values of the episodes) of each game; None if no game has a value.

        Puzzles are numbered in the order of their names: that of the games changes nothing but
        the last bits of a sum.
        """
        known = sorted((puzzle, list(values)) for puzzle, values in games if values)
        if not known:
            return None
        names = {puzzle: number for number, puzzle in enumerate(sorted({p for p, _ in known}))}
        puzzles = np.array([names[puzzle] for puzzle, _ in known], dtype=np.intp)
        means = np.array([sum(values) / len(values) for _, values in known], dtype=np.float64)
        return cls(
            games=means,
            puzzles=puzzles,
            sums=np.bincount(puzzles, means).astype(np.float64),
            sizes=np.bincount(puzzles).astype(np.float64),
            episodes=sum(len(values) for _, values in known),
            trials=len(known) ** 2 / sum(1 / len(values) for _, values in known),
            binary=all(value in (0.0, 1.0) for _, values in known for value in values),
        )

    @property
    def mean(self) -> float:
        """The mean over games."""
        return float(self.games.mean())

    @property
    def variance(self) -> float:
        """The variance of the mean, puzzles being what was drawn, by linearisation of the ratio.

        A puzzle that has a large part of the games draws the mean to itself, and is off by less
        than it would be: by one minus its part. As the jackknife does, what it is off by is divided
        by that (Bell and McCaffrey 2002, *Survey Methodology* 28:169), but for what puzzles of
        equally many games have all alike.
        """
        puzzles = len(self.sizes)
        residuals = self.sums - self.mean * self.sizes
        if puzzles > 1:
            residuals *= (1 - 1 / puzzles) / (1 - self.sizes / len(self.games))
        return float((residuals**2).sum()) / len(self.games) ** 2

    @property
    def weight(self) -> float:
        """How many puzzles of equally many games have as much weight (Kish 1965)."""
        return len(self.games) ** 2 / float((self.sizes**2).sum())
