"""How far graded scores may be off: resamples corrected for few puzzles, and bounds without any.

Puzzles that were drawn anew vary less than puzzles do, and the fewer there are, the less: an
interval between percentiles of 8 means has the true one in it in 83 to 94 % of cases, of 2 in half
of them. So no percentiles of means are taken.

**Means** have the bootstrap-t (Efron and Tibshirani 1993, *An Introduction to the Bootstrap*,
section 12.5; Davison and Hinkley 1997, section 5.2): of each resample it is asked by how many of
its own standard errors it is off, and the figure is off by as many of its own, on the other side.
Of the usual bootstraps it is the one for skew values and few of them (Hesterberg 2015, *The
American Statistician* 69:371). A resample of puzzles that are all alike has no standard error and
could be off by anything; where so many are like this that a percentile is one of them, the
bootstrap is blind. With two or three puzzles it always is.

Two bounds hold without it, and a mean has the narrowest of the three intervals:

- Values from 0 to 1 vary at most as much as wins and losses of the same mean: Wilson's interval for
  as many trials as there are puzzles.
- The value that most puzzles have is that of all but a part q. What the others have was hardly
  seen: it may be anything. So the mean is at most q of the way from that value to an end of the
  range, with Wilson's upper bound for q. An agent that got half the score in each of 8 puzzles has
  q = z^2 / (8 + z^2), the part that none of 8 tells of.

**Interquartile means** have no standard error to speak of in a resample of few puzzles, most of
which are cut off (of less than four games none are: it is the mean). Deviations of their resamples
are widened by sqrt(n / (n - 1)), by which standard deviations of n values are too small, and by
Student's quantile over that of the normal distribution, for their being uncertain; both are what
Hesterberg corrects percentiles for.
"""

__all__ = [
    "Range",
    "Resamples",
    "bounds_of_most",
    "bounds_of_rate",
    "joint_margins",
    "unseen",
]

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from twbench.evaluation.statistics.bootstrap import (
    interquartile_mean,
    resampled_iqms,
    resampled_means,
)
from twbench.evaluation.statistics.clusters import DIGITS, Clusters, Floats
from twbench.evaluation.statistics.rates import student_quantile
from twbench.wilson import QUANTILE, wilson_interval

_PERCENTILES = (2.5, 97.5)
_ALIKE = 1e-9  # a smaller part of a variance is 0, and shares that differ by less are equal
_LEAST = 10.0 ** (-2 * DIGITS)  # a smaller variance is an error of rounding

Range = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Resamples:
    """By how much each resample is above the figure, corrected for few puzzles.

    ``variances`` are those that resamples of a mean give themselves, and ``variance`` is its own.
    """

    deviations: Floats
    variances: Floats | None = None
    variance: float = 0.0

    @classmethod
    def of_mean(cls, clusters: Clusters, seed: int, resamples: int) -> "Resamples":
        """Resample the mean of two puzzles or more."""
        means, variances = resampled_means(clusters, seed, resamples)
        widened = clusters.weight / (clusters.weight - 1)
        return cls(means - clusters.mean, widened * variances, widened * clusters.variance)

    @classmethod
    def of_iqm(cls, clusters: Clusters, seed: int, resamples: int) -> "Resamples":
        """Resample the interquartile mean of two puzzles or more."""
        puzzles = clusters.weight
        student = student_quantile(max(1, round(puzzles) - 1)) / QUANTILE
        deviations = resampled_iqms(clusters, seed, resamples) - interquartile_mean(clusters.games)
        return cls(sqrt(puzzles / (puzzles - 1)) * student * deviations)


def joint_margins(drawn: Sequence[Resamples]) -> Range:
    """Return how far a sum of figures may be below and above: that of one, or by challenge.

    Resamples of challenges are added one by one, which is the stratified bootstrap; all are of
    means, or all of interquartile means. Infinite where the bootstrap is blind.
    """
    deviations = np.sum([one.deviations for one in drawn], axis=0)
    estimated = [one.variances for one in drawn if one.variances is not None]
    if not estimated:
        low, high = np.percentile(deviations, _PERCENTILES)
        return max(0.0, -float(low)), max(0.0, float(high))
    variance, variances = sum(one.variance for one in drawn), np.sum(estimated, axis=0)
    seen = variances > max(_ALIKE * variance, _LEAST)
    errors = deviations / np.sqrt(np.where(seen, variances, 1.0))
    low = np.percentile(np.where(seen, errors, -inf), _PERCENTILES[0], method="lower")
    high = np.percentile(np.where(seen, errors, inf), _PERCENTILES[1], method="higher")
    if high == inf or low == -inf:
        return inf, inf
    return max(0.0, float(high)) * sqrt(variance), max(0.0, -float(low)) * sqrt(variance)


def bounds_of_rate(clusters: Clusters, limits: Range) -> Range:
    """Return the bounds of a mean of values within ``limits`` that vary as much as they can."""
    least, most = limits
    puzzles = clusters.weight
    part = min(1.0, max(0.0, (clusters.mean - least) / (most - least)))
    low, high = wilson_interval(part * puzzles, puzzles)
    return least + low * (most - least), least + high * (most - least)


def bounds_of_most(clusters: Clusters, limits: Range) -> Range:
    """Return the bounds of a mean, given the value that most puzzles have.

    Of several that equally many have, no more is known than of the lowest and the highest.
    """
    values, which = np.unique((clusters.sums / clusters.sizes).round(DIGITS), return_inverse=True)
    shares = np.bincount(which, clusters.sizes) / clusters.sizes.sum()
    most = float(shares.max())
    others = clusters.weight * max(0.0, 1.0 - most)
    common = values[shares > most - _ALIKE]
    lowest, highest = float(common[0]), float(common[-1])
    return (
        unseen(lowest, others, clusters.weight, limits)[0],
        unseen(highest, others, clusters.weight, limits)[1],
    )


def unseen(value: float, others: float, puzzles: float, limits: Range) -> Range:
    """Return how far ``others`` of the puzzles, which may have any value, may take a mean away."""
    least, most = limits
    part = wilson_interval(others, puzzles)[1]
    return value - part * (value - least), value + part * (most - value)
