"""The score interval of a rate (Wilson 1927): what so many successes of so many say of the rate."""

__all__ = ["QUANTILE", "wilson_interval"]

from math import sqrt

QUANTILE = 1.9599639845400536
"""Of the normal distribution: between it and its negative are 95 %."""


def wilson_interval(successes: float, trials: float) -> tuple[float, float]:
    """Return between what bounds the rate lies, with a confidence of 95 %.

    ``trials`` may be an effective number of them, and then neither is whole. Raises ValueError
    unless there is a trial, and at most as many successes.
    """
    if not (0 <= successes <= trials and trials > 0):
        raise ValueError(f"{successes} successes of {trials} make no sense.")
    z = QUANTILE
    rate = successes / trials
    centre = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(rate * (1 - rate) / trials + (z / (2 * trials)) ** 2) / (1 + z * z / trials)
    return max(0.0, centre - half), min(1.0, centre + half)
