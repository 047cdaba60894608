"""The score interval of a rate (Wilson 1927): what so many successes of so many say of the rate."""

__all__ = ["wilson_interval"]

from math import sqrt
from statistics import NormalDist


def wilson_interval(successes: float, trials: float, level: float = 0.95) -> tuple[float, float]:
    """Return between what bounds the rate lies, at a ``level`` of confidence.

    ``trials`` may be an effective number of them, and then neither is whole. Raises ValueError
    unless there is a trial, and at most as many successes.
    """
    if not (0 <= successes <= trials and trials > 0 and 0 < level < 1):
        raise ValueError(f"{successes} successes of {trials} at a level of {level} make no sense.")
    z = NormalDist().inv_cdf((1 + level) / 2)
    rate = successes / trials
    centre = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(rate * (1 - rate) / trials + (z / (2 * trials)) ** 2) / (1 + z * z / trials)
    return max(0.0, centre - half), min(1.0, centre + half)
