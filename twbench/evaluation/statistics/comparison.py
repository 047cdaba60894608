"""Two agents on one plan compared game by game: by how much, and how often, one is the better.

Differences within a game cancel what makes games easy or hard for all agents, which is most of what
their scores vary by (Miller 2024, "Adding Error Bars to Evals"). Two figures:

**Difference.** Per game the mean score of the one agent minus that of the other; then the mean
over games, and over challenges.

**Probability of improvement** (Agarwal et al. 2021, "Deep Reinforcement Learning at the Edge of
the Statistical Precipice"): how likely an episode of the one scores higher than an episode of the
other in the same game. Per game, for scores a_1 ... a_n and b_1 ... b_m,

    P(A > B) = 1 / (n * m) * sum over all i, j of s(a_i, b_j),  s = 1 if a_i > b_j, 1/2 if equal

and then the mean over games, and over challenges. rliable computes the same where its tasks are
games and its runs are episodes. For one episode a game it is the share of games won by the one,
with half of the ties.

Both are means over games, of differences from -1 to 1 and of probabilities, and have the intervals
of means (`intervals`): clustered by puzzle, stratified by challenge. rliable draws episodes within
fixed games instead; here the games are a sample of those that there could be. Games that one of the
two has no score in are left out, and counted.
"""

__all__ = ["Comparison", "Difference", "compare"]

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from twbench.evaluation.statistics.clusters import DIGITS, Clusters
from twbench.evaluation.statistics.intervals import Estimate, Part, combined, mean_part
from twbench.evaluation.statistics.scores import GameScores, Scores
from twbench.seeding import derive_seed


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much one agent scores more than the other, in so many games, and how probably."""

    games: int
    left_out: int
    difference: Estimate
    improvement: Estimate

    def turned(self) -> "Difference":
        """Return the same comparison, seen from the other agent."""
        return Difference(
            self.games, self.left_out, _turned(self.difference, 0), _turned(self.improvement, 1)
        )


def _turned(estimate: Estimate, whole: int) -> Estimate:
    """Return the estimate of ``whole`` minus the figure."""
    value, high, low = (
        None if number is None else round(whole - number, DIGITS) + 0.0
        for number in (estimate.value, estimate.low, estimate.high)
    )
    return Estimate(value, low, high)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference overall, and in each challenge."""

    overall: Difference
    challenges: Mapping[str, Difference]


@dataclass(frozen=True, slots=True)
class _Pair:
    """The figures of one challenge, None where no game has both scores."""

    games: int
    left_out: int
    difference: Part | None = None
    improvement: Part | None = None


def compare(one: Scores, other: Scores) -> Comparison:
    """Return by how much, and how probably, ``one`` is better than ``other`` on the same plan."""
    names = sorted(one.games.keys() | other.games.keys())
    pairs = {
        name: _pair(name, one.games.get(name, {}), other.games.get(name, {})) for name in names
    }
    return Comparison(
        _difference(list(pairs.values())),
        {name: _difference([pair]) for name, pair in pairs.items()},
    )


def _difference(pairs: Sequence[_Pair]) -> Difference:
    return Difference(
        games=sum(pair.games for pair in pairs),
        left_out=sum(pair.left_out for pair in pairs),
        difference=combined([pair.difference for pair in pairs]),
        improvement=combined([pair.improvement for pair in pairs]),
    )


def _pair(challenge: str, one: Mapping[str, GameScores], other: Mapping[str, GameScores]) -> _Pair:
    """Compare the games of one challenge."""
    paired = [
        (one[name], other[name])
        for name in sorted(one.keys() & other.keys())
        if one[name].scores and other[name].scores
    ]
    left_out = len(one.keys() | other.keys()) - len(paired)
    if not paired:
        return _Pair(0, left_out)
    seed = derive_seed(0, "bootstrap", challenge)
    differences = Clusters.of((a.puzzle, [_mean(a) - _mean(b)]) for a, b in paired)
    improvements = Clusters.of((a.puzzle, [_improvement(a, b)]) for a, b in paired)
    return _Pair(
        len(paired),
        left_out,
        mean_part(differences, seed, limits=(-1.0, 1.0)),
        mean_part(improvements, seed),
    )


def _mean(game: GameScores) -> float:
    return sum(game.scores) / len(game.scores)


def _improvement(one: GameScores, other: GameScores) -> float:
    """Return how likely an episode of ``one`` scores more, ties counting half."""
    a, b = np.array(one.scores)[:, np.newaxis], np.array(other.scores)
    return float(((a > b) + (a == b) / 2).mean())
