"""Intervals of rates in clusters: worked by hand, against SciPy's figures, and by simulation."""

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.evaluation.statistics.clusters import Clusters
from twbench.evaluation.statistics.intervals import mean_part
from twbench.evaluation.statistics.rates import effective_trials, student_quantile
from twbench.wilson import wilson_interval


def clusters(*puzzles: list[list[float]]) -> Clusters:
    """Return the clusters of puzzles, each a list of games, each a list of its episodes' values."""
    games = [(f"p{number:04}", game) for number, puzzle in enumerate(puzzles) for game in puzzle]
    found = Clusters.of(games)
    assert found is not None
    return found


def rate_interval(found: Clusters) -> tuple[float, float]:
    part = mean_part(found, seed=1)
    assert part is not None
    return part.low, part.high


@pytest.mark.parametrize(
    ("freedom", "quantile"),  # scipy.stats.t.ppf(0.975, freedom)
    [
        (1, 12.706205),
        (2, 4.302653),
        (7, 2.364624),
        (30, 2.042272),
        (499, 1.964729),
        (900, 1.962603),
    ],
)
def test_quantiles_of_student(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, abs=4e-6)


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_one_episode_a_puzzle_is_the_interval_of_wilson(counts: tuple[int, int]) -> None:
    wins, puzzles = counts
    found = clusters(*[[[float(number < wins)]] for number in range(puzzles)])
    assert effective_trials(found) == pytest.approx(puzzles)
    assert rate_interval(found) == pytest.approx(wilson_interval(wins, puzzles))


def test_playing_again_tells_a_deterministic_agent_nothing_more() -> None:
    once = clusters(*[[[value]] for value in (1.0, 1.0, 0.0, 0.0, 0.0)])
    thrice = clusters(*[[[value] * 3] for value in (1.0, 1.0, 0.0, 0.0, 0.0)])
    assert rate_interval(thrice) == pytest.approx(rate_interval(once))


def test_copies_of_a_puzzle_tell_nothing_more() -> None:
    once = clusters(*[[[value]] for value in (1.0, 1.0, 0.0, 0.0, 0.0)])
    copied = clusters(*[[[value]] * 4 for value in (1.0, 1.0, 0.0, 0.0, 0.0)])
    assert rate_interval(copied) == pytest.approx(rate_interval(once))


@pytest.mark.parametrize(("rate", "bounds"), [(1.0, (0.675592, 1.0)), (0.0, (0.0, 0.324408))])
def test_an_agent_that_wins_or_loses_all_has_an_interval(
    rate: float, bounds: tuple[float, float]
) -> None:
    assert rate_interval(clusters(*[[[rate] * 5]] * 8)) == pytest.approx(bounds, abs=1e-6)


def test_the_design_effect_by_hand() -> None:
    # Ten puzzles of two episodes: 4 won twice, 4 once, 2 never. The rate is 0.6, and
    # v = (4 * 0.4^2 + 4 * 0.1^2 + 2 * 0.6^2) / 10^2 = 0.014, so 0.24 / 0.014 = 17.14 trials.
    # Losses are in 6 puzzles: (t(19) / t(5))^2 = (2.093024 / 2.570582)^2 = 0.662960 of them count,
    # 11.37, which is above the 10 puzzles.
    found = clusters(*[[[1.0, 1.0]]] * 4, *[[[1.0, 0.0]]] * 4, *[[[0.0, 0.0]]] * 2)
    assert effective_trials(found) == pytest.approx(0.24 / 0.014 * 0.662960, abs=1e-4)
    assert rate_interval(found) == pytest.approx(wilson_interval(0.6 * 11.3650, 11.3650), abs=1e-4)


def test_puzzles_that_look_more_alike_than_chance_are_not_more_than_their_episodes() -> None:
    found = clusters(*[[[1.0, 0.0]]] * 400)
    assert 790 < effective_trials(found) <= 800


@given(st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=5), min_size=1, max_size=30))
def test_losses_are_treated_like_wins(puzzles: list[list[int]]) -> None:
    low, high = rate_interval(clusters(*[[[float(won) for won in games]] for games in puzzles]))
    lost = rate_interval(clusters(*[[[float(1 - won) for won in games]] for games in puzzles]))
    assert lost == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_unequal_puzzles_tell_less_than_equal_ones() -> None:
    # A puzzle of 9 games and 9 puzzles of one: Kish's number is 18^2 / (9^2 + 9 * 1^2) = 3.6.
    found = clusters([[1.0]] * 9, *[[[1.0]]] * 9)
    assert effective_trials(found) == pytest.approx(3.6)


Cell = tuple[int, int, float, float]


@lru_cache(maxsize=1000)
def interval_of_wins(won: tuple[int, ...], episodes: int) -> tuple[float, float]:
    """Return the interval where each puzzle was won so often."""
    return rate_interval(clusters(*[[[1.0] * wins + [0.0] * (episodes - wins)] for wins in won]))


def covered(cell: Cell, repetitions: int) -> float:
    """Return how often the interval holds the rate of (puzzles, episodes, correlation, rate)."""
    puzzles, episodes, correlation, rate = cell
    random = np.random.default_rng([puzzles, episodes, int(100 * correlation), int(100 * rate)])
    inside = 0
    for _ in range(repetitions):
        if correlation == 0:
            chances = np.full(puzzles, rate)
        elif correlation == 1:
            chances = (random.random(puzzles) < rate).astype(float)
        else:
            scale = (1 - correlation) / correlation
            chances = random.beta(rate * scale, (1 - rate) * scale, puzzles)
        won = (random.random((puzzles, episodes)) < chances[:, np.newaxis]).sum(axis=1)
        low, high = interval_of_wins(tuple(sorted(won.tolist())), episodes)
        inside += low <= rate <= high
    return inside / repetitions


def wilson_coverage(trials: int, rate: float) -> float:
    """Return the exact probability that Wilson's interval holds the rate."""
    wins = np.arange(trials + 1)
    chances = np.array([1.0])
    for _ in range(trials):
        chances = np.convolve(chances, [1 - rate, rate])
    bounds = [wilson_interval(float(won), trials) for won in wins]
    return float(
        sum(c for c, (low, high) in zip(chances, bounds, strict=True) if low <= rate <= high)
    )


RATES = (0.02, 0.05, 0.1, 0.3, 0.5)
"""An interval for losses is the mirror image of that for wins."""
GRID = [
    (puzzles, episodes, correlation, rate)
    for puzzles in (8, 20, 50, 200)
    for episodes in (1, 3, 10)
    for correlation in ((0.0,) if episodes == 1 else (0.0, 0.3, 0.7, 1.0))
    for rate in RATES
]
QUICK = [(8, 3, 0.5, 0.3), (20, 3, 1.0, 0.1), (50, 10, 0.7, 0.05), (50, 1, 0.0, 0.5)]


def least(cell: Cell, repetitions: int) -> float:
    """Return 93 %, or what Wilson's interval covers for one episode a puzzle, where that is less.

    Its coverage oscillates with the number of trials and the rate, whatever one does. Three
    standard errors of the simulation are taken off.
    """
    coverage = min(0.93, wilson_coverage(cell[0], cell[3]))
    return coverage - 3 * (coverage * (1 - coverage) / repetitions) ** 0.5


@pytest.mark.parametrize("cell", QUICK)
def test_intervals_cover_the_rate(cell: Cell) -> None:
    assert covered(cell, 400) > least(cell, 400)


def test_puzzles_with_few_of_the_games_tell_little_of_how_uncertain_a_rate_is() -> None:
    """Six of eleven puzzles were won at times, and six lost, but four have as much weight."""
    large, won, lost = [[1.0, 0.0]] * 10, [[1.0, 1.0]], [[0.0, 0.0]]
    found = clusters(large, *[won] * 5, *[lost] * 5)
    assert found.weight == pytest.approx(400 / 110)
    correction = (student_quantile(39) / student_quantile(3)) ** 2
    assert effective_trials(found) == pytest.approx(40 * correction)


@pytest.mark.parametrize(
    "sizes", [[20, *[1] * 19], [49, *[1] * 49], [48, 35, 32, 22, 21, 16, 12, 8]]
)
@pytest.mark.parametrize("rate", [0.1, 0.5])
def test_intervals_cover_the_rate_where_few_puzzles_have_most_games(
    sizes: list[int], rate: float
) -> None:
    """The mean is drawn to those that have many games, so that they seem to be less off."""
    random = np.random.default_rng(1)
    inside = 0
    for _ in range(200):
        puzzles = [
            (random.random((size, 3)) < random.beta(4 * rate, 4 * (1 - rate)))
            .astype(float)
            .tolist()
            for size in sizes
        ]
        low, high = rate_interval(clusters(*puzzles))
        inside += low <= rate <= high
    assert inside / 200 > 0.88


@pytest.mark.slow
@pytest.mark.parametrize("cell", GRID)
def test_intervals_cover_the_rate_all_over_the_grid(cell: Cell) -> None:
    assert covered(cell, 800) > least(cell, 800)
