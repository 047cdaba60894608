"""What the figures need of an episode, and what it counts for.

An episode that failed by its agent counts: with the score it had, or with 0 where the agent failed
before there was one. Whatever is missing is not to the agent's advantage. An episode that failed by
the story, the machine or a service says nothing of the agent, and one whose maximum score nobody
knows, or is infinite, has no score: these are unscored, which is not zero.
"""

__all__ = ["Outcome"]

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from twbench.evaluation.episodes.episode import FailedBy, counts


@dataclass(frozen=True, slots=True)
class Outcome:
    """One episode: the columns of its row that figures are computed from.

    ``moves`` are the story's own count, ``turns`` those of the protocol with refused commands among
    them, ``steps`` commands, ``lookahead`` commands spent on copies. ``failed_by`` is who failed:
    agent, story, machine or service. None is unknown.
    """

    game_id: str
    challenge: str
    status: str
    level: int | None = None
    puzzle_hash: str | None = None
    max_score: int | None = None
    normalized_score: float | None = None
    won: bool | None = None
    moves: int | None = None
    turns: int | None = None
    steps: int | None = None
    invalid_actions: int | None = None
    optimal_length: int | None = None
    lookahead: int | None = None
    failed_by: str | None = None

    @classmethod
    def of(cls, episode: Mapping[str, Any]) -> "Outcome":
        """Return the outcome of a row of the table of episodes."""
        values: dict[str, Any] = {field.name: episode[field.name] for field in fields(cls)}
        return cls(**values)

    @property
    def puzzle(self) -> str:
        """What the episode is an episode of: the puzzle, or the game where that has no hash."""
        return self.puzzle_hash or self.game_id

    @property
    def failed_outside(self) -> bool:
        """Whether the episode failed, and not by its agent."""
        return not counts(self.failed_by)

    @property
    def score(self) -> float | None:
        """The part of the maximum score that counts for the agent."""
        if self.failed_outside:
            return None
        if self.normalized_score is None and self.failed_by == FailedBy.AGENT and self._has_maximum:
            return 0.0
        return self.normalized_score

    @property
    def missing(self) -> bool:
        """Whether a score is missing that could be known: the run is incomplete."""
        return self.failed_outside or (self.score is None and self._has_maximum)

    @property
    def _has_maximum(self) -> bool:
        return self.max_score is not None and self.max_score > 0

    @property
    def success(self) -> float | None:
        """1 for a scored episode that was won, 0 for one that was not."""
        if self.score is None:
            return None
        if self.won is None:
            return 0.0 if self.failed_by == FailedBy.AGENT else None
        return float(self.won)

    @property
    def path_success(self) -> float | None:
        """Success weighted by path length: won * optimal / max(optimal, turns).

        As Anderson et al. (2018, "On Evaluation of Embodied Navigation Agents") define it, with the
        length of the walkthrough for the shortest path. Unknown without either length.
        """
        if self.success is None or self.optimal_length is None:
            return None
        if self.turns is None:
            return 0.0 if self.failed_by == FailedBy.AGENT else None
        longest = max(self.optimal_length, self.turns)
        return self.success * (self.optimal_length / longest if longest > 0 else 1.0)
