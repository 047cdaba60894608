"""The process in which a story that nobody trusts is played, as seen from outside.

It runs `twbench.envs.isolated_child`. Requests and answers are lines of JSON, so that nothing the
story does to its interpreter reaches this process but text.
"""

__all__ = ["StoryProcess"]

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import weakref
from typing import Any, NoReturn

from twbench import errors
from twbench.errors import StoryFileError, TwbenchError
from twbench.logic import Action, Proposition

_START_TIME = 60.0
"""Seconds that a new process has to get ready, which is not the story's doing."""


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
        self._received = b""
        # A story may write transcripts and saved games into its working folder.
        self._folder = tempfile.mkdtemp(prefix="twbench-")
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._child: subprocess.Popen[bytes] | None = subprocess.Popen(
            [sys.executable, "-m", "twbench.envs.isolated_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=self._folder,
        )
        self._answer(_START_TIME, "start")

    @property
    def has_ended(self) -> bool:
        """Whether the process is no more."""
        return self._child is None

    def ask(self, request: str, **arguments: Any) -> dict[str, Any]:
        """Send a request, and return the answer or raise the error that it led to.

        Raises StoryFileError, and ends the process, if there is no answer in time.
        """
        forgotten, self.forgotten = self.forgotten, []
        message = {
            "request": request,
            "timeout": self._timeout,
            "forgotten": forgotten,
            **arguments,
        }
        if self._child is None or self._child.stdin is None:
            self._fail("is not played any more, since its process has ended")
        try:
            self._child.stdin.write(json.dumps(message).encode() + b"\n")
        except BrokenPipeError:
            self._fail("crashed its interpreter")
        answer = self._answer(self._timeout, "answer" if request == "step" else "start")
        if "error" in answer:
            kind = getattr(errors, answer["error"], None)
            if not (isinstance(kind, type) and issubclass(kind, TwbenchError)):
                self._fail("gave an answer that makes no sense")
            raise kind(*answer["arguments"])
        return answer

    def end(self) -> None:
        """End the process. Ending it twice is fine."""
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                stream.close()
        child.wait()

    def _answer(self, timeout: float, what: str) -> dict[str, Any]:
        """Return the next line that the child writes."""
        if self._child is None or self._child.stdout is None:
            self._fail("is not played any more, since its process has ended")
        stream = self._child.stdout.fileno()
        deadline = time.monotonic() + timeout
        while b"\n" not in self._received:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([stream], [], [], left)[0]:
                self._fail(f"did not {what} within {timeout:g} seconds and was stopped")
            part = os.read(stream, 1 << 20)
            if not part:
                self._fail("crashed its interpreter")
            self._received += part
        line, _, self._received = self._received.partition(b"\n")
        answer: dict[str, Any] = json.loads(line, object_hook=_decode)
        return answer

    def _fail(self, what: str) -> NoReturn:
        """End the process and say so."""
        self.end()
        raise StoryFileError(f"The story {self._name} {what}.")


def _decode(value: dict[str, Any]) -> Any:
    """Return what `twbench.envs.isolated_child` has encoded as a dictionary with one marked key."""
    if value.keys() == {"proposition:"}:
        return Proposition.deserialize(value["proposition:"])
    if value.keys() == {"action:"}:
        return Action.deserialize(value["action:"])
    return value
