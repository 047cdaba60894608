"""Playing a story that nobody trusts: in a process of its own, with a time limit.

The process runs `twbench.envs.isolated_child`. Requests and answers are lines of JSON, so that
nothing the story does to its interpreter reaches this process but text.
"""

__all__ = ["IsolatedEnv"]

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
import weakref
from pathlib import Path
from typing import Any, NoReturn

from twbench import errors
from twbench.core import EnvInfos, Environment, GameState
from twbench.envs.jericho_env import JerichoUnsupportedGameWarning
from twbench.errors import ConfigError, GameNotRunningError, StoryFileError, TwbenchError
from twbench.logic import Action, Proposition

_START_TIME = 60.0
"""Seconds that a new process has to get ready, which is not the story's doing."""


class IsolatedEnv(Environment):
    """An environment whose story is played in a child process.

    A story that does not answer within ``timeout`` seconds, or takes its process down, raises
    StoryFileError, and the episode is over; `reset` begins another one in a new process.
    """

    def __init__(self, infos: EnvInfos | None = None, timeout: float = 10.0):
        super().__init__(infos)
        if timeout <= 0:
            raise ConfigError(f"timeout must be more than 0 seconds, not {timeout:g}.")
        self._timeout = timeout
        # A story may write transcripts and saved games into its working folder.
        self._folder = tempfile.mkdtemp(prefix="twbench-")
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._path: Path | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._received = b""
        self._seed: int | None = None
        self._running = False

    def load(self, path: str | Path) -> None:
        """Load the story at ``path``. Raises StoryFileError if it cannot be played."""
        self.close()
        self._path = Path(path).absolute()
        self._start()

    def seed(self, seed: int | None = None) -> list[int]:
        """Set the seed of the story's random numbers, from the next reset on."""
        self._seed = seed
        return [] if seed is None else [seed]

    def reset(self) -> GameState:
        """Start the story, in a new process if the last one is no more."""
        if self._path is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        if self._child is None:
            self._start()
        self.state = GameState(self._ask("reset", seed=self._seed)["state"])
        self._running = True
        return self.state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Type ``command``; see `Environment.step`."""
        if not self._running:
            raise GameNotRunningError("The game is not running: call reset() first.")
        answer = self._ask("step", command=command)
        self.state = GameState(answer["state"])
        self._running = not answer["done"]
        return self.state, answer["score"], answer["done"]

    def close(self) -> None:
        """End the child process."""
        self._running = False
        self._path = None
        self._end_child()

    def _start(self) -> None:
        self._received = b""
        self._child = subprocess.Popen(
            [sys.executable, "-m", "twbench.envs.isolated_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=self._folder,
        )
        self._answer(_START_TIME, "load")
        try:
            answer = self._ask("load", path=str(self._path))
            for message in answer["warnings"]:
                warnings.warn(message, JerichoUnsupportedGameWarning, stacklevel=3)
        except (TwbenchError, Warning):
            self._end_child()
            raise

    def _ask(self, request: str, **arguments: Any) -> dict[str, Any]:
        """Send a request, and return the answer or raise the error that it led to."""
        if self._child is None or self._child.stdin is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        infos = {"basics": self.infos.basics, "extras": self.infos.extras}
        message = {"request": request, "infos": infos, "timeout": self._timeout, **arguments}
        try:
            self._child.stdin.write(json.dumps(message).encode() + b"\n")
        except BrokenPipeError:
            self._fail("crashed its interpreter")
        answer = self._answer(self._timeout, request)
        if "error" in answer:
            kind = getattr(errors, answer["error"], None)
            if not (isinstance(kind, type) and issubclass(kind, TwbenchError)):
                self._fail("gave an answer that makes no sense")
            raise kind(*answer["arguments"])
        return answer

    def _answer(self, timeout: float, request: str) -> dict[str, Any]:
        """Return the next line that the child writes."""
        if self._child is None or self._child.stdout is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        stream = self._child.stdout.fileno()
        deadline = time.monotonic() + timeout
        while b"\n" not in self._received:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([stream], [], [], left)[0]:
                what = "answer" if request == "step" else "start"
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
        self._running = False
        self._end_child()
        name = self._path.name if self._path is not None else ""
        raise StoryFileError(f"The story {name} {what}.")

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                stream.close()
        child.wait()


def _decode(value: dict[str, Any]) -> Any:
    """Return what `twbench.envs.isolated_child` has encoded as a dictionary with one marked key."""
    if value.keys() == {"proposition:"}:
        return Proposition.deserialize(value["proposition:"])
    if value.keys() == {"action:"}:
        return Action.deserialize(value["action:"])
    return value
