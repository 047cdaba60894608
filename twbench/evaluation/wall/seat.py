"""Where an agent sits: behind the wall in a process of its own, or here, for debugging."""

__all__ = ["AgentHost", "BehindTheWall", "Here", "Seat", "describe"]

import contextlib
import json
import secrets
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NoReturn, Protocol

from twbench.errors import AgentError, SandboxError
from twbench.evaluation.episodes.episode import FailedBy, Status
from twbench.evaluation.episodes.recording import Recording
from twbench.evaluation.settings.agents import AgentCard, AgentSpec
from twbench.evaluation.settings.protocol import Memory
from twbench.evaluation.wall.desk import Desk, Ending
from twbench.evaluation.wall.frames import MAX_REQUEST, Channel, FrameError, decoded, encoded
from twbench.evaluation.wall.guard import Guard
from twbench.evaluation.wall.loop import AgentMaker, play_episode
from twbench.printable import shortened, shown
from twbench.sandbox import (
    BUBBLEWRAP,
    become_subreaper,
    children,
    end_descendants,
    visible_environment,
)
from twbench.system.processes import Child, describe_exit
from twbench.untrusted import parse_json

_HOST = "twbench.evaluation.wall.host"
_STARTUP = 600.0  # seconds that importing an agent, or making one, may take: some load a model
_ANSWER = 10.0  # seconds within which a host does as it is told
_PROBE = "twbench.evaluation.wall.probe"
_LONGEST_REFUSAL = 2000
"""Letters of why a module cannot be imported."""


class Seat(Protocol):
    """Where an agent plays."""

    def play(self, desk: Desk) -> Ending:
        """Let it play an episode; return how it left. Raises NotGranted and StoryFailed."""

    def close(self) -> None:
        """Free what was needed."""


class AgentHost:
    """A process that forks for every episode of an agent.

    Whatever the agent starts is ended: a host is for processes without other children. Raises
    AgentError where it cannot be started.
    """

    def __init__(
        self,
        spec: AgentSpec,
        memory: Memory,
        guard: Guard,
        libraries: Sequence[str] = (),
        eager: bool = False,
    ):
        self._reaper = become_subreaper()
        self._others = children() if self._reaper else set()
        # Sets of texts would have another order in each process, and an agent that goes through one
        # would play otherwise when it is run again.
        variables = {**visible_environment(guard.environment), "PYTHONHASHSEED": "0"}
        self._child = Child(_HOST, environment=variables, confinement=guard.confinement)
        module = spec.module and str(Path(spec.module).resolve())  # it has another current folder
        job = {
            "agent": asdict(replace(spec, module=module)),
            "memory": memory.value,
            "libraries": list(libraries),
            "eager": eager,
        }
        try:
            self._child.send_bytes(json.dumps(job).encode())
            self._receive(_STARTUP)
        except (EOFError, OSError):
            self._fail("cannot be started")

    def introduce(self) -> AgentCard:
        """Return what the agent says it is.

        Raises AgentError where there is no such agent, or its module cannot be imported.
        """
        channel = Channel(self.begin(b"introduce"), MAX_REQUEST)
        channel.wait_for(_STARTUP)
        try:
            line = channel.receive()
        except TimeoutError as error:
            raise AgentError(f"The agent is not imported within {_STARTUP:g} s.") from error
        except (EOFError, OSError, FrameError) as error:
            raise AgentError("The agent's process ended while it was imported.") from error
        finally:
            channel.close()
            self.end()
        return _card(line)

    def begin(self, order: bytes = b"play") -> socket.socket:
        """Begin an episode; return the recorder's end of its channel."""
        mine, theirs = socket.socketpair()
        with theirs:
            try:
                self._child.send_bytes(order)
                self._child.send_descriptor(theirs.fileno())
            except OSError:
                mine.close()
                self._fail("has ended")
        return mine

    def end(self) -> int | None:
        """End the process of the episode and all that it has started; return its exit code.

        Raises AgentError, OSError or SandboxError where that cannot be done; the host is of no use
        then.
        """
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


def _card(line: bytes) -> AgentCard:
    answer = parse_json(line, "The agent's card", AgentError)
    values = answer if type(answer) is dict else {}
    if type(values.get("refused")) is str:
        raise AgentError(shortened(values["refused"], _LONGEST_REFUSAL))
    return AgentCard.from_json(values.get("ready"))


def describe(spec: AgentSpec, guard: Guard) -> AgentCard:
    """Return what an agent says it is; a stranger's code is imported behind the wall only.

    Raises AgentError where there is no such agent, its module cannot be imported, or it says that
    it is another one.
    """
    if spec.is_known_here:
        return AgentCard.of(spec.resolve())
    card = _introduced(spec, guard)
    if card.name != spec.name:
        raise AgentError(f"Agent {spec.name!r} says that it is {shown(card.name)}.")
    return card


def _introduced(spec: AgentSpec, guard: Guard) -> AgentCard:
    """Return what an agent says it is, asked by a process whose children are all ended."""
    child = Child(_PROBE)
    try:
        child.send((spec, guard))
        answer = child.receive()  # the child itself watches the time
    except (EOFError, OSError) as error:
        raise AgentError("The agent's process ended while it was imported.") from error
    finally:
        child.end(patience=_ANSWER)
    if not isinstance(answer, AgentCard):
        raise AgentError(str(answer))
    return answer


class BehindTheWall:
    """An agent in a process of its own, which is replaced when it is lost.

    One that has declared to wait for the network, by its ``card``, has time limits of its own; any
    other has no network, where the sandbox can take it away.
    ``eager`` is for channels, see `Channel`.
    """

    def __init__(
        self,
        spec: AgentSpec,
        memory: Memory,
        guard: Guard,
        card: AgentCard | None = None,
        eager: bool = False,
    ):
        self._spec, self._memory = spec, memory
        self._network = card is not None and card.network
        self._guard = guard.of_agent(self._network)
        self._libraries = card.libraries if card is not None else ()
        self._eager = eager
        self._host: AgentHost | None = None

    def play(self, desk: Desk) -> Ending:
        """Let the agent play an episode, and end its process; see `Seat.play`."""
        limit = desk.recording.protocol.limits.of_agent(self._network)
        channel = Channel(self._begin(), MAX_REQUEST, self._eager)
        try:
            return self._judged(_converse(channel, desk, limit))
        except TimeoutError:
            return _too_slow(limit)
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

    def _judged(self, ending: Ending) -> Ending:
        """Blame no service for an agent that has not declared to need one."""
        if ending.failed_by is not FailedBy.SERVICE or self._network:
            return ending
        error = f"agent: blames a service, but is not registered with network=True: {ending.error}"
        return Ending(ending.status, FailedBy.AGENT, error)

    def _begin(self) -> socket.socket:
        """Begin an episode, in a new host if the last one has ended meanwhile."""
        if self._host is not None:
            with contextlib.suppress(AgentError):
                return self._host.begin()
        self._host = AgentHost(self._spec, self._memory, self._guard, self._libraries, self._eager)
        return self._host.begin()

    def _end_episode(self) -> int | None:
        """End the episode's process; return its exit code, None if nobody knows.

        If it cannot be ended, the host is closed instead; that changes nothing of the episode.
        """
        code = None
        try:
            code = self._host.end() if self._host else None
        except (AgentError, OSError, SandboxError):
            with contextlib.suppress(OSError, SandboxError):
                self.close()
            self._host = None
        if self._guard.sandbox == BUBBLEWRAP and self._memory is Memory.EPISODE:
            self.close()  # what the agent has started has its own numbers, and ends with the host
        return code


def _converse(channel: Channel, desk: Desk, limit: float | None) -> Ending:
    """Answer the agent's questions until it has said how it ended."""
    # Nothing that an earlier episode has left can know or guess the name of this one.
    episode = secrets.token_hex(8)
    patience = _Patience(desk.recording, limit)
    channel.wait_for(patience.seconds)
    channel.send(encoded({"episode": episode, "begin": desk.begin()}))
    while True:
        waiting = time.monotonic()
        line = channel.receive()
        patience.lose(time.monotonic() - waiting)
        frame = decoded(line)
        if frame.get("episode") != episode:
            raise FrameError("A frame is not of this episode.")
        answer = desk.answer(frame)
        if desk.ending is not None:
            return desk.ending
        patience.renew()
        channel.wait_for(patience.seconds)
        channel.send(encoded({"episode": episode, **answer}))


class _Patience:
    """How long an agent is still waited for (``seconds``, None: for ever).

    It has ``limit`` seconds to begin, or `_STARTUP` if that is longer, and as many again after each
    command, since it has only so many of these. To make and drop copies of the game gives it no new
    time: it can do so without end, and could think for ever meanwhile.
    """

    def __init__(self, recording: Recording, limit: float | None):
        self._recording = recording
        self._limit = limit
        self._done = self._so_far
        self.seconds = None if limit is None else max(limit, _STARTUP)

    @property
    def _so_far(self) -> int:
        recording = self._recording
        return recording.begun + recording.steps + recording.lookahead

    def lose(self, seconds: float) -> None:
        """Take note that the agent was waited for; raises TimeoutError if that was too long."""
        if self.seconds is not None:
            self.seconds -= seconds
            if self.seconds <= 0:
                raise TimeoutError

    def renew(self) -> None:
        """Give the agent its time anew if it has done something."""
        done = self._so_far
        if done != self._done:
            self._done, self.seconds = done, self._limit


class Here:
    """An agent that plays in this process: one of ours, or, for debugging, without a wall.

    ``limit`` is how many seconds it may take for a command. The clock is looked at when it asks for
    the next one, so an agent that hangs is not interrupted.
    """

    def __init__(
        self, spec: AgentSpec, memory: Memory = Memory.EPISODE, limit: float | None = None
    ):
        self._make = AgentMaker(spec, memory)
        self._limit = limit

    def play(self, desk: Desk) -> Ending:
        """Let the agent play an episode; see `Seat.play`."""
        exchange = desk.answer if self._limit is None else _Timed(desk, self._limit)
        try:
            play_episode(exchange, desk.begin(), self._make)
        except _TooSlow:
            return _too_slow(self._limit)
        return desk.ending or Ending()

    def close(self) -> None:
        """There is nothing to free."""


class _TooSlow(BaseException):
    """The agent has taken too long; no ``except Exception`` of an agent stops it."""


class _Timed:
    """Passes questions on, unless the agent took more than ``limit`` seconds for a command."""

    def __init__(self, desk: Desk, limit: float):
        self._desk = desk
        self._patience = _Patience(desk.recording, limit)
        self._waiting = time.monotonic()

    def __call__(self, request: dict[str, Any]) -> Mapping[str, Any]:
        try:
            self._patience.lose(time.monotonic() - self._waiting)
        except TimeoutError:
            raise _TooSlow from None
        answer = self._desk.answer(request)
        self._patience.renew()
        self._waiting = time.monotonic()
        return answer


def _too_slow(limit: float | None) -> Ending:
    return Ending(Status.TIMEOUT, FailedBy.AGENT, f"agent: no command within {limit:g} s")
