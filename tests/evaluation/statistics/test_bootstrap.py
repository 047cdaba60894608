"""Resamples of puzzles: by hand, against plain twins, and pinned."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.evaluation.statistics import bootstrap
from twbench.evaluation.statistics.bootstrap import (
    interquartile_mean,
    resampled_iqms,
    resampled_means,
)
from twbench.evaluation.statistics.clusters import Clusters

GAMES = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=1)),
    min_size=1,
    max_size=12,
)


def clusters(games: list[tuple[str, list[float]]]) -> Clusters:
    found = Clusters.of(games)
    assert found is not None
    return found


def one_each(values: list[float]) -> Clusters:
    """Return clusters of one game with one episode."""
    return clusters([(f"p{number:03}", [value]) for number, value in enumerate(values)])


def means(values: list[float], seed: int = 1, resamples: int = 4000) -> list[float]:
    found: list[float] = resampled_means(one_each(values), seed, resamples)[0].tolist()
    return found


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


def test_clusters_by_hand() -> None:
    # Puzzle p has two games, worth 1/2 and 1; q has one, worth 0.
    found = clusters([("q", [0.0]), ("p", [0.0, 1.0]), ("p", [1.0]), ("r", [])])
    assert (found.sums.tolist(), found.sizes.tolist()) == ([1.5, 0.0], [2.0, 1.0])
    assert (found.mean, found.episodes, found.binary) == (0.5, 4, True)
    assert found.trials == pytest.approx(9 / 2.5)  # 3 games: 3^2 / (1/2 + 1 + 1)
    # Two puzzles drawn: both p 1.5/2, one of each 1.5/3, both q 0.
    drawn, variances = resampled_means(found, 1, 4000)
    values, counts = np.unique(drawn, return_counts=True)
    assert values.tolist() == [0.0, 0.5, 0.75]
    assert np.abs(counts / 4000 - [0.25, 0.5, 0.25]).max() < 0.03
    # One of each: p has 1.5 - 2 * 0.5 above the mean, and q as much below, of 3 games.
    assert np.unique(variances.round(12)).tolist() == [0.0, round(2 * (0.5 / 3) ** 2, 12)]
    # Of what puzzles are off, p, which has two thirds of the games, shows a third: of halves they
    # would show a half. q shows two thirds.
    corrected = ((0.5 * 3 / 2) ** 2 + (0.5 * 3 / 4) ** 2) / 3**2
    assert (found.variance, found.weight) == (pytest.approx(corrected), 9 / 5)


def test_no_values_are_no_clusters() -> None:
    assert Clusters.of([]) is None
    assert Clusters.of([("p", []), ("q", [])]) is None


def test_standard_error_agrees_with_theory() -> None:
    drawn = means([float(i % 2) for i in range(100)])
    assert abs(float(np.std(drawn)) - 0.05) < 0.003  # sqrt(0.25 / 100)


@given(GAMES)
def test_interquartile_means_agree_with_a_plain_twin(games: list[tuple[str, list[float]]]) -> None:
    found = clusters(games)
    (counts,) = bootstrap._blocks(3, len(found.sizes), 20)
    drawn = [np.repeat(found.games, row[found.puzzles].astype(int)) for row in counts]
    twin = [interquartile_mean(values) for values in drawn]
    assert resampled_iqms(found, 3, 20).tolist() == pytest.approx(twin)


@given(GAMES)
def test_means_and_their_variances_agree_with_a_plain_twin(
    games: list[tuple[str, list[float]]],
) -> None:
    found = clusters(games)
    (counts,) = bootstrap._blocks(3, len(found.sizes), 20)
    means, variances = resampled_means(found, 3, 20)
    for row, mean, variance in zip(counts.astype(int), means, variances, strict=True):
        assert mean == pytest.approx(np.repeat(found.games, row[found.puzzles]).mean())
        sums, sizes = np.repeat(found.sums, row), np.repeat(found.sizes, row)
        twin = ((sums - mean * sizes) ** 2).sum() / sizes.sum() ** 2
        assert variance == pytest.approx(twin, abs=1e-12)


def test_blocks_do_not_change_the_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = [i / 7 for i in range(7)]
    whole = means(scores, resamples=100)
    monkeypatch.setattr(bootstrap, "_BLOCK", 21)
    assert means(scores, resamples=100) == whole


def test_the_seed_decides_the_resamples() -> None:
    scores = [i / 7 for i in range(7)]
    assert means(scores, seed=1) == means(scores, seed=1)
    assert means(scores, seed=1) != means(scores, seed=2)


def test_the_stream_of_random_numbers_is_pinned() -> None:
    assert means([0.0, 1.0, 2.0, 3.0], seed=1, resamples=5) == [2.0, 1.5, 1.75, 1.5, 0.5]


def level_scores(count: int) -> list[float]:
    return [(i * i * 37 % 997) / 997 for i in range(count)]


@pytest.mark.parametrize(
    ("games", "mean_bounds", "iqm_bounds"),
    [  # scipy.stats.bootstrap, percentiles of 100,000 resamples; the statistic of the interquartile
        # mean is trim_mean(values, 0.25)
        (10, (0.17212, 0.56078), (0.10030, 0.59478)),
        (40, (0.32116, 0.49498), (0.28159, 0.49544)),
        (150, (0.43225, 0.52350), (0.41346, 0.53195)),
    ],
)
def test_percentiles_agree_with_scipy(
    games: int, mean_bounds: tuple[float, float], iqm_bounds: tuple[float, float]
) -> None:
    found = one_each(level_scores(games))
    for resamples, tolerance in ((100_000, 0.005), (10_000, 0.015)):
        drawn = resampled_means(found, 3, resamples)[0], resampled_iqms(found, 3, resamples)
        for figures, bounds in zip(drawn, (mean_bounds, iqm_bounds), strict=True):
            assert np.percentile(figures, (2.5, 97.5)) == pytest.approx(bounds, abs=tolerance)


def test_clustered_percentiles_agree_with_scipy() -> None:
    # 24 puzzles of 1, 2, 3, 4, 1, ... games: bootstrap((sums, sizes), paired=True) of the ratio.
    sizes = [1 + i % 4 for i in range(24)]
    names = [f"p{puzzle:02}" for puzzle, size in enumerate(sizes) for _ in range(size)]
    games = zip(names, ([score] for score in level_scores(sum(sizes))), strict=True)
    means, _ = resampled_means(clusters(list(games)), 3, 100_000)
    assert np.percentile(means, (2.5, 97.5)) == pytest.approx((0.35652, 0.49269), abs=0.005)
