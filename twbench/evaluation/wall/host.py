"""The process in which agents live: the other end of a `twbench.evaluation.wall.seat.AgentHost`.

Started as ``python -m twbench.evaluation.wall.host``, see `twbench.system.processes`. It shuts
itself in, imports the libraries that the agent needs, and forks for every channel that it is given:
the fork runs the agent's own file, and says what the agent is or plays an episode. It is ended when
the recorder says so. Nothing of the agent's own is run in the host itself, so that whatever an
import starts, changes or shares with later forks is gone as well. Only if the agent may remember
the whole run, the host plays itself instead.

It is told what to do in JSON, and answers in JSON; the recorder believes none of it.
"""

__all__ = ["serve"]

import contextlib
import gc
import json
import os
import random
import signal
import site
import socket
import sys
import warnings
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle
from pathlib import Path
from typing import Any

from twbench.errors import TwbenchError
from twbench.evaluation.settings.agents import AgentCard, AgentSpec
from twbench.evaluation.settings.protocol import Memory
from twbench.evaluation.wall.frames import MAX_ANSWER, Channel, decoded, encoded
from twbench.evaluation.wall.libraries import import_libraries, imported_libraries
from twbench.evaluation.wall.loop import AgentMaker, play_episode
from twbench.evaluation.wall.view import Exchange
from twbench.sandbox import close_other_descriptors, cut_off_from_parent, die_with_parent
from twbench.system.processes import serve_parent


class _Host:
    """An agent, and the process that it is in just now, if there is one."""

    def __init__(self, spec: AgentSpec, memory: Memory, eager: bool):
        self._spec = spec
        self._memory = memory
        self._eager = eager
        self._make = AgentMaker(spec, memory)
        self._player: int | None = None

    def play(self, connection: "Connection[Any, Any]") -> None:
        """Play the episode of the channel that comes next, in a process of its own or here."""
        if self._memory is Memory.RUN:
            self._play(socket.socket(fileno=recv_handle(connection)))
        else:
            self._fork(connection, self._play)

    def introduce(self, connection: "Connection[Any, Any]") -> None:
        """Say what agent it is on the channel that comes next, in a process of its own."""
        self._fork(connection, self._introduce)

    def _fork(
        self, connection: "Connection[Any, Any]", does: Callable[[socket.socket], None]
    ) -> None:
        line = socket.socket(fileno=recv_handle(connection))
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
            does(line)
        # Without the exit handlers, which are copies of the host's.
        os._exit(0)

    def end(self) -> int | None:
        """End the process of the episode; return its exit code, negative for a signal."""
        player, self._player = self._player, None
        if player is None:
            return None
        # It may have ended already. As nobody has waited for it, its number is still its own.
        os.kill(player, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(player, 0)[1])

    def _play(self, line: socket.socket) -> None:
        channel = Channel(line, MAX_ANSWER, self._eager)
        first = decoded(channel.receive())
        episode, begin = first["episode"], first["begin"]
        random.seed(begin["seed"])  # for agents that forget to
        with contextlib.suppress(OSError, EOFError):  # the recorder has hung up
            play_episode(_exchange(channel, episode), begin, self._make)
        channel.close()

    def _introduce(self, line: socket.socket) -> None:
        answer: dict[str, Any]
        try:
            before = set(sys.modules)
            entry = self._spec.resolve()
            answer = {"ready": AgentCard.of(entry, imported_libraries(before)).to_json()}
        except TwbenchError as error:
            answer = {"refused": str(error)}
        line.sendall(encoded(answer))


def _exchange(channel: Channel, episode: str) -> Exchange:
    def exchange(request: dict[str, Any]) -> Mapping[str, Any]:
        channel.send(encoded({"episode": episode, **request}))
        return decoded(channel.receive(), values=True)

    return exchange


def _leave_others_their_modules() -> None:
    """Take the folders of this Python's own library and packages out of ``PYTHONPATH``.

    It has them only to start this process. Another Python that the agent starts would look for its
    own library there, and this one finds them without.
    """
    named = [Path(name).resolve() for name in (sys.prefix, sys.base_prefix)]
    if site.ENABLE_USER_SITE:
        named.append(Path(site.getusersitepackages()).resolve())
    searched = [Path(entry).resolve() for entry in os.environ["PYTHONPATH"].split(os.pathsep)]
    others = [str(path) for path in searched if not any(map(path.is_relative_to, named))]
    os.environ["PYTHONPATH"] = os.pathsep.join(others)


def serve(connection: "Connection[Any, Any]") -> None:
    """Do what the recorder says until it hangs up: the host's side of an `AgentHost`."""

    def tell(**message: Any) -> None:
        connection.send_bytes(json.dumps(message).encode())

    job = json.loads(connection.recv_bytes())
    spec = AgentSpec(**job["agent"])
    host = _Host(spec, Memory(job["memory"]), job["eager"])
    _leave_others_their_modules()
    # An installed agent is no library: of its own nothing is run before the fork.
    import_libraries(
        name for name in job["libraries"] if name.partition(".")[0] != spec.top_package
    )
    gc.collect()
    gc.freeze()  # all forks share the memory of what is loaded now, unless it is written to
    tell(ready=True)
    while True:
        try:
            order = connection.recv_bytes()
        except EOFError:
            return
        if order == b"play":
            host.play(connection)
        elif order == b"introduce":
            host.introduce(connection)
        elif order == b"end":
            tell(ended=host.end())


if __name__ == "__main__":
    serve_parent(serve)
