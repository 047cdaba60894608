"""The process in which `twbench.envs.isolated_process` plays a story: ``python -m`` this module.

Each line of its standard input is a request in JSON, each line of its standard output the answer.
"""

__all__ = ["main"]

import json
import os
import signal
import sys
import warnings
from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar, TextIO

from twbench.core import EnvInfos, Environment
from twbench.envs.jericho_env import JerichoUnsupportedGameWarning
from twbench.envs.playing import start
from twbench.errors import GameNotRunningError, TwbenchError
from twbench.logic import Action, Proposition

_GRACE = 5.0


class _Player:
    """Answers requests, one after the other. Each is about one of the games in progress."""

    def __init__(self) -> None:
        self._games: dict[int, Environment] = {}
        self._snapshots: dict[int, Any] = {}
        self._numbers = count(1)

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request."""
        for number in message["forgotten"]:
            del self._snapshots[number]
        game, request = message["game"], message["request"]
        if request == "close":
            self._games.pop(game).close()
            return {}
        requested = message["infos"]
        infos = EnvInfos(requested["extras"], **dict.fromkeys(requested["basics"], True))
        if request == "load":
            return self._load(game, message["path"], infos)
        if game not in self._games:
            raise GameNotRunningError("No story is loaded: call load() first.")
        env = self._games[game]
        env.infos = infos
        return self._ANSWERS[request](self, env, message)

    def _load(self, game: int, path: str, infos: EnvInfos) -> dict[str, Any]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", JerichoUnsupportedGameWarning)
            self._games[game] = start(path, infos)
        return {"warnings": [str(warning.message) for warning in caught]}

    def _reset(self, env: Environment, message: dict[str, Any]) -> dict[str, Any]:
        env.seed(message["seed"])
        return {"state": env.reset()}

    def _step(self, env: Environment, message: dict[str, Any]) -> dict[str, Any]:
        state, score, done = env.step(message["command"])
        return {"state": state, "score": score, "done": done}

    def _save(self, env: Environment, _message: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        self._snapshots[number] = env.save()
        return {"snapshot": number}

    def _restore(self, env: Environment, message: dict[str, Any]) -> dict[str, Any]:
        env.restore(self._snapshots[message["snapshot"]])
        return {}

    def _copy(self, env: Environment, _message: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        self._games[number] = env.copy()
        return {"game": number}

    _ANSWERS: ClassVar[dict[str, Callable[..., dict[str, Any]]]] = {
        "copy": _copy,
        "reset": _reset,
        "restore": _restore,
        "save": _save,
        "step": _step,
    }


def main() -> None:
    """Answer requests until there are no more."""
    answers = _private_output()
    print(json.dumps({"ready": True}), file=answers, flush=True)
    player = _Player()
    for line in sys.stdin:
        message = json.loads(line)
        # Should nobody be there any more to stop a story that hangs, the alarm clock does.
        signal.setitimer(signal.ITIMER_REAL, message["timeout"] + _GRACE)
        try:
            answer = player.answer(message)
        except TwbenchError as error:
            answer = {"error": type(error).__name__, "arguments": list(error.__reduce__()[1])}
        print(json.dumps(answer, default=_encode), file=answers, flush=True)
        signal.setitimer(signal.ITIMER_REAL, 0)


def _private_output() -> TextIO:
    """Return the standard output, and let what others print there go nowhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return answers


def _encode(value: object) -> dict[str, Any]:
    """Return what JSON does not know as a dictionary with one marked key."""
    if isinstance(value, Proposition):
        return {"proposition:": value.serialize()}
    if isinstance(value, Action):
        return {"action:": value.serialize()}
    raise TypeError(f"{value!r} cannot be sent.")


if __name__ == "__main__":
    main()
