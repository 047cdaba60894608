"""The process in which episodes are played: the other end of a `twbench.evaluation.player.Player`.

Started as ``python -m twbench.evaluation.child``, see `twbench.processes`.
"""

__all__ = ["serve"]

import sys
from multiprocessing.connection import Connection
from typing import Any

from twbench.evaluation.plan import PlanItem
from twbench.evaluation.player import READY, Job
from twbench.evaluation.rollout import run_episode
from twbench.processes import connect


def serve(connection: "Connection[Any, Any]") -> None:
    """Play the items that come in until the parent hangs up: the child's side of a `Player`."""
    job = connection.recv()
    if not isinstance(job, Job):
        raise TypeError(f"expected a job, not {job!r}")
    job.agent.resolve()
    connection.send(READY)
    while True:
        try:
            item = connection.recv()
        except EOFError:
            return
        if not isinstance(item, PlanItem):
            raise TypeError(f"expected a plan item, not {item!r}")
        episode = run_episode(
            item, job.agent, job.limits, start=job.start, transcripts=job.transcripts
        )
        connection.send(episode)


if __name__ == "__main__":
    with connect() as parent:
        try:
            serve(parent)
        except (BrokenPipeError, ConnectionResetError):
            sys.exit(1)
