"""The process in which a story that nobody trusts is played, as seen from outside.

It runs `twbench.envs.isolated_child`. What the two say to each other is told in
`twbench.envs.isolated_frames`.
"""

__all__ = ["FLAGS", "Asked", "StoryProcess"]

import os
import select
import shutil
import subprocess
import sys
import time
import weakref
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn

from twbench import errors
from twbench.core import EnvInfos
from twbench.envs.isolated_frames import (
    LENGTH,
    Ear,
    parse_answer,
    request_frame,
    step_frame,
)
from twbench.errors import NotCopiedError, StoryFileError, TwbenchError
from twbench.scratch import new_scratch_folder

_START_TIME = 60.0
"""Seconds that a new process has to get ready, which is not the story's doing."""
_AWAKE = 0.00015
_NONSENSE = "gave an answer that makes no sense"
_ANSWERS: dict[str, tuple[tuple[str, type | tuple[type, ...]], ...]] = {
    "close": (),
    "copy": (("game", int),),
    "load": (("warnings", list),),
    "reset": (("state", dict),),
    "restore": (),
    "save": (("snapshot", int),),
    "step": (("state", dict), ("score", (int, float)), ("done", bool)),
}
"""What an answer to each request must have."""
_LARGEST_FRAME = 1 << 26

FLAGS = attrgetter(*EnvInfos.NAMES)


class Asked:
    """A game, and what is asked for."""

    __slots__ = ("extras", "flags", "game", "infos")

    def __init__(self, game: int, infos: EnvInfos):
        self.game = game
        self.infos = infos.copy()
        self.flags = FLAGS(infos)
        self.extras = self.infos.extras


class StoryProcess:
    """A process that plays the story called ``name``, for an environment and its copies.

    ``players`` is the number of these. Snapshots are kept there; ``forgotten`` are the numbers of
    those that nobody can ask for any more, sent with the next request.
    """

    def __init__(self, name: str, timeout: float):
        self.players = 1
        self.forgotten: list[int] = []
        self._name = name
        self._timeout = timeout
        self._last: Asked | None = None
        # A story may write transcripts and saved games into its working folder.
        self._folder = new_scratch_folder()
        self._child: subprocess.Popen[bytes] | None = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "twbench.envs.isolated_child", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=self._folder,
            start_new_session=True,  # Ctrl-C and Ctrl-Z are for this process
        )
        self._finish = weakref.finalize(self, _finish, self._child, self._folder, os.getpid())
        if self._child.stdin is None or self._child.stdout is None:
            raise AssertionError("The pipes were asked for.")
        self._sink, self._source = self._child.stdin.fileno(), self._child.stdout.fileno()
        os.set_blocking(self._sink, False)
        self._ear = Ear(self._source, _AWAKE)
        self._writable = select.poll()
        self._writable.register(self._sink, select.POLLOUT)
        self._receive(_START_TIME, "start")

    def __reduce__(self) -> NoReturn:
        raise NotCopiedError

    @property
    def has_ended(self) -> bool:
        """Whether the process is no more."""
        return self._child is None

    def step(self, asked: Asked, command: str) -> dict[str, Any]:
        """Type a command into the game that is ``asked`` for; see `ask`.

        The answer has what is new in the ``state``, the ``score``, and whether the game is
        ``done``.
        """
        if self._last is not asked or self.forgotten:
            answer = self.ask("step", asked.game, asked.infos, command=command)
            self._last = asked
            return answer
        return self._exchange("step", step_frame(command))

    def ask(self, request: str, game: int, infos: EnvInfos, **more: Any) -> dict[str, Any]:
        """Send a request about a game, and return the answer or raise the error that it led to.

        Raises StoryFileError, and ends the process, if there is no answer in time.
        """
        forgotten, self.forgotten = self.forgotten, []
        self._last = None
        message = {
            "request": request,
            "forgotten": forgotten,
            "game": game,
            "infos": {"basics": infos.basics, "extras": infos.extras},
            **more,
        }
        return self._exchange(request, request_frame(message))

    def end(self) -> None:
        """End the process. Ending it twice is fine."""
        self._child = None
        self._finish()

    def _exchange(self, request: str, message: bytes) -> dict[str, Any]:
        if self._child is None:
            self._fail("is not played any more, since its process has ended")
        what = "answer" if request == "step" else "start"
        self._send(message, what)
        answer = self._receive(self._timeout, what)
        if "error" in answer:
            raise self._error(answer)
        for name, kind in _ANSWERS[request]:
            if not isinstance(answer.get(name), kind):
                self._fail(_NONSENSE)
        return answer

    def _error(self, answer: dict[str, Any]) -> Exception:
        """Return the error that an answer tells of."""
        name = str(answer["error"])
        kind = OSError if name == "OSError" else getattr(errors, name, None)
        if not (isinstance(kind, type) and issubclass(kind, TwbenchError | OSError)):
            self._fail(_NONSENSE)
        try:
            return kind(*answer.get("arguments", ()))
        except TypeError:
            self._fail(_NONSENSE)

    def _send(self, request: bytes, what: str) -> None:
        try:
            sent = os.write(self._sink, request)
            while sent < len(request):
                if not self._writable.poll(1000 * self._timeout):
                    self._fail_to(what, self._timeout)
                sent += os.write(self._sink, request[sent:])
        except BrokenPipeError:
            self._fail("crashed its interpreter")

    def _receive(self, timeout: float, what: str) -> dict[str, Any]:
        """Return the next answer of the child."""
        deadline = time.monotonic() + timeout
        data, size = b"", LENGTH
        while len(data) < size:
            left = deadline - time.monotonic()
            if left <= 0 or not self._ear.listen(left):
                self._fail_to(what, timeout)
            part = os.read(self._source, 1 << 16)
            if not part:
                self._fail("crashed its interpreter")
            data = data + part if data else part
            if size == LENGTH and len(data) >= LENGTH:
                size += int.from_bytes(data[:LENGTH], "big")
                if size > _LARGEST_FRAME:
                    self._fail(_NONSENSE)
        try:
            return parse_answer(data[LENGTH:])
        except (ValueError, TwbenchError):
            self._fail(_NONSENSE)

    def _fail_to(self, what: str, timeout: float) -> NoReturn:
        self._fail(f"did not {what} within {timeout:g} seconds and was stopped")

    def _fail(self, what: str) -> NoReturn:
        """End the process and say so."""
        self.end()
        raise StoryFileError(f"The story {self._name} {what}.")


def _finish(child: "subprocess.Popen[bytes]", folder: Path, owner: int) -> None:
    """End the process of a story and remove its folder, unless this is a fork of its ``owner``."""
    if os.getpid() != owner:
        return
    child.kill()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            stream.close()
    child.wait()
    shutil.rmtree(folder, ignore_errors=True)
