"""How often the intervals of graded scores have the true figure in them, and how wide they are.

    python benchmarks/coverage_of_intervals.py [mean] [iqm] [five] [several] [--runs N]

By the number of puzzles, one game a puzzle, of the mean and the interquartile mean of one
challenge, and of the mean of five challenges of so many puzzles each; at last of the mean where a
puzzle has one to six games, half of which have the score of their puzzle, and half one of their
own. A percentage of 4,000 runs is good to 0.7, of 1,000 to 1.4, of 400 to 2.2.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from twbench.evaluation.statistics.bootstrap import interquartile_mean
from twbench.evaluation.statistics.clusters import Clusters
from twbench.evaluation.statistics.intervals import Part, combined, iqm_part, mean_part

RESAMPLES = 2_000
LIMIT = 1_000_000  # scores that the true figures are computed from
Draw = Callable[[np.random.Generator, int], np.ndarray]
KINDS: dict[str, Draw] = {
    "even": lambda rng, size: rng.random(size),
    "both ends": lambda rng, size: rng.beta(0.5, 0.5, size),
    "low": lambda rng, size: rng.beta(2, 5, size),
    "very low": lambda rng, size: rng.beta(0.3, 1.5, size),
    "thirds": lambda rng, size: rng.integers(0, 4, size) / 3,
    "4 of 5 are 0": lambda rng, size: rng.random(size) * (rng.random(size) < 0.2),
    "9 of 10 are 1": lambda rng, size: np.where(rng.random(size) < 0.9, 1.0, rng.random(size)),
    "4 of 5 are 0.3": lambda rng, size: np.where(rng.random(size) < 0.8, 0.3, rng.random(size)),
    "close to 0.5": lambda rng, size: rng.normal(0.5, 0.02, size),
}


@dataclass(frozen=True)
class Figure:
    """What is computed, of how many challenges, and how often that is tried."""

    part: Callable[[Clusters | None, int, int], Part | None]
    truth: Callable[[np.ndarray], float]
    challenges: int
    runs: int
    puzzles: tuple[int, ...]
    most_games: int = 1


FIGURES = {
    "mean": Figure(mean_part, lambda all_: float(all_.mean()), 1, 4_000, (2, 3, 4, 5, 8, 20, 50)),
    "iqm": Figure(iqm_part, interquartile_mean, 1, 400, (4, 8, 20)),
    "five": Figure(mean_part, lambda all_: float(all_.mean()), 5, 1_000, (2, 3, 4, 8, 20)),
    "several": Figure(mean_part, lambda all_: float(all_.mean()), 1, 1_000, (2, 3, 4, 8, 20), 6),
}


def played(rng: np.random.Generator, draw: Draw, puzzles: int, most_games: int) -> Clusters | None:
    """Return the scores of puzzles with one game to so many."""
    games = []
    for number, score in enumerate(draw(rng, puzzles)):
        own = np.array([score])
        if most_games > 1:
            count = int(rng.integers(1, most_games + 1))
            own = np.where(rng.random(count) < 0.5, score, draw(rng, count))
        games += [(f"{number:02}", [float(one)]) for one in own]
    return Clusters.of(games)


def coverage(figure: Figure, draw: Draw, puzzles: int) -> tuple[float, float]:
    """Return in what part of the runs the interval has the figure in it, and its mean width."""
    rng = np.random.default_rng(5)
    truth = figure.truth(draw(rng, LIMIT))
    found = []
    for _ in range(figure.runs):
        challenges = [
            played(rng, draw, puzzles, figure.most_games) for _ in range(figure.challenges)
        ]
        parts = [figure.part(scores, seed, RESAMPLES) for seed, scores in enumerate(challenges)]
        estimate = combined(parts)
        low, high = estimate.low or 0.0, estimate.high or 0.0
        found.append((low - 1e-9 <= truth <= high + 1e-9, high - low))
    covered, width = np.mean(found, axis=0)
    return float(covered), float(width)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "figures", nargs="*", metavar="FIGURE", help=f"some of {', '.join(FIGURES)}"
    )
    parser.add_argument("--runs", type=int, help="fewer than 4,000, 400, 1,000 and 1,000")
    arguments = parser.parse_args()
    for name in arguments.figures or FIGURES:
        figure = FIGURES[name]
        figure = replace(figure, runs=arguments.runs or figure.runs)
        print(f"{name:16}" + "".join(f"{puzzles:>10}" for puzzles in figure.puzzles))
        for kind, draw in KINDS.items():
            found = [coverage(figure, draw, puzzles) for puzzles in figure.puzzles]
            cells = "".join(f"{100 * rate:5.0f} {width:.2f}" for rate, width in found)
            print(f"{kind:16}{cells}", flush=True)


if __name__ == "__main__":
    main()
