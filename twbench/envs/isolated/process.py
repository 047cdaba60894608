"""The process in which a story that nobody trusts is played, as seen from outside.

It runs `twbench.envs.isolated.child`. What the two say to each other is told in
`twbench.envs.isolated.frames`.
"""

__all__ = ["Asked", "StoryProcess"]

import os
import shutil
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from twbench import errors
from twbench.core import EnvInfos
from twbench.envs.announcing import announce_search
from twbench.envs.isolated.frames import (
    SEARCHING,
    STEP_ANSWERS,
    parse_answer,
    parse_news,
    request_frame,
    step_frame,
)
from twbench.envs.isolated.line import Line, connect, new_memory
from twbench.errors import NotCopiedError, StoryFileError, TwbenchError
from twbench.system.scratch import new_scratch_folder
from twbench.system.streams import open_closed_streams

_START_TIME = 60.0
"""Seconds that a new process has to get ready, which is not the story's doing."""
_LONG_SEARCHES = 2
"""How many searches may use up their time before one answer: one in each mode."""
_AWAKE = 0.001
_NONSENSE = "gave an answer that makes no sense"
_ANSWERS: dict[str, tuple[tuple[str, type | tuple[type, ...]], ...]] = {
    "close": (),
    "copy": (("game", int),),
    "load": (("warnings", list),),
    "reset": (("state", dict),),
    "restore": (),
    "save": (("snapshot", int), ("standing", str)),
}
"""What an answer to each request must have, but that to a step."""
_PLAIN_ERRORS: Mapping[str, type[OSError | NotImplementedError]] = {
    "NotImplementedError": NotImplementedError,
    "OSError": OSError,
}
"""The errors, beside our own, that an answer may tell of."""


class Asked:
    """A game, and what is asked for."""

    __slots__ = ("extras", "flags", "game", "infos")

    def __init__(self, game: int, infos: EnvInfos):
        self.game = game
        self.infos = infos.copy()
        self.flags = infos.flags
        self.extras = self.infos.extras


class StoryProcess:
    """A process that plays the story called ``name``, for an environment and its copies.

    ``players`` is the number of these. A search for valid actions may take ``search_seconds`` more
    than the story. Snapshots are kept there; ``forgotten`` are the numbers of
    those that nobody can ask for any more, sent with the next request.
    """

    def __init__(self, name: str, timeout: float):
        self.players = 1
        self.forgotten: list[int] = []
        self.search_seconds = 0.0
        self._name = name
        self._timeout = timeout
        self._last: Asked | None = None
        # A story may write transcripts and saved games into its working folder.
        self._folder = new_scratch_folder()
        self._child, self._line = _start_child(self._folder)
        self._ended = False
        self._finish = weakref.finalize(self, _finish, self._child, self._folder, os.getpid())
        self._receive(_START_TIME, "start")

    def __reduce__(self) -> NoReturn:
        raise NotCopiedError

    @property
    def has_ended(self) -> bool:
        """Whether the process is no more."""
        return self._ended

    def step(self, asked: Asked, command: str) -> tuple[dict[str, Any], float, bool]:
        """Type a command into the game that is ``asked`` for.

        Return what is new in the state, the score, and whether the game has ended. Raises what
        `ask` raises.
        """
        # The short frame names neither game nor information: it is for the game and the information
        # of the request before. Nor can it tell of snapshots that were forgotten.
        if self._last is not asked or self.forgotten:
            frame = self._request("step", asked.game, asked.infos, command=command)
        else:
            frame = step_frame(command)
        answer = self._exchange(frame, "answer")
        self._last = asked
        try:
            if answer[0] in STEP_ANSWERS:
                return parse_news(answer)
            told = parse_answer(answer)
        except (ValueError, LookupError):
            self._fail(_NONSENSE)
        if "error" not in told:
            self._fail(_NONSENSE)
        raise self._error(told)

    def ask(self, request: str, game: int, infos: EnvInfos, **more: Any) -> dict[str, Any]:
        """Send a request about a game, and return the answer or raise the error that it led to.

        Raises StoryFileError, and ends the process, if there is no answer in time.
        """
        self._last = None
        answer = self._exchange(self._request(request, game, infos, **more), "start")
        try:
            told = parse_answer(answer)
        except ValueError:
            self._fail(_NONSENSE)
        if "error" in told:
            raise self._error(told)
        for name, kind in _ANSWERS[request]:
            if not isinstance(told.get(name), kind):
                self._fail(_NONSENSE)
        return told

    def end(self) -> None:
        """End the process. Ending it twice is fine."""
        self._ended = True
        self._finish()

    def _request(self, request: str, game: int, infos: EnvInfos, **more: Any) -> bytes:
        forgotten = self.forgotten.copy()
        del self.forgotten[: len(forgotten)]  # others may be forgotten in between
        message = {
            "request": request,
            "forgotten": forgotten,
            "game": game,
            "infos": {"basics": infos.basics, "extras": infos.extras},
            **more,
        }
        return request_frame(message)

    def _error(self, answer: dict[str, Any]) -> Exception:
        """Return the error that an answer tells of."""
        name = str(answer["error"])
        # A name that the child gives may make errors of ours, and no other object.
        kind = _PLAIN_ERRORS.get(name) or getattr(errors, name, None)
        known = (TwbenchError, *_PLAIN_ERRORS.values())
        if not (isinstance(kind, type) and issubclass(kind, known)):
            self._fail(_NONSENSE)
        if kind is errors.InternalError:  # nobody knows what it has left behind
            self.end()
        try:
            return kind(*answer.get("arguments", ()))
        except TypeError:
            self._fail(_NONSENSE)

    def _exchange(self, request: bytes, what: str) -> bytes:
        """Send a request and return the answer, which is ``what`` the story does.

        Where that is broken off in its midst the process has ended.
        """
        if self._ended:
            self._fail("is not played any more, since its process has ended")
        try:
            self._line.send(request, self._timeout)
            answer = self._receive(self._timeout, what)
            return self._receive_after_searches(what) if answer == SEARCHING else answer
        except BrokenPipeError:
            self._fail("crashed its interpreter")
        except TimeoutError:
            self._fail_to(what, self._timeout)
        except BaseException:  # the keyboard, say: what is told after it would be told to nobody
            self.end()
            raise

    def _receive_after_searches(self, what: str) -> bytes:
        """Return the answer that follows the search which has been told of.

        Whoever plays several commands for one may search as often; but a process that does nothing
        else is not waited for without an end.
        """
        once = self._timeout + self.search_seconds
        end = time.monotonic() + _LONG_SEARCHES * once
        answer = SEARCHING
        while answer == SEARCHING:
            if time.monotonic() > end:
                self._fail_to(what, _LONG_SEARCHES * once)
            announce_search(self.search_seconds)
            self._line.send(SEARCHING, self._timeout)
            answer = self._receive(once, what)
        return answer

    def _receive(self, timeout: float, what: str) -> bytes:
        try:
            return self._line.receive(timeout)
        except TimeoutError:
            self._fail_to(what, timeout)
        except EOFError:
            self._fail("crashed its interpreter")
        except ValueError:
            self._fail(_NONSENSE)

    def _fail_to(self, what: str, timeout: float) -> NoReturn:
        self._fail(f"did not {what} within {timeout:g} seconds and was stopped")

    def _fail(self, what: str) -> NoReturn:
        """End the process and say so."""
        self.end()
        raise StoryFileError(f"The story {self._name} {what}.")


def _start_child(folder: Path) -> "tuple[subprocess.Popen[bytes], Line]":
    """Start the process of a story in a folder, and return it with the line to it."""
    open_closed_streams()  # before the memory takes the number of one
    memory = new_memory()
    passed = () if memory is None else (memory,)
    try:
        child = subprocess.Popen(  # noqa: S603
            [
                sys.executable,
                "-m",
                "twbench.envs.isolated.child",
                *map(str, (os.getpid(), *passed)),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=folder,
            pass_fds=passed,
            start_new_session=True,  # Ctrl-C and Ctrl-Z are for this process
        )
        if child.stdin is None or child.stdout is None:
            raise AssertionError("The pipes were asked for.")
        source, sink = child.stdout.fileno(), child.stdin.fileno()
        return child, connect(source, sink, memory, is_parent=True, awake=_AWAKE)
    finally:
        for file in passed:
            os.close(file)


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
