"""The bootstrap clustered by puzzle: means and interquartile means of puzzles drawn anew.

A resample draws as many puzzles as there are, with replacement, each with all its games and all
their episodes; its mean is the sum over the games drawn by their number. Nothing is drawn within a
puzzle: how its games and episodes differ is in the puzzle's mean already (Davison and Hinkley 1997,
*Bootstrap Methods and their Application*, section 3.8; Cameron, Gelbach and Miller 2008). Resamples
of challenges are independent, which makes the bootstrap of an overall figure a stratified one.

A resample is stored as how often it has each puzzle, so that a statistic of all resamples is a
product of matrices. The numbers are raw words of the bit generator PCG64, the one stream that
NumPy promises never to change: figures are the same on every machine.
"""

__all__ = ["RESAMPLES", "interquartile_mean", "resampled_iqms", "resampled_means"]

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from twbench.evaluation.statistics.clusters import Clusters, Floats

RESAMPLES = 10_000
_BLOCK = 2_000_000  # numbers drawn at once
_KEPT = 16  # draws of so many challenges are kept: the runs of a leaderboard share them

Counts = NDArray[np.uint16]


def interquartile_mean(values: Floats) -> float:
    """Return the mean without the lowest and the highest quarter of the values.

    A quarter of n values is n // 4 of them, as in SciPy's ``trim_mean(values, 0.25)``.
    """
    cut = len(values) // 4
    return float(np.sort(values)[cut : len(values) - cut].mean())


def resampled_means(
    clusters: Clusters, seed: int, resamples: int = RESAMPLES
) -> tuple[Floats, Floats]:
    """Return the mean of each resample, and the variance that the resample itself gives it.

    That is the variance of the ratio (sum of the puzzles) / (number of their games), by
    linearisation (`rates`), not corrected for few puzzles. It is 0 where all puzzles are alike.
    """
    sizes = clusters.sizes
    # What puzzles have above the mean: of numbers as small as these no digits get lost below.
    rest = clusters.sums - clusters.mean * sizes
    terms = np.stack([rest, sizes, rest**2, rest * sizes, sizes**2], axis=1)
    totals = np.concatenate([counts @ terms for counts in _blocks(seed, len(sizes), resamples)])
    sums, games, squares, products, weights = totals.T
    above = sums / games
    variances = (squares - 2 * above * products + above**2 * weights) / games**2
    return clusters.mean + above, np.maximum(variances, 0.0)


def resampled_iqms(clusters: Clusters, seed: int, resamples: int = RESAMPLES) -> Floats:
    """Return the interquartile mean of each resample, over the games drawn."""
    order = np.argsort(clusters.games, kind="stable")
    games, puzzles = clusters.games[order], clusters.puzzles[order]
    return np.concatenate(
        [
            _iqms(games, counts[:, puzzles])
            for counts in _blocks(seed, len(clusters.sizes), resamples)
        ]
    )


def _iqms(games: Floats, counts: Floats) -> Floats:
    """Return the interquartile mean of each row, which has each of the sorted games so often."""
    ends = np.cumsum(counts, axis=1)
    total = ends[:, -1:]
    cut = total // 4
    # In a sorted resample each game stands from its end less its count to its end. So much of this
    # as lies between the cuts is counted, without writing out any resample.
    inside = np.clip(ends, cut, total - cut) - np.clip(ends - counts, cut, total - cut)
    return np.asarray(inside @ games / inside.sum(axis=1), dtype=np.float64)


def _blocks(seed: int, puzzles: int, resamples: int) -> Iterator[Floats]:
    """Yield how often each puzzle is in each resample, some resamples at a time."""
    if puzzles * resamples <= _BLOCK:
        yield _kept(seed, puzzles, resamples).astype(np.float64)
        return
    # One stream for all blocks: figures do not depend on where it is cut.
    words = np.random.PCG64(seed)
    size = max(1, _BLOCK // puzzles)
    for first in range(0, resamples, size):
        yield _draw(words, puzzles, min(size, resamples - first)).astype(np.float64)


# Draws of more than _BLOCK numbers never come here: in 16 bits each of these takes 4 MB at most,
# all together 64 MB.
@lru_cache(maxsize=_KEPT)
def _kept(seed: int, puzzles: int, resamples: int) -> Counts:
    return _draw(np.random.PCG64(seed), puzzles, resamples)


def _draw(words: np.random.PCG64, puzzles: int, resamples: int) -> Counts:
    raw = np.asarray(words.random_raw(resamples * puzzles), dtype=np.uint64)
    # The upper 53 bits, as many as a float holds exactly: from 0 to 1, without 1 itself.
    uniform = (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53
    chosen = (uniform * puzzles).astype(np.intp).reshape(resamples, puzzles)
    # Each resample gets numbers of its own for the puzzles, so that all are counted in one go.
    rows = np.arange(resamples)[:, np.newaxis] * puzzles
    counts = np.bincount((chosen + rows).ravel(), minlength=resamples * puzzles)
    return counts.reshape(resamples, puzzles).astype(np.uint16)
