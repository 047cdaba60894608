"""How far figures may be off: by hand, against plain twins, and beside Student's interval."""

from math import inf, sqrt

import numpy as np
import pytest

from twbench.evaluation.statistics.bootstrap import resampled_iqms
from twbench.evaluation.statistics.clusters import Clusters
from twbench.evaluation.statistics.margins import (
    Resamples,
    bounds_of_most,
    bounds_of_rate,
    joint_margins,
)
from twbench.evaluation.statistics.rates import student_quantile
from twbench.wilson import wilson_interval


def clusters(values: list[float], sizes: list[int] | None = None) -> Clusters:
    """Return clusters of a puzzle for each value, of so many games."""
    found = Clusters.of(
        (f"p{number:03}", [value])
        for number, value in enumerate(values)
        for _ in range(1 if sizes is None else sizes[number])
    )
    assert found is not None
    return found


def test_standard_errors_off_are_taken_from_the_other_side() -> None:
    # Of 1001 resamples the 26th is 2 of its standard errors below, and the 976th 3 above.
    errors = np.interp(np.arange(1001), [0, 25, 500, 975, 1000], [-9.0, -2.0, 0.0, 3.0, 9.0])
    drawn = Resamples(errors * 0.2, np.full(1001, 0.2**2), 0.1**2)
    assert joint_margins([drawn]) == pytest.approx((3 * 0.1, 2 * 0.1))


def test_who_is_off_by_an_unknown_number_of_errors_may_be_off_either_way() -> None:
    errors = np.linspace(-1, 1, 1000)
    for blind, expected in ((0, 0.95), (10, 0.97), (24, 0.998), (26, inf)):
        variances = np.ones(1000)
        variances[487 : 487 + blind] = 0.0  # amid the others
        found = joint_margins([Resamples(errors, variances, 1.0)])
        assert found == pytest.approx((expected, expected), abs=0.003)


def test_challenges_are_added_resample_by_resample() -> None:
    random = np.random.default_rng(1)
    one, two = random.normal(0, 1, 20_000), random.normal(0, 2, 20_000)
    drawn = [Resamples(one, np.ones(20_000), 1.0), Resamples(two, np.full(20_000, 4.0), 4.0)]
    below, above = joint_margins(drawn)
    assert (below, above) == pytest.approx((1.96 * sqrt(5), 1.96 * sqrt(5)), rel=0.04)


@pytest.mark.parametrize("puzzles", [12, 30, 100])
def test_margins_of_values_that_are_normal_are_those_of_student(puzzles: int) -> None:
    values = np.random.default_rng(3).normal(0.5, 0.1, puzzles)
    found = clusters(values.tolist())
    student = student_quantile(puzzles - 1) * float(np.std(values, ddof=1)) / sqrt(puzzles)
    margins = joint_margins([Resamples.of_mean(found, 1, 20_000)])
    assert sum(margins) / 2 == pytest.approx(student, rel=0.07)


def test_deviations_of_interquartile_means_are_widened() -> None:
    found = clusters([0.1, 0.2, 0.4, 0.5, 0.7, 0.9, 0.3, 0.6])  # in the middle 0.3, 0.4, 0.5, 0.6
    drawn = resampled_iqms(found, 1, 500) - 0.45
    # sqrt(8 / 7), and Student's 2.3646 for seven degrees of freedom by 1.96.
    assert Resamples.of_iqm(found, 1, 500).deviations == pytest.approx(1.28976 * drawn, abs=1e-5)


def test_bounds_of_a_rate_by_hand() -> None:
    # Two thirds of the way from -0.5 to 1 in three puzzles: as two of three.
    low, high = wilson_interval(2, 3)
    found = bounds_of_rate(clusters([0.0, 0.5, 1.0]), (-0.5, 1.0))
    assert found == pytest.approx((1.5 * low - 0.5, 1.5 * high - 0.5))


def test_bounds_of_most_by_hand() -> None:
    few = wilson_interval(2, 10)[1]
    found = bounds_of_most(clusters([0.25] * 8 + [0.5, 1.0]), (0.0, 1.0))
    assert found == pytest.approx((0.25 * (1 - few), 0.25 + 0.75 * few))
    # Equally many have 0.25 and 0.5: the lower is bound below, and the higher above.
    half = wilson_interval(2, 4)[1]
    found = bounds_of_most(clusters([0.25, 0.25, 0.5, 0.5]), (0.0, 1.0))
    assert found == pytest.approx((0.25 * (1 - half), 0.5 + 0.5 * half))


def test_puzzles_weigh_by_their_games() -> None:
    # Four of six games are of one puzzle: 6^2 / (16 + 1 + 1) = 2 puzzles, a third of them others.
    found = clusters([0.5, 0.0, 1.0], [4, 1, 1])
    assert found.weight == 2
    part = wilson_interval(2 / 3, 2)[1]
    assert bounds_of_most(found, (0.0, 1.0)) == pytest.approx((0.5 - part / 2, 0.5 + part / 2))
