"""The interval of a rate: what it is made of."""

from statistics import NormalDist

import pytest

from twbench.wilson import QUANTILE, wilson_interval


def test_the_quantile_is_that_of_the_normal_distribution() -> None:
    assert NormalDist().inv_cdf(0.975) == QUANTILE


@pytest.mark.parametrize(("successes", "trials"), [(1, 5), (3, 5), (2.5, 7.25)])
def test_the_rate_is_in_its_interval(successes: float, trials: float) -> None:
    low, high = wilson_interval(successes, trials)
    assert 0 < low < successes / trials < high < 1
    # Its bounds are the rates that are just so far from what was seen (Wilson 1927).
    for bound in (low, high):
        distance = abs(successes / trials - bound)
        assert distance == pytest.approx(QUANTILE * (bound * (1 - bound) / trials) ** 0.5)


@pytest.mark.parametrize(("successes", "trials"), [(1, 0), (-1, 3), (4, 3)])
def test_impossible_rates_are_refused(successes: float, trials: float) -> None:
    with pytest.raises(ValueError, match="make no sense"):
        wilson_interval(successes, trials)
