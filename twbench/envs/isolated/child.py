"""The process in which `twbench.envs.isolated.process` plays a story: ``python -m`` this module.

Its standard input and output are its line to the process that started it, whose number is the first
argument, and without which it ends. The second argument, if there is one, is the file of the line's
memory.
"""

__all__ = ["main"]

import contextlib
import json
import math
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from twbench.core import EnvInfos, Environment, GameState
from twbench.envs.announcing import told_of_searches
from twbench.envs.isolated.frames import (
    SEARCHING,
    STEP,
    answer_frame,
    feedback_frame,
    news_frame,
    parse_command,
    use_sent_modules,
)
from twbench.envs.isolated.line import connect
from twbench.envs.jericho_env import JerichoUnsupportedGameWarning
from twbench.errors import GameNotRunningError, TwbenchError
from twbench.system.streams import lead_nowhere

Opener = Callable[[str, EnvInfos], Environment]

_LOOKS_FOR_PARENT = 2.0
_LONGEST_ALONE = 8.0
_AWAKE = 0.003
_FEEDBACK_ALONE = {"feedback", "last_command", "raw"}
_WITH_STANDING = _FEEDBACK_ALONE.union(EnvInfos.STANDING)


class _Game:
    """A game in progress, in a folder of its own.

    ``told`` is what was said of its state last.
    """

    def __init__(self, env: Environment, number: int):
        self.env = env
        self.told: dict[str, Any] = {}
        self.folder = Path.cwd() / f"game-{number}"

    def step(self, command: str) -> bytes:
        """Type a command, and return the answer."""
        state, score, done = self.env.step(command)
        state.pop("done", None)  # the frame says it
        if self._is_short(state, score):
            self.told = state
            return feedback_frame(state, score, done)
        return news_frame(self.news(state), score, done)

    def _is_short(self, state: GameState, score: float) -> bool:
        """Whether a short frame tells all of a state: nobody has asked for more."""
        keys = state.keys()
        if keys == _FEEDBACK_ALONE:
            return bool(state["raw"] == state["feedback"])
        return bool(
            keys == _WITH_STANDING
            and state["max_score"] == self.told.get("max_score")
            and state["score"] == score
            # Of some stories the score is known, and not how they stand.
            and None not in (state["moves"], state["won"], state["lost"])
            and state["raw"] == state["feedback"]
        )

    def news(self, state: GameState) -> dict[str, Any]:
        """Return what is new in a state; ``raw`` is left out if it is a new feedback."""
        told = self.told
        # A value may be None, so the game itself stands for what was never told.
        news = {name: value for name, value in state.items() if told.get(name, self) != value}
        self.told = state
        news.pop("last_command", None)  # the other side knows it
        if "feedback" in news:
            news["raw"] = state["raw"]
            if state["raw"] == state["feedback"]:
                del news["raw"]
        return news


class _Player:
    """Answers requests, one after the other. Each is about one of the games in progress."""

    def __init__(self) -> None:
        self._home = Path.cwd()
        self._games: dict[int, _Game] = {}
        self._snapshots: dict[int, Any] = {}
        self._numbers = count(1)
        self._last: _Game | None = None

    def respond(self, request: bytes) -> bytes:
        """Return the answer to a request, or the error that it led to."""
        try:
            if request[0] == STEP:
                return self._playing.step(parse_command(request))
            return self._answer(json.loads(request[1:]))
        except TwbenchError as error:
            arguments = list(error.__reduce__()[1])
            return answer_frame({"error": type(error).__name__, "arguments": arguments})
        except NotImplementedError:  # the environment of somebody's family need not do everything
            return answer_frame({"error": "NotImplementedError", "arguments": ()})
        except OSError as error:  # of a full disk, say
            what = error.errno, error.strerror, str(error.filename)
            return answer_frame({"error": "OSError", "arguments": what})
        except Exception as error:  # no fault of the story, which must not be blamed for it
            return answer_frame({"error": "InternalError", "arguments": [_told_fault(error)]})

    @property
    def _playing(self) -> _Game:
        """The game that was played last, which most requests are about."""
        if self._last is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        return self._last

    def _answer(self, message: dict[str, Any]) -> bytes:
        for number in message["forgotten"]:
            del self._snapshots[number]
        number, request = message["game"], message["request"]
        if request == "close":
            game = self._games.pop(number)
            game.env.close()
            shutil.rmtree(game.folder)
            return answer_frame({})
        requested = message["infos"]
        infos = EnvInfos(requested["extras"], **dict.fromkeys(requested["basics"], True))
        if request == "load":
            use_sent_modules(message["modules"])
            opener = _imported(message["opener"])
            return answer_frame(self._load(number, opener, message["path"], infos))
        if number not in self._games:
            raise GameNotRunningError("No story is loaded: call load() first.")
        game = self._games[number]
        if game is not self._last:
            os.chdir(game.folder)
            self._last = game
        if game.env.infos != infos:
            game.env.infos = infos
            game.told = {}
        if request == "step":
            return game.step(message["command"])
        return answer_frame(self._ANSWERS[request](self, game, message))

    def _load(self, number: int, opener: Opener, path: str, infos: EnvInfos) -> dict[str, Any]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", JerichoUnsupportedGameWarning)
            self._seat(opener(path, infos), number)
        return {"warnings": [str(warning.message) for warning in caught]}

    def _seat(self, env: Environment, number: int) -> _Game:
        os.chdir(self._home)
        game = self._last = self._games[number] = _Game(env, number)
        game.folder.mkdir()
        os.chdir(game.folder)
        return game

    def _reset(self, game: _Game, message: dict[str, Any]) -> dict[str, Any]:
        # What was saved in an earlier episode must be of no use in this one.
        for path in game.folder.iterdir():
            path.unlink()
        game.env.seed(message["seed"])
        game.env.one_command = message["one_command"]
        game.env.extras_may_be_added = message["extras_may_be_added"]
        game.env.search_seconds = message["search_seconds"]
        return {"state": game.news(game.env.reset())}

    def _save(self, game: _Game, _message: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        self._snapshots[number] = snapshot = game.env.save()
        return {"snapshot": number, "standing": getattr(snapshot, "standing", "")}

    def _restore(self, game: _Game, message: dict[str, Any]) -> dict[str, Any]:
        game.env.restore(self._snapshots[message["snapshot"]])
        return {}

    def _copy(self, game: _Game, _message: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        copy = self._seat(game.env.copy(), number)
        for path in game.folder.iterdir():
            shutil.copy(path, copy.folder)
        return {"game": number}

    _ANSWERS: ClassVar[dict[str, Callable[..., dict[str, Any]]]] = {
        "copy": _copy,
        "reset": _reset,
        "restore": _restore,
        "save": _save,
    }


def main() -> None:
    """Answer requests until there are no more."""
    threading.Thread(target=_end_with, args=(int(sys.argv[1]),), daemon=True).start()
    tempfile.tempdir = str(Path.cwd())  # what is left there, the parent removes
    memory = int(sys.argv[2]) if len(sys.argv) > 2 else None
    line = connect(0, _private_output(), memory, is_parent=False, awake=_AWAKE)
    line.send(answer_frame({"ready": True}), math.inf)
    player = _Player()

    def tell_of_search(_seconds: float) -> None:
        line.send(SEARCHING, math.inf)
        line.receive(math.inf)

    with contextlib.suppress(EOFError), told_of_searches(tell_of_search):
        while True:
            line.send(player.respond(line.receive(math.inf)), math.inf)


def _told_fault(error: Exception) -> str:
    """Return a sentence about an error that nobody raises on purpose, and where it arose."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})"
    return (
        f"The process that plays the story has failed: {type(error).__name__}: {error}{where}. That"
        " is a fault of twbench or of an extension, not of the story."
    )


def _imported(opener: str) -> Opener:
    """Return the function that the parent has named."""
    module, _, name = opener.partition(":")
    found: Opener = getattr(import_module(module), name)
    return found


def _end_with(parent: int) -> None:
    """End this process soon after ``parent`` has ended, whatever the story does in the meantime.

    Should the story have stopped this thread as well, the alarm clock does it.
    """
    while os.getppid() == parent:
        # Wound up at each look, for four times as long: a look that is late does not set it off.
        signal.setitimer(signal.ITIMER_REAL, _LONGEST_ALONE)
        time.sleep(_LOOKS_FOR_PARENT)
    os._exit(1)


def _private_output() -> int:
    """Return the standard output, and let what others print there go nowhere."""
    answers = os.dup(1)
    lead_nowhere(1)
    return answers


if __name__ == "__main__":
    main()
