"""What is recorded of a played episode.

Missing is never zero: whatever could not be observed (the score of a story that did not start,
the moves of a process that was killed) is None.
"""

__all__ = ["Episode", "Limits", "Status", "Step"]

from dataclasses import dataclass
from enum import StrEnum

from twbench.evaluation.plan import PlanItem


class Status(StrEnum):
    """How an episode ended."""

    DONE = "done"  # the game ended, won or lost
    TRUNCATED = "truncated"  # the steps, or the commands of the agent, were used up
    CRASHED = "crashed"  # the agent or the story failed
    TIMEOUT = "timeout"  # the time was used up


@dataclass(frozen=True, slots=True)
class Limits:
    """Where an episode is cut off; ``time_limit`` is in seconds."""

    max_steps: int
    time_limit: float


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a transcript: ``observation`` is what the story answered to ``command``.

    Step 0 is the opening text, without a command. ``reward`` is what the score grew by.
    """

    step: int
    observation: str
    command: str | None
    reward: int | None
    score: int | None
    done: bool


@dataclass(frozen=True, slots=True)
class Episode:
    """The outcome of one plan item.

    ``score`` is the last one seen, also where the episode crashed or ran out of time: an agent
    cannot gain by crashing. An episode without a score is unscored. ``agent_seed`` is the seed
    that the agent was given, ``commands`` what was typed into the story.
    """

    item: PlanItem
    agent_seed: int
    status: Status
    error: str | None = None
    score: int | None = None
    highscore: int | None = None
    moves: int | None = None
    steps: int | None = None
    won: bool | None = None
    lost: bool | None = None
    invalid_actions: int | None = None
    commands: tuple[str, ...] = ()
    transcript: tuple[Step, ...] = ()

    @property
    def truncated(self) -> bool:
        """Whether the episode was cut off before the game ended by itself."""
        return self.status is Status.TRUNCATED

    @property
    def normalized_score(self) -> float | None:
        """The score as a part of the maximum; None where either is missing."""
        max_score = self.item.game.max_score
        if self.score is None or max_score is None or max_score <= 0:
            return None
        return self.score / max_score
