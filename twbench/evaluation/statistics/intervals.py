"""Figures with their 95 % intervals: of one challenge, and of several together.

**One challenge.** Values that are all 0 or 1 have the interval of a rate (`rates`). Others have
that between the 2.5 and the 97.5 percentile of their resamples (`bootstrap`), with two exceptions,
where the bootstrap is blind:

- All resamples are equal: the agent won all 8 games, or got half the score in each. What was not
  seen may be there, in a part q of all puzzles: q = z^2 / (n + z^2) for n puzzles, the part that
  Wilson's interval allows for when none of n trials had an outcome. Values are from 0 to 1 (of
  differences: from -1), so the figure is at most q of the way to an end of the range off.
- There is one puzzle. It says nothing of how puzzles differ, and the interval is the whole range.

**Several.** An overall figure is the plain mean of the challenges' figures, so that a challenge
does not weigh more for having more games. Its margins are not a mean of the challenges' margins:
errors of independent challenges cancel in part.

- Resamples are averaged one by one, which is the stratified bootstrap.
- Rates are joined as Price and Bonett do (2004, *Computational Statistics and Data Analysis*
  45:449): z^2 trials, half of them won, are added, an equal part to each of the m rates, and then
  the variances of the rates are summed. For two rates this is the interval of Agresti and Caffo
  (2000). Roots of summed squares of Wilson's margins cover in as few as 81 % of cases for five
  rates of 2 % in 8 games: a challenge without a win has no lower margin to give.
- Where there are figures of several kinds, the margins of the kinds are joined as Zou and Donner do
  (2008, *Statistics in Medicine* 27:1693, MOVER): the root of the sum of squares, on each side.
  For normal distributions this is the usual variance of a sum; skew ones stay skew.
"""

__all__ = ["Estimate", "Part", "Range", "combined", "iqm_part", "mean_part", "part_of"]

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from twbench.evaluation.statistics.bootstrap import (
    RESAMPLES,
    interquartile_mean,
    resampled_iqms,
    resampled_means,
)
from twbench.evaluation.statistics.clusters import Clusters, Floats
from twbench.evaluation.statistics.rates import effective_trials
from twbench.wilson import wilson_interval

DIGITS = 9  # figures are rounded: the last bits of a sum differ from one machine to another

_PERCENTILES = (2.5, 97.5)
_Z = NormalDist().inv_cdf(0.975)

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval; None is unknown, which is not zero."""

    value: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A figure of one challenge with its interval, and what joins it to those of others.

    ``resamples`` has one number per resample, ``trials`` is the effective number of trials of a
    rate. A figure of games that are all equal has neither.
    """

    value: float
    low: float
    high: float
    resamples: Floats | None = None
    trials: float | None = None


def mean_part(clusters: Clusters | None, seed: int, resamples: int = RESAMPLES) -> Part | None:
    """Return the mean over games; a rate where every value is 0 or 1. None of nothing."""
    if clusters is None:
        return None
    if clusters.binary:
        trials = effective_trials(clusters)
        rate = min(1.0, max(0.0, clusters.mean))
        return Part(rate, *wilson_interval(rate * trials, trials), trials=trials)
    drawn = None
    if not clusters.equal and len(clusters.sizes) > 1:
        drawn = resampled_means(clusters.sums, clusters.sizes, seed, resamples)
    return part_of(clusters.mean, drawn, len(clusters.sizes), _range(clusters))


def iqm_part(clusters: Clusters | None, seed: int, resamples: int = RESAMPLES) -> Part | None:
    """Return the interquartile mean over games. None of nothing."""
    if clusters is None:
        return None
    drawn = None
    if not clusters.equal and len(clusters.sizes) > 1:
        drawn = resampled_iqms(clusters, seed, resamples)
    value = interquartile_mean(clusters.games)
    return part_of(value, drawn, len(clusters.sizes), _range(clusters))


def part_of(value: float, resamples: Floats | None, puzzles: int, limits: Range) -> Part:
    """Return the figure of so many puzzles with the interval that its resamples give.

    Without resamples, and where they are all equal, it is the one for what was not seen;
    ``limits`` are the least and the greatest value that there can be.
    """
    if resamples is not None:
        low, high = np.percentile(resamples, _PERCENTILES)
        if high - low > 10.0**-DIGITS:
            return Part(value, float(low), float(high), resamples)
    least, most = limits
    if puzzles > 1 and limits == (0.0, 1.0) and value in limits:
        return Part(value, *wilson_interval(value * puzzles, puzzles), trials=puzzles)
    unseen = 1.0 if puzzles < 2 else _Z**2 / (puzzles + _Z**2)
    return Part(value, value - unseen * (value - least), value + unseen * (most - value))


def _range(clusters: Clusters) -> Range:
    """Return the range of scores, which goes below 0 only where a story takes points away."""
    return min(0.0, float(clusters.games.min())), max(1.0, float(clusters.games.max()))


def combined(parts: Sequence[Part | None]) -> Estimate:
    """Return the mean over the challenges that have the figure, with its interval."""
    known = [part for part in parts if part is not None]
    if not known:
        return Estimate()
    value = sum(part.value for part in known) / len(known)
    margins = [
        (part.value - part.low, part.high - part.value)
        for part in known
        if part.resamples is None and part.trials is None
    ]
    margins.extend(_margins_of_resamples([part for part in known if part.resamples is not None]))
    margins.extend(_margins_of_rates([part for part in known if part.trials is not None]))
    below, above = (_root(side) / len(known) for side in zip(*margins, strict=True))
    return Estimate(
        # To add 0.0 makes 0.0 of -0.0, which would be written with its sign.
        *(round(number, DIGITS) + 0.0 for number in (value, value - below, value + above))
    )


def _margins_of_resamples(parts: Sequence[Part]) -> list[Range]:
    """Return how far the sum of the figures may be below and above, by the stratified bootstrap."""
    if not parts:
        return []
    drawn = [part.resamples for part in parts if part.resamples is not None]
    low, high = np.percentile(np.sum(drawn, axis=0), _PERCENTILES)
    centre = sum(part.value for part in parts)
    return [(centre - float(low), float(high) - centre)]


def _margins_of_rates(parts: Sequence[Part]) -> list[Range]:
    """Return how far the sum of the rates may be below and above: Wilson's way for one of them."""
    if len(parts) < 2:
        return [(part.value - part.low, part.high - part.value) for part in parts]
    added = _Z**2 / len(parts)
    centre = variance = 0.0
    for part in parts:
        trials = (part.trials or 0.0) + added
        rate = part.value + added * (0.5 - part.value) / trials
        centre += rate
        variance += rate * (1 - rate) / trials
    total, reach = sum(part.value for part in parts), _Z * sqrt(variance)
    low, high = max(0.0, centre - reach), min(float(len(parts)), centre + reach)
    return [(max(0.0, total - low), max(0.0, high - total))]


def _root(margins: Sequence[float]) -> float:
    """Return the root of the sum of squares; one margin stays itself, whatever its sign."""
    return margins[0] if len(margins) == 1 else sqrt(sum(max(0.0, m) ** 2 for m in margins))
