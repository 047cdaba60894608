"""A child process that plays episodes, and the parent's hold on it.

A story or an interpreter can loop for ever, or take its whole process down with it. So every
episode is played in a child process, which has a stranger's agent in a process of its own behind
the wall: if the child is lost the episode is recorded as failed, and the next one gets a new child.

See `twbench.system.processes` for how children are started and what becomes of them.
"""

__all__ = ["GRACE", "READY", "STORY_HANGS", "Job", "Player", "PlayerPool"]

import os
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from twbench.errors import AgentError, RunError
from twbench.evaluation.episodes.episode import Episode, FailedBy, Status
from twbench.evaluation.settings.agents import AgentCard, AgentSpec
from twbench.evaluation.settings.plan import PlanItem, agent_seed
from twbench.evaluation.settings.protocol import Protocol
from twbench.evaluation.wall.guard import Guard
from twbench.evaluation.wall.seat import BehindTheWall, Here, Seat
from twbench.families.family import Opener
from twbench.modules import ExtensionModule
from twbench.system.processes import Child, describe_exit

GRACE = 5.0  # seconds between the time limit of a story and the end of its process
STORY_HANGS = 70
"""Exit code of a child whose story could not be interrupted."""
_STARTUP = 120.0  # seconds a new process may take until it is ready
READY = "ready"  # what the child says when it has its job
_CHILD = "twbench.evaluation.playing.child"
_TRIES = 2
"""How many processes must be lost with an episode until that is what came of it: one may have been
ended from outside."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is common to all episodes of a run; ``start`` must be importable by its name.

    Without a ``guard`` there is no wall, and the agent plays in the recorder's process, as agents
    that come with twbench always do. ``card`` is what the agent has said of itself. ``processors``
    are the numbers of the processors that recorder and agent may use, empty for all there are. If
    they have one each they are ``eager``, see `twbench.evaluation.wall.frames.Channel`.
    ``modules`` have the user's own families.
    """

    agent: AgentSpec
    protocol: Protocol
    transcripts: bool
    start: Opener
    guard: Guard | None
    grace: float = GRACE
    card: AgentCard | None = None
    processors: tuple[int, ...] = ()
    modules: tuple[ExtensionModule, ...] = ()
    eager: bool = False

    def seat(self) -> Seat:
        """Return where the agent plays."""
        memory = self.protocol.memory
        if self.guard is None:
            return Here(self.agent, memory)
        if self.agent.is_shipped:
            return Here(self.agent, memory, self.protocol.limits.of_agent(network=False))
        return BehindTheWall(self.agent, memory, self.guard, self.card, self.eager)


class Player:
    """Plays one episode after the other in a child process, which it replaces when it is lost."""

    def __init__(self, job: Job):
        self._job = job
        self._closed = False
        self._busy = threading.Lock()
        self._child: Child | None = None

    def play(self, item: PlanItem) -> Episode:
        """Play one episode; whatever happens to the child is told by the episode's status.

        Raises RunError if no child can be started, or if the player is closed meanwhile, and
        AgentError if the agent cannot play by the protocol.
        """
        code: int | None = None
        with self._busy:
            for _ in range(_TRIES):
                try:
                    return self._play(item, self._child or self._launch())
                except (EOFError, OSError):
                    # The connection has ended, but the process may need a moment; its exit code
                    # tells whether the story hung, so that it is not killed at once.
                    code = self._end(patience=5)
                if self._closed:
                    raise RunError("The run was stopped.")
        return self._lost(item, code)

    def agent_seed(self, item: PlanItem) -> int:
        """Return the seed of the agent in an episode."""
        return agent_seed(item, self._job.agent.arguments.get("seed"))

    def _play(self, item: PlanItem, child: Child) -> Episode:
        child.send(item)
        reply = child.receive()  # the child itself watches the time
        if isinstance(reply, str):
            raise AgentError(reply)
        if not isinstance(reply, Episode):
            raise EOFError
        return reply

    def _lost(self, item: PlanItem, code: int | None) -> Episode:
        """Return what is known of an episode that was lost with its process."""
        seed = self.agent_seed(item)
        if code == STORY_HANGS:
            error = "story: no answer in time; the playing process was ended"
            return Episode(item, seed, Status.TIMEOUT, FailedBy.STORY, error)
        error = f"machine: the playing process {_describe(code)}"
        return Episode(item, seed, Status.CRASHED, FailedBy.MACHINE, error)

    def close(self) -> None:
        """End the child process, an episode in progress included. Closing twice is fine."""
        self._closed = True
        # Again and again: the playing thread may have been about to start a child when the first
        # look found none.
        while not self._busy.acquire(timeout=0.1):
            if (child := self._child) is not None:
                child.kill()  # the playing thread notices, and lets go
        try:
            self._end(patience=1)
        finally:
            self._busy.release()

    def _launch(self) -> Child:
        if self._closed:
            raise RunError("The run was stopped.")
        child = self._child = Child(_CHILD)
        try:
            child.send(self._job)
            if child.receive(_STARTUP) == READY:
                return child
        except (EOFError, OSError):  # TimeoutError among them
            pass
        raise RunError(
            f"No process to play in could be started: it {_describe(self._end(patience=1))}."
        )

    def _end(self, patience: float) -> int | None:
        """End the child and return its exit code; None if it had to be killed."""
        child, self._child = self._child, None
        return None if child is None else child.end(patience)


class PlayerPool:
    """The idle players of a run, shared by its threads; closes all of them at the end.

    Each of the ``size`` players gets its share of the processors. An agent and its recorder take
    turns: that is quick on one processor, and slow where one wakes the other on another processor.
    If there are ``processors`` enough for two processes of each player, they are eager.
    """

    def __init__(self, job: Job, size: int = 1, processors: int = 1):
        self._job = replace(job, eager=processors >= 2 * size)
        self._shares = _shares(size)
        self._idle: queue.SimpleQueue[Player] = queue.SimpleQueue()
        self._all: list[Player] = []
        self._closed = False

    def __enter__(self) -> "PlayerPool":
        return self

    def __exit__(self, *exception: object) -> None:
        self._closed = True
        for player in self._all:
            player.close()

    @contextmanager
    def borrow(self) -> Iterator[Player]:
        """Lend an idle player, a new one if there is none; raises RunError after the run."""
        if self._closed:
            raise RunError("The run was stopped.")
        try:
            player = self._idle.get_nowait()
        except queue.Empty:
            share = self._shares[len(self._all) % len(self._shares)]
            player = Player(replace(self._job, processors=share))
            self._all.append(player)
        try:
            yield player
        finally:
            self._idle.put(player)


def _shares(size: int) -> list[tuple[int, ...]]:
    """Return the processors of each of ``size`` players: none is named where all have all."""
    if size < 2 or not hasattr(os, "sched_getaffinity"):
        return [()]
    processors = sorted(os.sched_getaffinity(0))
    return [tuple(processors[n % len(processors) :: size]) for n in range(size)]


def _describe(code: int | None) -> str:
    return "did not answer and was ended" if code is None else describe_exit(code)
