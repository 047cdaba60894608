"""The process in which episodes are played: the other end of a `twbench.evaluation.player.Player`.

Started as ``python -m twbench.evaluation.child FD``, where FD is an inherited connection.
"""

__all__ = ["serve"]

import faulthandler
import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from twbench.evaluation.plan import PlanItem
from twbench.evaluation.player import GRACE, READY, Job
from twbench.evaluation.rollout import run_episode


def serve(connection: "Connection[object, object]") -> None:
    """Play the items that come in until the parent hangs up: the child's side of a `Player`."""
    job = connection.recv()
    if not isinstance(job, Job):
        raise TypeError(f"expected a job, not {job!r}")
    job.agent.resolve()
    connection.send(READY)
    last_resort = job.limits.time_limit + 2 * GRACE
    with Path(os.devnull).open("w") as nowhere:
        while True:
            try:
                item = connection.recv()
            except EOFError:
                return
            if not isinstance(item, PlanItem):
                raise TypeError(f"expected a plan item, not {item!r}")
            # If the parent is killed while an interpreter hangs, nobody else ends this process.
            faulthandler.dump_traceback_later(last_resort, exit=True, file=nowhere)
            episode = run_episode(
                item, job.agent, job.limits, start=job.start, transcripts=job.transcripts
            )
            faulthandler.cancel_dump_traceback_later()
            connection.send(episode)


if __name__ == "__main__":
    os.dup2(2, 1)  # what agents print must not mix with the results on the standard output
    with Connection(int(sys.argv[1])) as parent:
        try:
            serve(parent)
        except (BrokenPipeError, ConnectionResetError):
            sys.exit(1)
