"""What is recorded of a played episode.

Missing is never zero: whatever could not be observed (the score of a story that did not start,
the moves of a process that was killed) is None.
"""

__all__ = ["FAILED", "Command", "Episode", "FailedBy", "Status", "Step", "counts", "normalized"]

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from twbench.evaluation.settings.plan import PlanItem


class Status(StrEnum):
    """How an episode ended."""

    DONE = "done"  # the game ended, won or lost
    TRUNCATED = "truncated"  # the turns were used up, or the agent gave up
    CRASHED = "crashed"  # something failed
    TIMEOUT = "timeout"  # the time of one command was used up


FAILED = (Status.CRASHED, Status.TIMEOUT)
"""How an episode ends that somebody has failed: the agent, or another one."""


class FailedBy(StrEnum):
    """Who is to blame for an episode that crashed or ran out of time."""

    AGENT = "agent"  # it counts as it was left
    STORY = "story"  # the others do not count, and are played again
    MACHINE = "machine"
    SERVICE = "service"


class Command(NamedTuple):
    """A command as it was typed into the story: into the game itself, or a copy (``branch``)."""

    text: str
    branch: int = 0


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
    that the agent was given. ``moves`` are those that the story has counted, ``turns`` those that
    the protocol has, ``steps`` the commands typed, ``lookahead`` those that were tried on copies.
    """

    item: PlanItem
    agent_seed: int
    status: Status
    failed_by: FailedBy | None = None
    error: str | None = None
    score: int | None = None
    highscore: int | None = None
    moves: int | None = None
    turns: int | None = None
    steps: int | None = None
    won: bool | None = None
    lost: bool | None = None
    invalid_actions: int | None = None
    lookahead: int | None = None
    commands: tuple[Command, ...] = ()
    transcript: tuple[Step, ...] = ()

    @property
    def truncated(self) -> bool:
        """Whether the episode was over before the game ended by itself."""
        return self.status is Status.TRUNCATED

    @property
    def normalized_score(self) -> float | None:
        """The score as a part of the maximum; None where either is missing."""
        return normalized(self.score, self.item.game.max_score)

    @property
    def counts(self) -> bool:
        """Whether the episode counts: nobody but the agent has failed."""
        return counts(self.failed_by)


def counts(failed_by: str | None) -> bool:
    """Return whether an episode counts that was so failed: nobody but the agent has failed."""
    return failed_by in (None, FailedBy.AGENT)


def normalized(score: int | None, max_score: int | None) -> float | None:
    """Return a score as a part of the maximum; None where there is no such part.

    That is at most 1: where a quest that has to be done costs points, who has not done it yet may
    have more of them than who wins.
    """
    if score is None or max_score is None or max_score <= 0:
        return None
    return min(score / max_score, 1.0)
