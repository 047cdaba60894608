"""The process in which agents live: the other end of a `twbench.evaluation.wall.seat.AgentHost`.

Started as ``python -m twbench.evaluation.wall.host``, see `twbench.processes`. It shuts itself in,
imports the agent, and says what it is. Then it forks for every episode it is given a channel for,
and ends the fork when it is told to. If the agent may remember the whole run, it plays itself
instead.

It is told what to do in JSON, and answers in JSON; the recorder believes none of it.
"""

__all__ = ["serve"]

import contextlib
import gc
import json
import os
import random
import signal
import socket
import sys
import warnings
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle
from typing import Any

from twbench.agents import AgentEntry
from twbench.core import Agent
from twbench.errors import TwbenchError
from twbench.evaluation.agents import AgentCard, AgentSpec
from twbench.evaluation.protocol import Memory
from twbench.evaluation.wall.frames import MAX_ANSWER, Channel, decoded, encoded
from twbench.evaluation.wall.loop import play_episode
from twbench.evaluation.wall.view import Exchange
from twbench.processes import connect
from twbench.sandbox import close_other_descriptors, cut_off_from_parent, die_with_parent


class _Host:
    """An agent that is imported, and the process that plays its episode, if there is one."""

    def __init__(self, entry: AgentEntry, spec: AgentSpec, memory: Memory):
        self._entry = entry
        self._arguments = spec.arguments
        self._memory = memory
        self._agent: Agent | None = None
        self._player: int | None = None

    def play(self, connection: "Connection[Any, Any]") -> None:
        """Play the episode of the channel that comes next, in a process of its own or here."""
        line = socket.socket(fileno=recv_handle(connection))
        if self._memory is Memory.RUN:
            _play(line, self._remembered)
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # no thread of ours is forked
            host = os.getpid()
            self._player = os.fork()
        if self._player:
            line.close()
            return
        with contextlib.suppress(BaseException):
            die_with_parent(host)
            cut_off_from_parent()
            close_other_descriptors([1, 2, line.fileno()])
            _play(line, self._new)
        os._exit(0)

    def end(self) -> int | None:
        """End the process of the episode; return its exit code, negative for a signal."""
        player, self._player = self._player, None
        if player is None:
            return None
        os.kill(player, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(player, 0)[1])

    def _new(self, seed: int) -> Agent:
        return self._entry.make(self._arguments, seed)

    def _remembered(self, seed: int) -> Agent:
        if self._agent is None:
            self._agent = self._new(seed)
        return self._agent


def _play(line: socket.socket, make: Any) -> None:
    channel = Channel(line, MAX_ANSWER)
    first = decoded(channel.receive())
    episode, begin = first["episode"], first["begin"]
    random.seed(begin["seed"])  # for agents that forget to
    with contextlib.suppress(OSError, EOFError):  # the recorder has hung up
        play_episode(_exchange(channel, episode), begin, make)
    channel.close()


def _exchange(channel: Channel, episode: str) -> Exchange:
    def exchange(request: dict[str, Any]) -> Mapping[str, Any]:
        channel.send(encoded({"episode": episode, **request}))
        return decoded(channel.receive(), values=True)

    return exchange


def serve(connection: "Connection[Any, Any]") -> None:
    """Do what the recorder says until it hangs up: the host's side of an `AgentHost`."""

    def tell(**message: Any) -> None:
        connection.send_bytes(json.dumps(message).encode())

    job = json.loads(connection.recv_bytes())
    spec = AgentSpec(**job["agent"])
    try:
        entry = spec.resolve()
    except TwbenchError as error:
        tell(refused=str(error))
        return
    host = _Host(entry, spec, Memory(job["memory"]))
    gc.collect()
    gc.freeze()  # what is there now is shared by all forks
    tell(ready=AgentCard.of(entry).to_json())
    while True:
        try:
            order = connection.recv_bytes()
        except EOFError:
            return
        if order == b"play":
            host.play(connection)
        elif order == b"end":
            tell(ended=host.end())


if __name__ == "__main__":
    with connect() as recorder:
        try:
            serve(recorder)
        except (BrokenPipeError, ConnectionResetError):
            sys.exit(1)
