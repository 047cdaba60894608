"""The process of a worker: the other end of a `twbench.gym.batches.workers.SeatsInWorkers`.

Started as ``python -m twbench.gym.batches.process``, see `twbench.system.processes`. It is told
first what to import (`Surroundings`), then the settings of its seats. A request after that is a
list, for each seat the game to begin or the command to type, and its answer a `Reply`.
"""

__all__ = ["serve"]

import contextlib
import pickle
import traceback
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from twbench.errors import TwbenchError
from twbench.gym.batches.messages import Reply, Surroundings
from twbench.gym.batches.seat import Start, Turn
from twbench.gym.batches.seats import SeatsHere
from twbench.system.processes import import_main, serve_parent


class _News:
    """Leaves out of turns what has been said already of the same games."""

    def __init__(self) -> None:
        self._told: list[dict[str, Any]] = []

    def begun(self, turns: list[Turn]) -> list[Turn]:
        self._told = [turn.infos for turn in turns]
        return turns

    def after(self, turns: list[Turn]) -> list[Turn]:
        pairs = zip(turns, self._told, strict=True)
        news = [turn._replace(infos=_changed(told, turn.infos)) for turn, told in pairs]
        self._told = [turn.infos for turn in turns]
        return news


def _changed(told: dict[str, Any], infos: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in infos.items() if told[name] is not value}


def serve(parent: "Connection[Any, Any]") -> None:
    """Answer requests until the parent hangs up."""
    surroundings: Surroundings = parent.recv()
    import_main(surroundings.main)
    for name in surroundings.modules:
        with contextlib.suppress(ImportError):  # its games are then of no family known here
            import_module(name)
    seats, news = SeatsHere(parent.recv()), _News()
    with contextlib.suppress(EOFError):
        while True:
            request = parent.recv()
            try:
                if isinstance(request[0], Start):
                    reply = Reply(news.begun(seats.begin(request)))
                else:
                    reply = Reply(news.after(seats.step(request)))
            except Exception as error:
                # A traceback is left behind when an error is pickled, but its notes travel.
                if not isinstance(error, TwbenchError):
                    error.add_note("".join(traceback.format_exception(error)))
                reply = Reply([], error)
            _send(parent, reply)


def _send(parent: "Connection[Any, Any]", reply: Reply) -> None:
    """Send a reply; one that cannot be pickled is told as such."""
    try:
        parent.send(reply)
    except (pickle.PicklingError, TypeError, AttributeError) as problem:
        what = problem if reply.error is None else repr(reply.error)
        parent.send(Reply([], TwbenchError(f"A worker cannot send what came of a step: {what}")))


if __name__ == "__main__":
    serve_parent(serve)
