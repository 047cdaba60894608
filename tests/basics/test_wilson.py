"""Wilson intervals: values that others have published, and what holds of all of them."""

from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.wilson import QUANTILE, wilson_interval


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # scipy.stats.binomtest(k, n).proportion_ci(method="wilson")
        (0, 8, 0.0, 0.324408),
        (8, 8, 0.675592, 1.0),
        (50, 100, 0.403832, 0.596168),
        (81, 263, 0.255289, 0.366210),
    ],
)
def test_known_intervals(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson_interval(successes, trials)
    assert found == pytest.approx((low, high), abs=5e-6)


def test_the_quantile_is_that_of_the_normal_distribution() -> None:
    assert NormalDist().inv_cdf(0.975) == QUANTILE


@given(st.integers(0, 500), st.integers(1, 500))
def test_the_rate_is_inside_and_losses_mirror_wins(successes: int, trials: int) -> None:
    successes = min(successes, trials)
    low, high = wilson_interval(successes, trials)
    assert 0 <= low <= successes / trials + 1e-12
    assert successes / trials - 1e-12 <= high <= 1
    doubled = wilson_interval(2 * successes, 2 * trials)
    assert high - low > doubled[1] - doubled[0]
    mirrored = wilson_interval(trials - successes, trials)
    assert mirrored == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("arguments", [(1, 0), (2, 1), (-1, 4)])
def test_nonsense_is_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="make no sense"):
        wilson_interval(*arguments)
