"""The scores of a run: its episodes aggregated per challenge, then overall."""

__all__ = ["Outcome", "Score", "Scores", "aggregate"]

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from twbench.evaluation.episode import Status
from twbench.evaluation.metrics import Estimate, Sample, estimate, resample
from twbench.seeding import derive_seed

_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the scores need of an episode."""

    game_id: str
    challenge: str
    status: str
    normalized_score: float | None
    won: bool | None
    moves: int | None
    steps: int | None
    invalid_actions: int | None

    @classmethod
    def of(cls, episode: Mapping[str, Any]) -> "Outcome":
        """Return the outcome of a row of the table of episodes."""
        return cls(*(episode[field.name] for field in fields(cls)))


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of one challenge, or overall.

    ``win_rate`` and ``moves`` are over the episodes that were scored, ``invalid_rate`` is invalid
    actions per step; overall they are means over challenges. None is unknown.
    """

    games: int
    episodes: int
    unscored: int
    done: int
    truncated: int
    crashed: int
    timeout: int
    mean: Estimate
    iqm: Estimate
    win_rate: float | None
    moves: float | None
    invalid_rate: float | None


@dataclass(frozen=True, slots=True)
class Scores:
    """The score overall, and of every challenge in alphabetical order."""

    overall: Score
    challenges: Mapping[str, Score]

    def to_json(self) -> dict[str, Any]:
        """Return a value that JSON can hold."""
        return asdict(self)


def aggregate(outcomes: Iterable[Outcome]) -> Scores:
    """Return the scores of the episodes of a run. Equal outcomes give equal scores."""
    by_challenge: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_challenge.setdefault(outcome.challenge, []).append(outcome)
    parts = [_Part(name, by_challenge[name]) for name in sorted(by_challenge)]
    challenges = {part.name: _score([part]) for part in parts}
    return Scores(_score(parts), challenges)


class _Part:
    """One challenge: its episodes, its figures, and the resamples of its figures."""

    def __init__(self, name: str, outcomes: Sequence[Outcome]):
        self.name = name
        self.outcomes = outcomes
        self.scored = [outcome for outcome in outcomes if outcome.normalized_score is not None]
        games: dict[str, list[float]] = {outcome.game_id: [] for outcome in outcomes}
        for outcome in self.scored:
            games[outcome.game_id].append(outcome.normalized_score or 0.0)
        self.games = len(games)
        self.sample: Sample | None = resample(
            list(games.values()), derive_seed(0, "bootstrap", name)
        )
        self.win_rate = _mean([float(o.won) for o in self.scored if o.won is not None])
        self.moves = _mean([float(o.moves) for o in self.scored if o.moves is not None])
        self.invalid_rate = _invalid_rate(outcomes)


def _score(parts: Sequence[_Part]) -> Score:
    outcomes = [outcome for part in parts for outcome in part.outcomes]
    statuses = Counter(outcome.status for outcome in outcomes)
    samples = [part.sample for part in parts]
    return Score(
        games=sum(part.games for part in parts),
        episodes=len(outcomes),
        unscored=len(outcomes) - sum(len(part.scored) for part in parts),
        **{status.value: statuses[status.value] for status in Status},
        mean=estimate([s.mean if s else None for s in samples]),
        iqm=estimate([s.iqm if s else None for s in samples]),
        win_rate=_mean_of_all([part.win_rate for part in parts]),
        moves=_mean_of_all([part.moves for part in parts]),
        invalid_rate=_mean_of_all([part.invalid_rate for part in parts]),
    )


def _invalid_rate(outcomes: Sequence[Outcome]) -> float | None:
    known = [(o.invalid_actions, o.steps) for o in outcomes if o.invalid_actions is not None]
    steps = sum(steps or 0 for _, steps in known)
    invalid = sum(invalid for invalid, _ in known)
    return round(invalid / steps, _DIGITS) if steps else None


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), _DIGITS) if values else None


def _mean_of_all(values: Sequence[float | None]) -> float | None:
    """Return the mean, unknown if one of the values is."""
    known = [value for value in values if value is not None]
    return _mean(known) if len(known) == len(values) else None
