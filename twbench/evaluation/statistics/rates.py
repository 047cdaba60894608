"""The interval of a rate whose trials hang together: Wilson's, on the effective number of puzzles.

Episodes of one game, and games of one puzzle, are not independent: an agent that fails once will
probably fail again. Ten episodes of a puzzle tell less than ten puzzles. How much less is the
design effect (Kish 1965, *Survey Sampling*): the variance of the rate, with the puzzle as the unit
that was drawn, over the variance that as many independent trials would have. It is estimated from
the run itself, by linearisation of the ratio (sum of wins) / (sum of games):

    v = sum over puzzles of (wins of the puzzle - rate * games of the puzzle)^2 / games^2

and the effective number of trials is n = rate * (1 - rate) / v, the number for which the binomial
variance is v. Wilson's interval on that number is what Franco, Little, Louis and Slud (2019,
*Journal of Survey Statistics and Methodology* 7:334) found to cover best among the intervals for
rates in clusters, near 0 and 1 too. Standard errors clustered by question are what Miller (2024,
"Adding Error Bars to Evals") asks of evaluations.

Three things keep n honest:

- It is at most the number of trials, in Kish's sense where games were played unequally often:
  few puzzles can look more alike than chance, which proves nothing.
- With few puzzles v itself is uncertain. Korn and Graubard (1998, *Survey Methodology* 24:193)
  multiply n by the square of t(trials - 1) / t(puzzles - 1), Student's quantiles. Here puzzles are
  those that tell of the rarer outcome, with at least one win or at least one loss: of fifty
  puzzles that were lost and two that were not, two are what v is estimated from. Nor are they more
  than have as much weight (Kish's again), where some have many more games than others.
- That correction ends at the number of puzzles, in the same sense, which is n where all trials of a
  puzzle end alike: a deterministic agent gains nothing by playing again, and loses nothing.

For a rate of 0 or 1 nothing is seen of the design effect; n is then the number of puzzles. For one
episode a puzzle n is the number of puzzles exactly, and the interval that of Wilson (1927). In
simulations of 8 to 50 puzzles of 3 or 10 episodes, rates of 2 to 98 % and correlations of 0 to 1
within a puzzle, 95 % intervals cover in 93 % of cases or more, or in as many as Wilson's does for
one episode a puzzle (85 % for 8 puzzles and a rate of 2 %). Where one of 20 or 50 puzzles has half
of the games, they cover in 95 % or more, and where three of 20 have two thirds, in 82 % or more.
"""

__all__ = ["effective_trials", "student_quantile"]

from functools import lru_cache
from math import cos, pi, sin, sqrt
from statistics import NormalDist

from twbench.evaluation.statistics.clusters import Clusters

_PRECISION = 1e-12
_MANY = 500  # degrees of freedom
_LEVEL = 0.95


def effective_trials(clusters: Clusters) -> float:
    """Return how many independent trials would tell as much as these episodes do."""
    rate, puzzles = clusters.mean, clusters.weight
    if not _PRECISION < rate < 1 - _PRECISION:
        return puzzles
    known = min(rate * (1 - rate) / max(clusters.variance, _PRECISION), clusters.trials)
    if known <= puzzles:
        return known
    wins = int((clusters.sums > _PRECISION).sum())
    losses = int((clusters.sizes - clusters.sums > _PRECISION).sum())
    told = min(wins, losses, round(puzzles))
    correction = (_quantile(clusters.episodes) / _quantile(told)) ** 2
    return max(puzzles, known * correction)


def _quantile(observations: int) -> float:
    return student_quantile(max(1, observations - 1))


@lru_cache
def student_quantile(freedom: int) -> float:
    """Return the t that Student's distribution stays within, on both sides, in 95 % of cases.

    The distribution of a whole number of degrees of freedom is a finite sum (Abramowitz and Stegun
    1964, 26.7.3 and 26.7.4), here inverted by bisection. From 500 degrees on its expansion around
    the normal distribution (26.7.5) is as good.
    """
    if freedom >= _MANY:
        z = NormalDist().inv_cdf((1 + _LEVEL) / 2)
        return z + (z**3 + z) / (4 * freedom)
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < _LEVEL else (low, middle)
    return sqrt(freedom) * sin(low) / cos(low)


def _within(angle: float, freedom: int) -> float:
    """Return how likely |t| is below sqrt(freedom) * tan(angle)."""
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for index in range(odd + 1, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * index / (index + 1)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
