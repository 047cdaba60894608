"""Compares the statistics of evaluations with SciPy's and rliable's, in an environment of its own.

    python -m venv peers && peers/bin/pip install scipy rliable "pandas<3"
    PYTHONPATH=. peers/bin/python benchmarks/compare_statistics.py

Prints the largest difference of each kind. Bootstraps have 100,000 resamples on both sides, of one
episode a puzzle unless said otherwise; both are by percentiles, that is before ours are corrected
for few puzzles. What they are after that is compared with Student's interval where that holds, of
scores that are nearly normal. The numbers that the tests pin come from here too.
"""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from rliable import library, metrics
from scipy import stats

from twbench.evaluation.statistics.bootstrap import resampled_iqms, resampled_means
from twbench.evaluation.statistics.clusters import Clusters
from twbench.evaluation.statistics.comparison import compare
from twbench.evaluation.statistics.intervals import combined, mean_part
from twbench.evaluation.statistics.rates import student_quantile
from twbench.evaluation.statistics.scores import Outcome, Scores, aggregate

RESAMPLES = 100_000
SIZES = (8, 20, 50, 200)

warnings.filterwarnings("ignore", module="rliable")


def graded(size: int, seed: int = 0, digits: int = 9) -> np.ndarray:
    return np.random.default_rng([size, seed]).beta(0.7, 0.9, size).round(digits)


def clusters(*puzzles: np.ndarray) -> Clusters:
    """Return the values of the games of each puzzle."""
    found = Clusters.of(
        (f"p{n:04}", [float(value)]) for n, games in enumerate(puzzles) for value in games
    )
    if found is None:
        raise ValueError("There are no values.")
    return found


def means(found: Clusters, seed: int = 7) -> np.ndarray:
    return resampled_means(found, seed, RESAMPLES)[0]


def iqms(found: Clusters) -> np.ndarray:
    return resampled_iqms(found, 7, RESAMPLES)


def apart(drawn: np.ndarray, low: float, high: float) -> float:
    """Return by how much the ends of the interval between percentiles differ from ``low, high``."""
    return float(np.abs(np.percentile(drawn, (2.5, 97.5)) - (low, high)).max())


def scipy_interval(
    data: tuple[np.ndarray, ...], statistic: Callable[..., Any], seed: int = 3
) -> Any:
    return stats.bootstrap(
        data,
        statistic,
        n_resamples=RESAMPLES,
        method="percentile",
        paired=len(data) > 1,
        batch=2000,
        rng=np.random.default_rng(seed),
    ).confidence_interval


def trimmed(values: np.ndarray, axis: int = -1) -> Any:
    return stats.trim_mean(values, 0.25, axis=axis)


def compare_bootstraps() -> None:
    for name, draw, statistic in (("mean", means, np.mean), ("IQM", iqms, trimmed)):
        for size in SIZES:
            values = graded(size)
            drawn = draw(clusters(*values[:, np.newaxis]))
            difference = apart(drawn, *scipy_interval((values,), statistic))
            print(f"scipy bootstrap, {name} of {size}: {difference:.5f}")


def compare_coarse_grades() -> None:
    """Percentiles of few possible values jump: SciPy's with another seed do as well."""
    for size in SIZES[:2]:
        values = graded(size, digits=1)
        one, other = (scipy_interval((values,), trimmed, seed) for seed in (3, 4))
        difference = apart(iqms(clusters(*values[:, np.newaxis])), *one)
        itself = max(abs(one.low - other.low), abs(one.high - other.high))
        print(
            f"scipy bootstrap, IQM of {size} scores of one digit: {difference:.5f};"
            f" scipy from itself, of another seed: {itself:.5f}"
        )


def compare_clustered_bootstraps() -> None:
    for size in SIZES:
        random = np.random.default_rng([size, 1])
        sizes = random.integers(1, 6, size)
        games = [graded(count, seed) for seed, count in enumerate(sizes)]
        sums = np.array([game.sum() for game in games])
        interval = scipy_interval(
            (sums, sizes.astype(float)), lambda s, n, axis: s.sum(axis) / n.sum(axis)
        )
        difference = apart(means(clusters(*games)), *interval)
        print(f"scipy bootstrap, {size} puzzles of 1 to 5 games: {difference:.5f}")


def compare_with_student() -> None:
    for size in SIZES:
        values = np.random.default_rng(size).normal(0.5, 0.1, size)
        found = combined([mean_part(clusters(*values[:, np.newaxis]), 7, RESAMPLES)])
        low, high = stats.t.interval(0.95, size - 1, values.mean(), stats.sem(values))
        print(
            f"scipy t.interval, mean of {size} normal scores: [{low:.3f}, {high:.3f}];"
            f" ours [{found.low:.3f}, {found.high:.3f}]"
        )


def compare_rates() -> None:
    worst = 0.0
    for trials in range(1, 201):
        for wins in range(trials + 1):
            won = (np.arange(trials) < wins).astype(float)
            found = combined([mean_part(clusters(*won[:, np.newaxis]), 7)])
            low, high = stats.binomtest(wins, trials).proportion_ci(method="wilson")
            worst = max(worst, abs(found.low - low), abs(found.high - high))
    print(f"scipy binomtest().proportion_ci(method='wilson'), all of 1 to 200 trials: {worst:.1e}")
    quantiles = (abs(student_quantile(n) - stats.t.ppf(0.975, n)) for n in range(1, 5000))
    print(f"scipy t.ppf(0.975), 1 to 4999 degrees of freedom: {max(quantiles):.1e}")


def rliable_interval(scores: np.ndarray, statistic: Callable[..., Any]) -> Any:
    _, intervals = library.get_interval_estimates(
        {"agent": scores},
        lambda drawn: np.array([statistic(drawn)]),
        reps=RESAMPLES,
        random_state=np.random.RandomState(5),
    )
    return intervals["agent"][:, 0]


def compare_rliable() -> None:
    for size in SIZES:
        values = graded(size)[:, np.newaxis]
        for name, draw, statistic in (
            ("mean", means, metrics.aggregate_mean),
            ("IQM", iqms, metrics.aggregate_iqm),
        ):
            drawn = draw(clusters(*values))
            difference = apart(drawn, *rliable_interval(values, statistic))
            print(f"rliable, {name} of one task with {size} runs: {difference:.5f}")
    tasks = np.stack([graded(30, seed) for seed in range(4)], axis=1)
    drawn = np.mean(
        [means(clusters(*column[:, np.newaxis]), seed) for seed, column in enumerate(tasks.T)],
        axis=0,
    )
    difference = apart(drawn, *rliable_interval(tasks, metrics.aggregate_mean))
    print(f"rliable, mean of four tasks with 30 runs each: {difference:.5f}")


def scored(scores: np.ndarray) -> Scores:
    """Return the scores of a matrix of episodes (rows) of games (columns)."""
    return aggregate(
        Outcome(f"g{game:03}", "x", "done", max_score=100, normalized_score=float(value))
        for row in scores
        for game, value in enumerate(row)
    )


def compare_pairs() -> None:
    random = np.random.default_rng(9)
    a, b = random.random((3, 40)).round(1), random.random((5, 40)).round(1)
    found = compare(scored(a), scored(b)).overall
    difference = abs(found.improvement.value - metrics.probability_of_improvement(a, b))
    print(f"rliable, probability of improvement, 40 games of 3 and 5 episodes: {difference:.1e}")
    interval = scipy_interval((a.mean(axis=0) - b.mean(axis=0),), np.mean)
    print(
        f"scipy bootstrap, paired difference: [{interval.low:.3f}, {interval.high:.3f}];"
        f" ours, corrected [{found.difference.low:.3f}, {found.difference.high:.3f}]"
    )


def main() -> None:
    compare_bootstraps()
    compare_coarse_grades()
    compare_clustered_bootstraps()
    compare_with_student()
    compare_rates()
    compare_pairs()
    compare_rliable()


if __name__ == "__main__":
    main()
