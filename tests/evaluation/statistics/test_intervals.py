"""Figures and their intervals, of one challenge and of several."""

from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.evaluation.statistics.clusters import Clusters
from twbench.evaluation.statistics.intervals import (
    Estimate,
    Part,
    combined,
    iqm_part,
    mean_part,
)
from twbench.evaluation.statistics.margins import Resamples
from twbench.wilson import wilson_interval

Z2 = NormalDist().inv_cdf(0.975) ** 2


def one_each(values: list[float]) -> Clusters:
    """Return clusters of one game with one episode."""
    found = Clusters.of((f"p{number:04}", [value]) for number, value in enumerate(values))
    assert found is not None
    return found


def mean(values: list[float], seed: int = 3) -> Estimate:
    return combined([mean_part(one_each(values), seed)])


def iqm(values: list[float], seed: int = 3) -> Estimate:
    return combined([iqm_part(one_each(values), seed)])


@pytest.mark.parametrize("games", [8, 12, 300])
def test_who_wins_all_games_has_an_interval(games: int) -> None:
    unseen = Z2 / (games + Z2)
    expected = Estimate(1.0, round(1 - unseen, 9), 1.0)
    assert mean([1.0] * games) == expected == iqm([1.0] * games)


def test_equal_scores_inside_the_range_are_uncertain_on_both_sides() -> None:
    unseen = Z2 / (4 + Z2)
    expected = Estimate(0.25, round(0.25 * (1 - unseen), 9), round(0.25 + 0.75 * unseen, 9))
    assert mean([0.25] * 4) == expected == iqm([0.25] * 4)


@pytest.mark.parametrize("puzzles", [8, 40])
def test_scores_that_differ_in_their_last_bits_are_equal(puzzles: int) -> None:
    assert 0.1 + 0.2 != 0.3
    noisy, equal = [0.1 + 0.2, 0.3] * (puzzles // 2), [0.3] * puzzles
    assert mean(noisy) == mean(equal)
    assert iqm(noisy) == iqm(equal)


def test_resamples_of_an_interquartile_mean_that_are_all_equal_are_no_certainty() -> None:
    found = iqm([0.5] * 199 + [0.6])
    assert found.value == 0.5
    assert found.low == pytest.approx(0.5 - 0.5 * Z2 / (200 + Z2))


@pytest.mark.parametrize("values", [[0.25], [0.4, 0.6], [1.0, 0.5], [1.0, 1.0, 0.5]])
def test_an_interquartile_mean_that_leaves_nothing_out_is_the_mean(values: list[float]) -> None:
    assert iqm(values) == mean(values)


def test_two_or_three_puzzles_say_no_more_than_as_many_wins_and_losses() -> None:
    for values in ([0.3, 0.5], [0.2, 0.4, 0.6]):
        low, high = wilson_interval(sum(values), len(values))
        middle = sum(values) / len(values)
        assert mean(values) == Estimate(round(middle, 9), round(low, 9), round(high, 9))


def test_what_few_of_many_puzzles_have_was_hardly_seen() -> None:
    # Of 40 puzzles one has another value: Wilson's upper bound for 1 of 40 may have any.
    found = mean([0.5] * 39 + [0.6])
    part = wilson_interval(1, 40)[1]
    assert (found.low, found.high) == pytest.approx((0.5 - part / 2, 0.5 + part / 2))
    # At an end of the range nothing is beyond it, and above it is Wilson's for the mean.
    found = mean([1.0] * 39 + [0.6])
    expected = max(1 - part, wilson_interval(39.6, 40)[0]), wilson_interval(39.6, 40)[1]
    assert (found.low, found.high) == pytest.approx(expected)


def test_one_puzzle_says_nothing_of_how_puzzles_differ() -> None:
    assert mean([0.25]) == Estimate(0.25, 0.0, 1.0)
    assert mean([1.0]) == Estimate(1.0, round(wilson_interval(1, 1)[0], 9), 1.0)


def test_scores_of_0_and_1_are_a_rate() -> None:
    low, high = wilson_interval(3, 10)
    assert mean([1.0] * 3 + [0.0] * 7) == Estimate(0.3, round(low, 9), round(high, 9))


def test_nothing_is_unknown_and_not_zero() -> None:
    assert combined([]) == combined([None]) == Estimate(None, None, None)
    assert mean_part(None, 1) is None
    assert iqm_part(None, 1) is None


def test_overall_is_the_mean_of_the_challenges_that_have_the_figure() -> None:
    parts = [Part(0.2, 0.1, 0.3), None, Part(0.6, 0.5, 0.7)]
    assert combined(parts).value == 0.4


def test_margins_are_not_summed() -> None:
    # Roots of sums of squares: sqrt(0.03^2 + 0.04^2) = 0.05 and sqrt(0.06^2 + 0.08^2) = 0.1.
    parts = [Part(0.5, 0.47, 0.56), Part(0.7, 0.66, 0.78)]
    assert combined(parts) == Estimate(0.6, 0.575, 0.65)


def test_resamples_are_added_and_joined_with_other_margins() -> None:
    # The resamples' margins are 0.06 and 0.06, the rate's 0.08 and 0.25: 0.1 and 0.2571 together.
    drawn = Resamples(0.06 * np.linspace(-1, 1, 10001) / 0.95)
    parts = [Part(0.5, 0.44, 0.56, drawn), Part(0.7, 0.62, 0.95)]
    found = combined(parts)
    assert found == Estimate(0.6, pytest.approx(0.55), pytest.approx(0.6 + 0.2570992 / 2))  # type: ignore[arg-type]
    assert combined(parts[:1]) == Estimate(0.5, 0.44, 0.56)
    # Two that rise together: their sum is off by 0.12, but by no more than the roots of squares.
    assert combined(parts[:1] * 2) == Estimate(
        0.5, round(0.5 - 0.06 / 2**0.5, 9), round(0.5 + 0.06 / 2**0.5, 9)
    )


def test_the_margins_of_several_challenges_are_narrower_than_their_roots() -> None:
    random = np.random.default_rng(2)
    parts = [mean_part(one_each(random.random(8).tolist()), seed) for seed in range(6)]
    found = combined(parts)
    assert found.value is not None and found.low is not None  # noqa: PT018
    roots = sum((part.value - part.low) ** 2 for part in parts if part is not None) ** 0.5 / 6
    assert 0.5 * roots < found.value - found.low < 0.95 * roots


def test_points_taken_away_widen_the_range() -> None:
    found = mean([-0.5] * 4)
    assert found.value == found.low == -0.5
    found = mean([-0.5, 0.5])
    low, high = wilson_interval(0.5 / 1.5 * 2, 2)
    assert (found.low, found.high) == pytest.approx((1.5 * low - 0.5, 1.5 * high - 0.5))


SCORES = st.lists(
    st.tuples(
        st.sampled_from("abcd"), st.lists(st.floats(0, 1, allow_subnormal=False), max_size=3)
    ),
    min_size=1,
    max_size=8,
)


@given(SCORES)
def test_intervals_hold_the_mean_and_stay_within_the_range(
    games: list[tuple[str, list[float]]],
) -> None:
    found = combined([mean_part(Clusters.of(games), 1)])
    if found.value is None or found.low is None or found.high is None:
        assert not any(values for _, values in games)
        return
    assert 0.0 <= found.low <= found.value + 1e-9
    assert found.value - 1e-9 <= found.high <= 1.0
    assert found.high - found.low > 1e-9


VALUES = st.lists(st.sampled_from([0.0, 0.1, 0.3, 0.35, 0.5, 0.8, 1.0]), min_size=1, max_size=9)


@settings(max_examples=40)
@given(VALUES)
def test_turned_round_intervals_are_turned_round(values: list[float]) -> None:
    for part in (mean_part, iqm_part):
        there = part(one_each(values), 3, 400)
        back = part(one_each([1 - value for value in values]), 3, 400)
        assert there is not None
        assert back is not None
        assert (back.low, back.high) == pytest.approx((1 - there.high, 1 - there.low), abs=1e-8)


@settings(max_examples=40)
@given(VALUES, st.integers(2, 4))
def test_more_puzzles_with_the_same_values_never_widen(values: list[float], times: int) -> None:
    few, many = (mean_part(one_each(several), 3, 1000) for several in (values, values * times))
    assert few is not None
    assert many is not None
    assert few.low - 1e-9 <= many.low <= many.high <= few.high + 1e-9


@settings(max_examples=40)
@given(VALUES, st.permutations(range(9)))
def test_the_order_of_games_does_not_matter(values: list[float], order: list[int]) -> None:
    games = [(f"p{number}", [value]) for number, value in enumerate(values)]
    shuffled = [games[number] for number in order if number < len(games)]
    for part in (mean_part, iqm_part):
        found, again = (part(Clusters.of(several), 3, 400) for several in (games, shuffled))
        assert found is not None
        alone = Estimate(*(round(x, 9) + 0.0 for x in (found.value, found.low, found.high)))
        assert combined([found]) == combined([again]) == alone


def coverage(challenges: list[tuple[int, float]], repetitions: int) -> float:
    """Return how often the overall interval holds the truth, of (puzzles, rate) challenges."""
    random = np.random.default_rng(5)
    truth = float(np.mean([rate for _, rate in challenges]))
    inside = 0
    for _ in range(repetitions):
        parts = [
            mean_part(one_each((random.random(puzzles) < rate).astype(float).tolist()), 1)
            for puzzles, rate in challenges
        ]
        found = combined(parts)
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= truth <= found.high
    return inside / repetitions


OVERALL = [
    [(8, 0.5)] * 5,
    [(8, 0.95)] * 5,
    [(8, 0.02)] * 5,
    [(20, 0.98), (50, 0.3), (100, 0.7)],
    [(10, 1.0), (10, 0.9), (10, 0.1)],
    [(8, 0.9)] * 20,
    [(8, 1.0), (200, 0.5)],
    [(8, 1.0), (8, 0.0), (8, 0.9)],
]


@pytest.mark.parametrize("challenges", OVERALL)
def test_overall_intervals_of_rates_cover(challenges: list[tuple[int, float]]) -> None:
    assert coverage(challenges, 800) > 0.93 - 0.02


def test_overall_intervals_of_rates_and_graded_scores_cover() -> None:
    random = np.random.default_rng(6)
    inside = 0
    for _ in range(150):
        graded = random.choice([0.0, 0.25, 0.5, 1.0], 60).tolist()  # 0.4375 on average
        rate = (random.random(40) < 0.8).astype(float).tolist()
        found = combined([mean_part(one_each(graded), 1), mean_part(one_each(rate), 2)])
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= (0.4375 + 0.8) / 2 <= found.high
    assert inside / 150 > 0.90
