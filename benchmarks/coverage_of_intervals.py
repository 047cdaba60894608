"""How often the intervals of graded scores have the mean in them, by the number of puzzles.

    python benchmarks/coverage_of_intervals.py

One episode a puzzle, and 4,000 runs of each kind, so that a percentage is good to one and a half.
"""

from collections.abc import Callable

import numpy as np

from twbench.evaluation.statistics.clusters import Clusters
from twbench.evaluation.statistics.intervals import combined, mean_part

PUZZLES = (1, 2, 3, 4, 5, 8, 20, 50)
RUNS = 4_000
RESAMPLES = 2_000
Draw = Callable[[np.random.Generator, int], np.ndarray]
KINDS: dict[str, tuple[Draw, float]] = {
    "even": (lambda rng, size: rng.random(size), 1 / 2),
    "both ends": (lambda rng, size: rng.beta(0.5, 0.5, size), 1 / 2),
    "low": (lambda rng, size: rng.beta(2, 5, size), 2 / 7),
    "very low": (lambda rng, size: rng.beta(0.3, 1.5, size), 1 / 6),
    "thirds": (lambda rng, size: rng.integers(0, 4, size) / 3, 1 / 2),
    "4 of 5 are 0": (lambda rng, size: rng.random(size) * (rng.random(size) < 0.2), 1 / 10),
    "9 of 10 are 1": (
        lambda rng, size: np.where(rng.random(size) < 0.9, 1.0, rng.random(size)),
        19 / 20,
    ),
}


def covers(scores: np.ndarray, mean: float) -> bool:
    games = [(f"{number:02}", [float(score)]) for number, score in enumerate(scores)]
    found = combined([mean_part(Clusters.of(games), 7, RESAMPLES)])
    return found.low - 1e-9 <= mean <= found.high + 1e-9


def main() -> None:
    print(f"{'puzzles':14}" + "".join(f"{puzzles:5}" for puzzles in PUZZLES))
    for name, (draw, mean) in KINDS.items():
        rng = np.random.default_rng(5)
        found = [
            sum(covers(draw(rng, puzzles), mean) for _ in range(RUNS)) / RUNS for puzzles in PUZZLES
        ]
        print(f"{name:14}" + "".join(f"{100 * rate:5.0f}" for rate in found))


if __name__ == "__main__":
    main()
