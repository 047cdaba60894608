"""Mean and interquartile mean with stratified bootstrap intervals.

The unit is the game: the episodes of a game are averaged first, and a game counts once, however
often it was played. The statistics are computed per challenge; the overall figure is the plain
mean of the challenges' figures, so that a challenge does not weigh more for having more games.

The bootstrap is stratified by challenge, then by game: within each challenge as many games as it
has are drawn with replacement, and within each game drawn as many of its episodes. The interval is
that between the 2.5 and the 97.5 percentile over all resamples. One game says nothing about how
games differ, so a challenge of fewer than two games has no interval.

Where all games have the same score, so do all resamples, as if five lost games proved that none
can be won. There the interval is that of the rule of three: if more than a part q of all games
scored otherwise, with (1 - q) ** n = 0.05, then n equal ones in a row would be seen in less than
5 % of cases. Scores being from 0 to 1, this bounds the mean, and the interquartile mean.
"""

__all__ = ["Estimate", "Figure", "Sample", "estimate", "interquartile_mean", "resample"]

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
_PERCENTILES = (2.5, 97.5)
_SURPRISE = 0.05  # how unlikely it may be that n games in a row score the same
_DIGITS = 9  # figures are rounded: the last bits of a sum differ from one machine to another
_BLOCK = 4_000_000  # numbers drawn at once

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval; None is unknown, which is not zero."""

    value: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A statistic of one challenge: as observed, and one number per resample.

    ``resamples`` is None for fewer than two games. ``below`` and ``above`` is how much farther
    the interval reaches than the resamples do.
    """

    value: float
    resamples: Floats | None = None
    below: float = 0.0
    above: float = 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """The mean and the interquartile mean of one challenge."""

    mean: Figure
    iqm: Figure


def interquartile_mean(values: Floats) -> Floats:
    """Return the mean along the last axis without its lowest and highest quarter.

    A quarter of n values is n // 4 of them, as in SciPy's ``trim_mean(values, 0.25)``.
    """
    count = values.shape[-1]
    cut = count // 4
    middle = np.sort(values, axis=-1)[..., cut : count - cut]
    return np.asarray(middle.mean(axis=-1), dtype=np.float64)


def resample(
    games: Sequence[Sequence[float]], seed: int, resamples: int = RESAMPLES
) -> Sample | None:
    """Return the figures of a challenge, given the scores of each game's episodes.

    Games without a score are left out; None if no game has one.
    """
    scored = [scores for scores in games if scores]
    if not scored:
        return None
    observed = np.array([sum(scores) / len(scores) for scores in scored])
    mean, iqm = float(observed.mean()), float(interquartile_mean(observed))
    if len(scored) < 2:
        return Sample(Figure(mean), Figure(iqm))
    counts = np.array([len(scores) for scores in scored])
    table = np.zeros((len(scored), counts.max()))
    for row, scores in zip(table, scored, strict=True):
        row[: len(scores)] = scores
    # Raw words of a bit generator are the one stream that NumPy promises never to change.
    words = np.random.PCG64(seed)
    block = max(1, _BLOCK // table.size)
    means, iqms = [], []
    for first in range(0, resamples, block):
        drawn = _draw(table, counts, min(block, resamples - first), words)
        means.append(drawn.mean(axis=-1))
        iqms.append(interquartile_mean(drawn))
    unseen = 1 - _SURPRISE ** (1 / len(scored))
    unseen_in_the_middle = max(0.0, unseen - 0.25) / 0.5
    return Sample(
        _figure(mean, np.concatenate(means), unseen),
        _figure(iqm, np.concatenate(iqms), min(1.0, unseen_in_the_middle)),
    )


def _figure(value: float, resamples: Floats, unseen: float) -> Figure:
    """Return the figure, with margins for the part of games that may score otherwise."""
    if resamples.min() < resamples.max():
        return Figure(value, resamples)
    return Figure(value, resamples, unseen * max(0.0, value), unseen * max(0.0, 1 - value))


def _draw(table: Floats, counts: NDArray[np.int64], size: int, words: np.random.PCG64) -> Floats:
    """Return ``size`` rows of as many game means as there are games, drawn in two stages."""
    games, episodes = table.shape
    chosen = (_uniform(words, (size, games)) * games).astype(np.intp)
    if episodes == 1:
        return np.asarray(table[chosen, 0], dtype=np.float64)
    limits = counts[chosen][..., np.newaxis]
    picks = (_uniform(words, (size, games, episodes)) * limits).astype(np.intp)
    values = table[chosen[..., np.newaxis], picks]
    values[np.arange(episodes) >= limits] = 0.0
    return np.asarray(values.sum(axis=-1) / limits[..., 0], dtype=np.float64)


def _uniform(words: np.random.PCG64, shape: tuple[int, ...]) -> Floats:
    """Return uniform numbers in [0, 1) made of the upper 53 bits of each word."""
    raw = np.asarray(words.random_raw(int(np.prod(shape))), dtype=np.uint64)
    return (raw >> np.uint64(11)).astype(np.float64).reshape(shape) * 2.0**-53


def estimate(figures: Sequence[Figure | None]) -> Estimate:
    """Return the mean over challenges of a figure, with its interval.

    Unknown where there is no challenge, or where one has no figure.
    """
    known = [figure for figure in figures if figure is not None]
    if not known or len(known) < len(figures):
        return Estimate()
    value = round(float(np.mean([figure.value for figure in known])), _DIGITS)
    resamples = [figure.resamples for figure in known if figure.resamples is not None]
    if len(resamples) < len(known):
        return Estimate(value)
    low, high = np.percentile(np.mean(resamples, axis=0), _PERCENTILES)
    low -= np.mean([figure.below for figure in known])
    high += np.mean([figure.above for figure in known])
    return Estimate(value, round(float(low), _DIGITS) + 0.0, round(float(high), _DIGITS))
