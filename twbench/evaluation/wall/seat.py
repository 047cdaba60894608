"""Where an agent sits: behind the wall in a process of its own, or here, for debugging."""

__all__ = ["AgentHost", "BehindTheWall", "Here", "Seat", "describe", "describe_exit"]

import json
import secrets
import signal
import socket
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NoReturn, Protocol

from twbench.errors import AgentError
from twbench.evaluation.agents import AgentCard, AgentSpec
from twbench.evaluation.episode import FailedBy, Status
from twbench.evaluation.protocol import Memory
from twbench.evaluation.wall.desk import Desk, Ending
from twbench.evaluation.wall.frames import MAX_REQUEST, Channel, FrameError, decoded, encoded
from twbench.evaluation.wall.guard import Guard
from twbench.evaluation.wall.loop import play_episode
from twbench.processes import Child
from twbench.sandbox import (
    BUBBLEWRAP,
    become_subreaper,
    children,
    end_descendants,
    visible_environment,
)

_HOST = "twbench.evaluation.wall.host"
_STARTUP = 600.0  # seconds that importing an agent, or making one, may take: some load a model
_ANSWER = 10.0  # seconds within which a host does as it is told


class Seat(Protocol):
    """Where an agent plays."""

    def play(self, desk: Desk) -> Ending:
        """Let it play an episode; return how it left. Raises NotGranted and StoryFailed."""

    def close(self) -> None:
        """Free what was needed."""


class AgentHost:
    """A process in which an agent is imported, and forked for every episode.

    A ``reaper`` ends whatever the agent starts, and is therefore for processes without other
    children. Raises AgentError where there is no such agent, or its module cannot be imported.
    """

    def __init__(self, spec: AgentSpec, memory: Memory, guard: Guard, *, reaper: bool):
        self._reaper = reaper and become_subreaper()
        self._others = children() if self._reaper else set()
        variables = {**visible_environment(guard.environment), "PYTHONHASHSEED": "0"}
        self._child = Child(_HOST, environment=variables, confinement=guard.confinement)
        module = spec.module and str(Path(spec.module).resolve())  # it has another current folder
        job = {"agent": asdict(replace(spec, module=module)), "memory": memory.value}
        try:
            self._child.send_bytes(json.dumps(job).encode())
            answer = self._receive(_STARTUP)
        except (EOFError, OSError):
            self._fail("ended while it was imported")
        if type(answer.get("refused")) is str:
            self.close()
            raise AgentError(answer["refused"])
        self.card = AgentCard.from_json(answer.get("ready"))

    def begin(self) -> socket.socket:
        """Begin an episode; return the recorder's end of its channel."""
        mine, theirs = socket.socketpair()
        with theirs:
            try:
                self._child.send_bytes(b"play")
                self._child.send_descriptor(theirs.fileno())
            except OSError:
                mine.close()
                self._fail("has ended")
        return mine

    def end(self) -> int | None:
        """End the process of the episode and all that it has started; return its exit code."""
        try:
            self._child.send_bytes(b"end")
            code = self._receive(_ANSWER).get("ended")
        except (EOFError, OSError):
            self._fail("does not end its episode")
        if self._reaper:
            end_descendants(except_for={*self._others, self._child.number})
        self._child.empty_folder()
        return code if type(code) is int else None

    def close(self) -> None:
        """End the process and all that it has started."""
        self._child.end()
        if self._reaper:
            end_descendants(except_for=self._others)

    def _receive(self, seconds: float) -> Mapping[str, Any]:
        try:
            answer = json.loads(self._child.receive_bytes(MAX_REQUEST, seconds))
        except (ValueError, RecursionError) as error:
            raise EOFError from error
        return answer if type(answer) is dict else {}

    def _fail(self, what: str) -> NoReturn:
        self.close()
        raise AgentError(f"The agent's process {what}.")


def describe(spec: AgentSpec, guard: Guard) -> AgentCard:
    """Return what an agent says it is; a stranger's module is imported behind the wall only.

    Raises AgentError where there is no such agent, or its module cannot be imported.
    """
    if spec.module is None:
        return AgentCard.of(spec.resolve())
    host = AgentHost(spec, Memory.EPISODE, guard, reaper=False)
    host.close()
    return host.card


class BehindTheWall:
    """An agent in a process of its own, which is replaced when it is lost."""

    def __init__(self, spec: AgentSpec, memory: Memory, guard: Guard):
        self._spec, self._memory, self._guard = spec, memory, guard
        self._host: AgentHost | None = None

    def play(self, desk: Desk) -> Ending:
        """Let the agent play an episode, and end its process; see `Seat.play`."""
        if self._host is None:
            self._host = AgentHost(self._spec, self._memory, self._guard, reaper=True)
        host = self._host
        limit = desk.recording.protocol.limits.of_agent(host.card.network)
        channel = Channel(host.begin(), MAX_REQUEST)
        try:
            return _converse(channel, desk, limit)
        except TimeoutError:
            return Ending(Status.TIMEOUT, FailedBy.AGENT, f"agent: no command within {limit:g} s")
        except FrameError as error:
            return Ending(Status.CRASHED, FailedBy.AGENT, f"agent: {error}")
        except (EOFError, OSError):
            pass  # the agent's process has ended
        finally:
            channel.close()
            code = self._end_episode()
        ended = "has ended" if code is None else describe_exit(code)
        return Ending(Status.CRASHED, FailedBy.AGENT, f"agent: its process {ended}")

    def close(self) -> None:
        """End the agent's process."""
        if self._host is not None:
            self._host.close()
            self._host = None

    def _end_episode(self) -> int | None:
        """End the episode's process; return its exit code, None if nobody knows."""
        code = None
        try:
            code = self._host.end() if self._host else None
        except AgentError:
            self._host = None
        if self._guard.sandbox == BUBBLEWRAP and self._memory is Memory.EPISODE:
            self.close()  # what the agent has started has its own numbers, and ends with the host
        return code


def _converse(channel: Channel, desk: Desk, limit: float | None) -> Ending:
    """Answer the agent's questions until it has said how it ended."""
    episode = secrets.token_hex(8)
    channel.wait_for(None if limit is None else max(limit, _STARTUP))  # the agent is made first
    channel.send(encoded({"episode": episode, "begin": desk.begin()}))
    while True:
        frame = decoded(channel.receive())
        if frame.get("episode") != episode:
            raise FrameError("A frame is not of this episode.")
        answer = desk.answer(frame)
        if desk.ending is not None:
            return desk.ending
        channel.wait_for(limit)
        channel.send(encoded({"episode": episode, **answer}))


class Here:
    """An agent that plays in this process, without a wall: for debugging, never ranked."""

    def __init__(self, spec: AgentSpec):
        self._spec = spec

    def play(self, desk: Desk) -> Ending:
        """Let the agent play an episode; see `Seat.play`."""
        entry, arguments = self._spec.resolve(), self._spec.arguments
        play_episode(desk.answer, desk.begin(), lambda seed: entry.make(arguments, seed))
        return desk.ending or Ending()

    def close(self) -> None:
        """There is nothing to free."""


def describe_exit(code: int) -> str:
    """Return how a process ended, given its exit code."""
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"
