import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.evaluation.metrics import (
    Estimate,
    Figure,
    Sample,
    estimate,
    interquartile_mean,
    resample,
)

SCORES = st.lists(
    st.lists(st.floats(0, 1, allow_subnormal=False), max_size=3), min_size=2, max_size=8
)


def sampled(games: list[list[float]], seed: int = 3, resamples: int = 2000) -> Sample:
    sample = resample(games, seed, resamples)
    assert sample is not None
    return sample


def means(games: list[list[float]], seed: int = 3, resamples: int = 2000) -> list[float]:
    drawn = sampled(games, seed, resamples).mean.resamples
    assert drawn is not None
    return drawn.tolist()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([3.0], 3.0),
        ([0.0, 1.0, 5.0], 2.0),  # a quarter of three is none
        ([0.0, 1.0, 2.0, 100.0], 1.5),
        ([100.0, 4.0, 1.0, 3.0, 2.0, -50.0, 0.0], 2.0),  # 0 1 2 3 4: one off each end
        ([8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0], 4.5),
    ],
)
def test_interquartile_mean_by_hand(values: list[float], expected: float) -> None:
    assert interquartile_mean(np.array(values)) == expected


def test_interquartile_mean_is_taken_row_by_row() -> None:
    rows = np.array([[0.0, 1.0, 2.0, 100.0], [4.0, 4.0, 4.0, 0.0]])
    assert interquartile_mean(rows).tolist() == [1.5, 4.0]


def test_a_game_counts_once_however_often_it_was_played() -> None:
    assert sampled([[1.0, 1.0, 1.0, 1.0], [0.0]]).mean.value == 0.5


def test_games_without_a_score_are_left_out_and_not_zero() -> None:
    assert sampled([[1.0], [], [0.5]]).mean.value == 0.75


def test_no_score_at_all_gives_nothing() -> None:
    assert resample([], seed=1) is None
    assert resample([[], []], seed=1) is None


def test_one_game_has_a_mean_but_no_interval() -> None:
    sample = sampled([[0.25, 0.75]])
    assert sample == Sample(Figure(0.5), Figure(0.5))
    assert estimate([sample.mean]) == Estimate(0.5, None, None)


def test_two_games_resample_to_their_four_pairs() -> None:
    values, counts = np.unique(means([[0.0], [1.0]], resamples=4000), return_counts=True)
    assert values.tolist() == [0.0, 0.5, 1.0]
    assert np.abs(counts / 4000 - [0.25, 0.5, 0.25]).max() < 0.03


def test_episodes_are_resampled_within_their_game() -> None:
    drawn = means([[0.0, 1.0], [0.0, 1.0]], resamples=4000)
    values, counts = np.unique(drawn, return_counts=True)
    assert values.tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert np.abs(counts / 4000 - np.array([1, 4, 6, 4, 1]) / 16).max() < 0.03


def test_a_game_played_once_is_not_padded_with_zeros() -> None:
    assert set(means([[1.0], [1.0, 1.0, 1.0]])) == {1.0}


def test_standard_error_agrees_with_theory() -> None:
    drawn = means([[float(i % 2)] for i in range(100)], resamples=4000)
    assert abs(float(np.std(drawn)) - 0.05) < 0.003  # sqrt(0.25 / 100)


def test_blocks_do_not_change_the_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = [[i / 7] for i in range(7)]
    whole = means(scores, resamples=100)
    monkeypatch.setattr("twbench.evaluation.metrics._BLOCK", 21)
    assert means(scores, resamples=100) == whole


def test_the_seed_decides_the_resamples() -> None:
    scores = [[i / 7] for i in range(7)]
    assert means(scores, seed=1) == means(scores, seed=1)
    assert means(scores, seed=1) != means(scores, seed=2)


def test_the_stream_of_random_numbers_is_pinned() -> None:
    drawn = means([[0.0], [1.0], [2.0], [3.0]], seed=1, resamples=5)
    assert drawn == [2.0, 1.5, 1.75, 1.5, 0.5]


def test_five_lost_games_do_not_prove_that_none_can_be_won() -> None:
    sample = sampled([[0.0]] * 5)
    unseen = 1 - 0.05 ** (1 / 5)
    assert estimate([sample.mean]) == Estimate(0.0, 0.0, round(unseen, 9))  # 0.451
    assert estimate([sample.iqm]) == Estimate(0.0, 0.0, round((unseen - 0.25) / 0.5, 9))


def test_the_bound_for_equal_scores_follows_the_rule_of_three() -> None:
    sample = sampled([[1.0]] * 300)
    interval = estimate([sample.mean])
    assert interval.high == 1.0
    assert interval.low == pytest.approx(1 - 3 / 300, abs=1e-4)
    assert estimate([sample.iqm]) == Estimate(1.0, 1.0, 1.0)  # more than 3/4 of games are alike


def test_equal_scores_inside_the_range_are_uncertain_on_both_sides() -> None:
    interval = estimate([sampled([[0.25]] * 2).mean])
    unseen = 1 - 0.05**0.5
    assert interval == Estimate(
        0.25, round(0.25 - unseen * 0.25, 9), round(0.25 + unseen * 0.75, 9)
    )


def test_overall_is_the_mean_of_the_challenges() -> None:
    drawn = np.array([0.0, 0.5, 1.0])
    assert estimate([Figure(0.2, drawn), Figure(0.6, drawn)]).value == 0.4


def test_margins_of_the_challenges_are_averaged_too() -> None:
    drawn = np.full(1000, 0.5)
    figures = [Figure(0.5, drawn, below=0.1, above=0.2), Figure(0.5, drawn)]
    assert estimate(figures) == Estimate(0.5, 0.45, 0.6)


def test_an_unknown_challenge_makes_the_overall_figure_unknown() -> None:
    assert estimate([Figure(0.2), None]) == Estimate(None, None, None)
    assert estimate([]) == Estimate(None, None, None)


def test_percentiles_by_hand() -> None:
    drawn = np.arange(0, 1001) / 1000
    assert estimate([Figure(0.5, drawn)]) == Estimate(0.5, 0.025, 0.975)


@given(SCORES)
def test_figures_stay_within_the_scores(games: list[list[float]]) -> None:
    sample = resample(games, seed=1, resamples=20)
    scores = [score for episodes in games for score in episodes]
    if sample is None:
        assert not scores
        return
    low, high = min(scores) - 1e-9, max(scores) + 1e-9
    for figure in (sample.mean, sample.iqm):
        assert low <= figure.value <= high
        if figure.resamples is not None:
            assert low <= figure.resamples.min() <= figure.resamples.max() <= high
            interval = estimate([figure])
            assert interval.low is not None
            assert interval.high is not None
            assert 0.0 <= interval.low <= interval.high <= 1.0
