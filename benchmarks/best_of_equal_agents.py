"""How often one of several agents that are equal seems to be worse than the best of them.

    python benchmarks/best_of_equal_agents.py [--runs N]

A board compares each agent with the first, which was chosen since it has the highest mean. By the
number of agents and of puzzles, with a game a puzzle: in how many of these comparisons, and on how
many boards at least once, the interval of the difference has not 0 in it. All agents win a game
as probably, in each of three episodes; how probable that is, games draw evenly from 0 to 1. Of
1,000 boards, a percentage of 50 is good to 3, one of 5 to 1.4.
"""

import argparse

import numpy as np

from twbench.evaluation.statistics.clusters import Clusters
from twbench.evaluation.statistics.intervals import combined, mean_part

RESAMPLES = 2_000
AGENTS = (2, 5, 10, 20)
PUZZLES = (20, 50)
EPISODES = 3


def is_worse(scores: np.ndarray, of_best: np.ndarray) -> bool:
    """Return whether the interval of the difference between the scores of games is below 0."""
    games = ((f"{game:03}", [float(one)]) for game, one in enumerate(scores - of_best))
    found = combined([mean_part(Clusters.of(games), 0, RESAMPLES, limits=(-1.0, 1.0))])
    return found.high is not None and found.high < 0


def seems_worse(rng: np.random.Generator, agents: int, puzzles: int) -> int:
    """Return how many of so many agents, equal all of them, seem worse than the best on a board."""
    how_probable = rng.random(puzzles)[np.newaxis, :, np.newaxis]
    scores = (rng.random((agents, puzzles, EPISODES)) < how_probable).mean(axis=2)
    best = int(scores.mean(axis=1).argmax())
    return sum(is_worse(scores[agent], scores[best]) for agent in range(agents) if agent != best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1_000, help="boards of each kind")
    runs = parser.parse_args().runs
    print(f"{'agents':8}" + "".join(f"{puzzles:>8} puzzles" for puzzles in PUZZLES))
    for agents in AGENTS:
        cells = ""
        for puzzles in PUZZLES:
            rng = np.random.default_rng(5)
            found = np.array([seems_worse(rng, agents, puzzles) for _ in range(runs)])
            pairs, boards = found.mean() / (agents - 1), (found > 0).mean()
            cells += f"{100 * pairs:8.1f} {100 * boards:5.0f}  "
        print(f"{agents:<8}{cells}", flush=True)


if __name__ == "__main__":
    main()
