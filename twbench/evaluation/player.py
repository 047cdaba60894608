"""A child process that plays episodes, and the parent's hold on it.

An agent or an interpreter can loop for ever, exit, or take its whole process down with it. So
every episode is played in a child process: if the child dies, or does not answer in time, it is
ended and the episode is recorded as crashed or timed out; the next episode gets a new child.

The child is started by name, not forked: it shares no thread, lock or file with the parent, and
the main script of the user is not imported a second time.
"""

__all__ = ["GRACE", "READY", "Job", "Player", "PlayerPool"]

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from twbench.errors import RunError
from twbench.evaluation.episode import Episode, Limits, Status
from twbench.evaluation.plan import PlanItem
from twbench.evaluation.rollout import AgentSpec, Start

GRACE = 5.0  # seconds between an episode's own time limit and the end of its process
_STARTUP = 120.0  # seconds a new process may take until it is ready
READY = "ready"  # what the child says when it has its job
_CHILD = "twbench.evaluation.child"


@dataclass(frozen=True, slots=True)
class Job:
    """What is common to all episodes of a run; ``start`` must be importable by its name."""

    agent: AgentSpec
    limits: Limits
    transcripts: bool
    start: Start


class Player:
    """Plays one episode after the other in a child process, which it replaces when it is lost."""

    def __init__(self, job: Job, grace: float = GRACE):
        self._job = job
        self._grace = grace
        self._closed = False
        self._busy = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection[object, object] | None = None

    def play(self, item: PlanItem) -> Episode:
        """Play one episode; whatever happens to the child is told by the episode's status.

        Raises RunError if no child can be started, or if the player is closed meanwhile.
        """
        with self._busy:
            connection = self._connection or self._launch()
            patience = self._job.limits.time_limit + self._grace
            try:
                connection.send(item)
                if connection.poll(patience):
                    reply = connection.recv()
                    if isinstance(reply, Episode):
                        return reply
                self._end(patience=0)
                status, error = Status.TIMEOUT, "no answer in time; the playing process was ended"
            except (EOFError, OSError):
                code = self._end(patience=5)
                status, error = Status.CRASHED, f"the playing process {_describe(code)}"
            if self._closed:
                raise RunError("The run was stopped.")
            seed = self._job.agent.arguments.get("seed", item.agent_seed)
            return Episode(item, seed, status, error)

    def close(self) -> None:
        """End the child process, an episode in progress included. Closing twice is fine."""
        self._closed = True
        process = self._process
        idle = self._busy.acquire(blocking=False)
        if not idle:
            if process is not None:
                process.kill()  # the playing thread notices, and lets go
            self._busy.acquire()
        try:
            self._end(patience=1)
        finally:
            self._busy.release()

    def _launch(self) -> "Connection[object, object]":
        if self._closed:
            raise RunError("The run was stopped.")
        ours, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                [sys.executable, "-m", _CHILD, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(_search_path())},
                start_new_session=True,  # an interrupt typed at the terminal is for the parent
            )
        self._connection = ours
        try:
            ours.send(self._job)
            if ours.poll(_STARTUP) and ours.recv() == READY:
                return ours
        except (EOFError, OSError):
            pass
        raise RunError(
            f"No process to play in could be started: it {_describe(self._end(patience=1))}."
        )

    def _end(self, patience: float) -> int | None:
        """End the child and return its exit code; None if it had to be killed."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is None:
            return None
        try:
            return process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return None


class PlayerPool:
    """The idle players of a run, shared by its threads; closes all of them at the end."""

    def __init__(self, job: Job):
        self._job = job
        self._idle: queue.SimpleQueue[Player] = queue.SimpleQueue()
        self._all: list[Player] = []

    def __enter__(self) -> "PlayerPool":
        return self

    def __exit__(self, *exception: object) -> None:
        for player in self._all:
            player.close()

    @contextmanager
    def borrow(self) -> Iterator[Player]:
        """Lend an idle player, a new one if there is none."""
        try:
            player = self._idle.get_nowait()
        except queue.Empty:
            player = Player(self._job)
            self._all.append(player)
        try:
            yield player
        finally:
            self._idle.put(player)


def _search_path() -> list[str]:
    """Return where this process finds modules, for a child that must find the same ones."""
    return [entry or str(Path.cwd()) for entry in sys.path]


def _describe(code: int | None) -> str:
    if code is None:
        return "did not answer and was ended"
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"
