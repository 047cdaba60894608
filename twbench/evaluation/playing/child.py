"""The process of a recorder: the other end of a `twbench.evaluation.playing.player.Player`.

Here are the game, the score and the record of an episode; the agent is in another process, which is
a child of this one, unless it comes with twbench. Started as ``python -m
twbench.evaluation.playing.child``, see `twbench.system.processes`.
"""

__all__ = ["serve"]

import os
import sys
import threading
import time
from contextlib import closing
from multiprocessing.connection import Connection
from typing import Any

from twbench.errors import AgentError
from twbench.evaluation.episodes.episode import Episode
from twbench.evaluation.episodes.recording import Recording
from twbench.evaluation.playing.player import READY, STORY_HANGS, Job
from twbench.evaluation.playing.rollout import run_episode
from twbench.evaluation.settings.plan import PlanItem
from twbench.evaluation.wall.desk import NotGranted
from twbench.modules import use_modules
from twbench.system.processes import serve_parent
from twbench.system.streams import lead_nowhere

_LOOK = 0.5  # seconds between two looks at the story


class _Watch:
    """Ends this process if a story hangs within a function written in C.

    No signal is seen there, but a thread goes on.
    """

    def __init__(self, seconds: float):
        self.recording: Recording | None = None
        self._seconds = seconds
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        seen: tuple[Recording, int] | None = None
        since = time.monotonic()
        while True:
            time.sleep(_LOOK)
            recording, now = self.recording, time.monotonic()
            place, seconds = None, self._seconds
            if recording is not None and recording.in_story:
                # Read first: what is asked for next is counted before it has no search yet.
                seconds += recording.search_seconds
                place = recording, recording.asked
            if place is None or place != seen:
                seen, since = place, now
            elif now - since > seconds:
                # Not `sys.exit`, which would end this thread only.
                os._exit(STORY_HANGS)


def serve(connection: "Connection[Any, Any]") -> None:
    """Play the items that come in until the parent hangs up: the child's side of a `Player`.

    It is answered with the episode, or with the sentence why there can be none.
    """
    job = connection.recv()
    if not isinstance(job, Job):
        raise TypeError(f"expected a job, not {job!r}")
    if job.processors:
        os.sched_setaffinity(0, job.processors)  # the agent's process inherits it
    use_modules(job.modules)
    watch = _Watch(job.protocol.limits.story_seconds + job.grace)
    with closing(job.seat()) as seat:
        connection.send(READY)
        while True:
            try:
                item = connection.recv()
            except EOFError:
                return
            if not isinstance(item, PlanItem):
                raise TypeError(f"expected a plan item, not {item!r}")
            watch.recording = Recording(item, job.protocol, job.transcripts)
            seed = job.agent.arguments.get("seed")
            try:
                answer: Episode | str = run_episode(watch.recording, seat, job.start, seed)
            except (NotGranted, AgentError) as refusal:
                answer = str(refusal)
            connection.send(answer)


def _silence_interpreters() -> None:
    """Let what is printed by no code of Python go nowhere: stories ring the bell of a terminal.

    Python prints where errors go, as it has done before.
    """
    sys.stdout = sys.stderr
    lead_nowhere(1)


if __name__ == "__main__":
    _silence_interpreters()
    serve_parent(serve)
