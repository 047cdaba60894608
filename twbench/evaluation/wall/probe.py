"""A process that asks an agent what it is, before there is anything to play.

It has no other children, so that whatever the agent starts when it is imported is ended, daemons
included: nothing of it is there when the episodes are played. Started as ``python -m
twbench.evaluation.wall.probe``, see `twbench.system.processes`.
"""

__all__ = ["serve"]

from contextlib import closing
from multiprocessing.connection import Connection
from typing import Any

from twbench.errors import AgentError
from twbench.evaluation.settings.agents import AgentCard
from twbench.evaluation.settings.protocol import Memory
from twbench.evaluation.wall.seat import AgentHost
from twbench.system.processes import serve_parent


def serve(connection: "Connection[Any, Any]") -> None:
    """Answer with the card of the agent that is asked for, or with why there is none."""
    spec, guard = connection.recv()
    try:
        with closing(AgentHost(spec, Memory.EPISODE, guard)) as host:
            answer: AgentCard | str = host.introduce()
    except AgentError as error:
        answer = str(error)
    connection.send(answer)


if __name__ == "__main__":
    serve_parent(serve)
