"""Figures with their 95 % intervals: of one challenge, and of several together.

**One challenge.** Values that are all 0 or 1 have the interval of a rate (`rates`). Others have
that which their resamples give (`margins`), within what is known without them. One puzzle says
nothing of how puzzles differ, and the interval is the whole range.

**Several.** An overall figure is the plain mean of the challenges' figures, so that a challenge
does not weigh more for having more games. Its margins are not a mean of the challenges' margins:
errors of independent challenges cancel in part.

- Resamples are added one by one, which is the stratified bootstrap. Margins are at most those that
  the last of these rules gives.
- Rates are joined as Price and Bonett do (2004, *Computational Statistics and Data Analysis*
  45:449): z^2 trials, half of them won, are added, an equal part to each of the m rates, and then
  the variances of the rates are summed. For two rates this is the interval of Agresti and Caffo
  (2000). Roots of summed squares of Wilson's margins cover in as few as 81 % of cases for five
  rates of 2 % in 8 games: a challenge without a win has no lower margin to give.
  A challenge that resamples tell nothing of, and whose interval is Wilson's, is joined as a rate.
- Margins of these kinds, and of other challenges that resamples tell nothing of, are joined as Zou
  and Donner do (2008, *Statistics in Medicine* 27:1693, MOVER): the root of the sum of squares, on
  each side. For normal distributions this is the usual variance of a sum; skew ones stay skew.
"""

__all__ = ["RULE", "SCORES", "Estimate", "Part", "combined", "iqm_part", "mean_part"]

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt

from twbench.evaluation.statistics.bootstrap import RESAMPLES, interquartile_mean
from twbench.evaluation.statistics.clusters import DIGITS, Clusters
from twbench.evaluation.statistics.margins import (
    Range,
    Resamples,
    bounds_of_most,
    bounds_of_rate,
    joint_margins,
    unseen,
)
from twbench.evaluation.statistics.rates import effective_trials
from twbench.wilson import QUANTILE, wilson_interval

RULE = 3
"""The version of these rules. Records of runs name it: intervals by another cannot be compared."""
SCORES = (0.0, 1.0)
"""The range of scores, which goes below 0 only where a story takes points away."""
_CUT = 4
"""The fewest games of which an interquartile mean leaves any out."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval; None is unknown, which is not zero."""

    value: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A figure of one challenge with its interval, and what is needed to join it with others.

    ``resamples`` are None where they tell nothing. ``trials`` is the effective number of trials of
    a rate. A figure of puzzles that are nearly all equal has neither.
    """

    value: float
    low: float
    high: float
    resamples: Resamples | None = None
    trials: float | None = None


def mean_part(
    clusters: Clusters | None, seed: int, resamples: int = RESAMPLES, limits: Range = SCORES
) -> Part | None:
    """Return the mean over games; a rate where every score is 0 or 1. None of nothing.

    ``limits`` are the least and the greatest value that there can be, unless values are beyond.
    """
    if clusters is None:
        return None
    value, limits = clusters.mean, _reaching(limits, clusters)
    if limits == SCORES and clusters.binary:
        rate, trials = min(1.0, max(0.0, value)), effective_trials(clusters)
        return Part(rate, *wilson_interval(rate * trials, trials), trials=trials)
    if len(clusters.sizes) < 2:
        return Part(value, *limits)
    as_rate, of_most = bounds_of_rate(clusters, limits), bounds_of_most(clusters, limits)
    bounds = max(as_rate[0], of_most[0]), min(as_rate[1], of_most[1])
    part = _part(value, bounds, Resamples.of_mean(clusters, seed, resamples))
    if part.resamples is None and limits == SCORES and bounds == as_rate:
        return replace(part, trials=clusters.weight)
    return part


def iqm_part(clusters: Clusters | None, seed: int, resamples: int = RESAMPLES) -> Part | None:
    """Return the interquartile mean over games of scores. None of nothing.

    Of less than four games nothing is cut off: it is the mean, and so is its interval.
    """
    if clusters is None or len(clusters.games) < _CUT:
        return mean_part(clusters, seed, resamples)
    value, limits = interquartile_mean(clusters.games), _reaching(SCORES, clusters)
    if len(clusters.sizes) < 2:
        return Part(value, *limits)
    drawn = Resamples.of_iqm(clusters, seed, resamples)
    part = _part(value, limits, drawn)
    if part.high - part.low > 10.0**-DIGITS:
        return part
    rate = limits == SCORES and value in SCORES
    bounds = unseen(value, 0, clusters.weight, limits)
    return Part(value, *bounds, trials=clusters.weight if rate else None)


def _reaching(limits: Range, clusters: Clusters) -> Range:
    """Return the range, wide enough for the values."""
    return min(limits[0], float(clusters.games.min())), max(limits[1], float(clusters.games.max()))


def _part(value: float, bounds: Range, drawn: Resamples) -> Part:
    """Return the figure with the interval that its resamples give within the bounds, if any."""
    below, above = joint_margins([drawn])
    return Part(
        value,
        min(value, max(bounds[0], value - below)),
        max(value, min(bounds[1], value + above)),
        drawn if below < inf else None,
    )


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
    below, above = (margin / len(known) for margin in _roots(margins))
    return Estimate(
        # To add 0.0 makes 0.0 of -0.0, which would be written with its sign.
        *(round(number, DIGITS) + 0.0 for number in (value, value - below, value + above))
    )


def _margins_of_resamples(parts: Sequence[Part]) -> list[Range]:
    """Return how far the sum of the figures may be below and above, by the stratified bootstrap."""
    own = [(part.value - part.low, part.high - part.value) for part in parts]
    if len(own) < 2:
        return own
    joint = joint_margins([part.resamples for part in parts if part.resamples is not None])
    below, above = (min(side, root) for side, root in zip(joint, _roots(own), strict=True))
    return [(below, above)]


def _margins_of_rates(parts: Sequence[Part]) -> list[Range]:
    """Return how far the sum of the rates may be below and above: Wilson's way for one of them."""
    if len(parts) < 2:
        return [(part.value - part.low, part.high - part.value) for part in parts]
    added = QUANTILE**2 / len(parts)
    centre = variance = 0.0
    for part in parts:
        trials = (part.trials or 0.0) + added
        rate = part.value + added * (0.5 - part.value) / trials
        centre += rate
        variance += rate * (1 - rate) / trials
    total, reach = sum(part.value for part in parts), QUANTILE * sqrt(variance)
    low, high = max(0.0, centre - reach), min(float(len(parts)), centre + reach)
    return [(max(0.0, total - low), max(0.0, high - total))]


def _roots(margins: Sequence[Range]) -> list[float]:
    """Return the roots of the sums of squared margins: of the lower ones, and of the upper ones."""
    return [sqrt(sum(margin**2 for margin in side)) for side in zip(*margins, strict=True)]
