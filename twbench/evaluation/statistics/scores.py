"""The scores of a run: its episodes aggregated per challenge and level, then overall."""

__all__ = ["GameScores", "Outcome", "Score", "Scores", "aggregate", "difference"]

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from twbench.evaluation.statistics.intervals import RULE, Estimate
from twbench.evaluation.statistics.metrics import METRICS, Figure, Stratum, metrics_in_use
from twbench.evaluation.statistics.outcomes import Outcome
from twbench.printable import shown

_TOLERANCE = 1e-6  # figures have nine digits, of which machines may round the last otherwise


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of one challenge or level, or overall, by the names of their metrics.

    Levels of a challenge have those that are by level; see `twbench.evaluation.statistics.metrics`.
    """

    figures: Mapping[str, Figure]
    levels: Mapping[int, "Score"] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Figure:
        return self.figures[name]

    def estimate(self, name: str) -> Estimate:
        """Return a figure that has an interval; raises TypeError for one that has none."""
        figure = self.figures[name]
        if not isinstance(figure, Estimate):
            raise TypeError(f"{name} is a plain number, without an interval.")
        return figure

    def count(self, name: str) -> int:
        """Return a figure that is a count; raises TypeError for one that is not."""
        figure = self.figures[name]
        if not isinstance(figure, int):
            raise TypeError(f"{name} is not a count.")
        return figure

    @property
    def mean(self) -> Estimate:
        """The mean score, which runs are ranked by."""
        return self.estimate("mean")

    @property
    def incomplete(self) -> int:
        """How many episodes have no score though they could have one: such a run is not ranked."""
        return self.count("incomplete")

    def to_json(self, own: bool = True, intervals: bool = True) -> dict[str, Any]:
        """Return the figures by name, and under ``levels`` those of each level.

        Metrics of one's own are left out unless ``own``, and the ends of intervals unless so asked.
        """
        values = {
            name: _estimate(figure, intervals) if isinstance(figure, Estimate) else figure
            for name, figure in self.figures.items()
            if own or name in METRICS.shipped
        }
        levels = {str(level): score.to_json(own, intervals) for level, score in self.levels.items()}
        return {**values, "levels": levels} if levels else values


def _estimate(figure: Estimate, interval: bool) -> dict[str, float | None]:
    return asdict(figure) if interval else {"value": figure.value}


@dataclass(frozen=True, slots=True)
class GameScores:
    """What a run scored in one game: a number for each episode that was scored.

    That is a part of the ``max_score``; what else is known of the game is as in `Outcome`.
    """

    puzzle: str
    scores: tuple[float, ...]
    max_score: int | None = field(default=None, compare=False)
    level: int | None = field(default=None, compare=False)
    optimal_length: int | None = field(default=None, compare=False)

    def told_otherwise(self, other: "GameScores") -> str | None:
        """Return what ``other`` says otherwise of the game, whoever has played it."""
        told = ("max_score", "puzzle", "level", "optimal_length")
        differing = (name for name in told if getattr(self, name) != getattr(other, name))
        return next((name.replace("_", " ") for name in differing), None)


@dataclass(frozen=True, slots=True)
class Scores:
    """The score overall, of every challenge in alphabetical order, and of every game of these."""

    overall: Score
    challenges: Mapping[str, Score]
    games: Mapping[str, Mapping[str, GameScores]] = field(default_factory=dict)

    @property
    def incomplete(self) -> int:
        """How many episodes of the run have no score though they could have one."""
        return self.overall.incomplete

    def to_json(self, own: bool = True, intervals: bool = True) -> dict[str, Any]:
        """Return the figures, without the games, as a value that JSON can hold; see `Score`."""
        return {
            "intervals": RULE,
            "overall": self.overall.to_json(own, intervals),
            "challenges": {
                name: score.to_json(own, intervals) for name, score in self.challenges.items()
            },
        }


def aggregate(outcomes: Iterable[Outcome]) -> Scores:
    """Return the scores of the episodes of a run. Equal outcomes give equal scores."""
    by_challenge: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_challenge.setdefault(outcome.challenge, []).append(outcome)
    strata = [Stratum(name, by_challenge[name]) for name in sorted(by_challenge)]
    return Scores(
        Score(_figures(strata)),
        {s.challenge: Score(_figures([s]), _levels(s)) for s in strata},
        {s.challenge: _games(s) for s in strata},
    )


def _figures(strata: Sequence[Stratum], levels: bool = False) -> dict[str, Figure]:
    return {
        metric.name: metric.figure(strata)
        for metric in metrics_in_use()
        if metric.by_level or not levels
    }


def _levels(stratum: Stratum) -> dict[int, Score]:
    """Return the scores of the levels of a challenge, if it has some, in their order."""
    by_level: dict[int, list[Outcome]] = {}
    for outcome in stratum.outcomes:
        if outcome.level is not None:
            by_level.setdefault(outcome.level, []).append(outcome)
    return {
        level: Score(_figures([Stratum(stratum.challenge, by_level[level], level)], levels=True))
        for level in sorted(by_level)
    }


def _games(stratum: Stratum) -> dict[str, GameScores]:
    found: dict[str, list[float]] = {}
    last: dict[str, Outcome] = {}
    for outcome in stratum.outcomes:
        last[outcome.game_id] = outcome
        scores = found.setdefault(outcome.game_id, [])
        if outcome.score is not None:
            scores.append(outcome.score)
    return {
        name: GameScores(
            last[name].puzzle,
            tuple(scores),
            last[name].max_score,
            last[name].level,
            last[name].optimal_length,
        )
        for name, scores in found.items()
    }


def difference(recorded: Any, found: Scores) -> str | None:
    """Return what the scores that a run has ``recorded`` say otherwise than those ``found``.

    Figures are compared by name, and only those that both have: a record may be older than a
    metric, or newer. Metrics of one's own are not compared: theirs are names of anybody's choice.
    Nor are intervals that were computed by another rule.
    """
    rule = recorded.get("intervals") if isinstance(recorded, dict) else RULE
    figures = found.to_json(own=False, intervals=rule == RULE)
    del figures["intervals"]
    return _difference(recorded, figures, "scores", named=("overall", "challenges"))


def _difference(recorded: Any, found: Any, path: str, named: Sequence[str] = ()) -> str | None:
    """Return what ``recorded`` has that is not ``found``, and where; it must have all ``named``."""
    if isinstance(found, dict) and isinstance(recorded, dict):
        for name in named:
            if name not in recorded:
                return f"no {path}.{name}"
        if path == "scores.challenges" and recorded.keys() != found.keys():
            return f"other challenges under {path} than its episodes"
        common = sorted(recorded.keys() & found.keys())
        parts = (_difference(recorded[key], found[key], f"{path}.{key}") for key in common)
        return next((part for part in parts if part is not None), None)
    if _equal(recorded, found):
        return None
    return f"{path}={shown(recorded)}, where its episodes give {shown(found)}"


def _equal(recorded: Any, found: Any) -> bool:
    if bool in (type(recorded), type(found)):  # JSON's false is no 0, though Python's is
        return recorded is found
    if isinstance(recorded, int | float) and isinstance(found, int | float):
        try:
            return math.isclose(recorded, found, rel_tol=0, abs_tol=_TOLERANCE)
        except OverflowError:  # a whole number that is no floating-point number
            return False
    return type(recorded) is type(found) and bool(recorded == found)
