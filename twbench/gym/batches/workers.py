"""Seats in worker processes, so that games are played on all processors.

There are as many processes as the machine has processors for, and each has several seats: a step
is one message to each process and one back. They end with what they are used by (see
`twbench.system.processes`).
"""

__all__ = ["SeatsInWorkers"]

import os
import pickle
import weakref
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from twbench import families
from twbench.errors import ConfigError, GameNotRunningError
from twbench.gym.batches.messages import Reply, Surroundings
from twbench.gym.batches.seat import SeatSettings, Start, Turn
from twbench.system.processes import Child, main_module

_MODULE = "twbench.gym.batches.process"
_MAIN = "__main__"


class SeatsInWorkers:
    """Seats that are spread over worker processes, which are started when games are begun.

    Raises ConfigError for wrappers that cannot be sent to another process.
    """

    def __init__(self, settings: Sequence[SeatSettings]):
        self._settings = list(settings)
        count = min(len(settings), _processors())
        # Neighbouring seats, so that what a worker is sent and sends is a slice.
        ends = [len(settings) * number // count for number in range(count + 1)]
        self._parts = [slice(*pair) for pair in pairwise(ends)]
        self._known: list[dict[str, Any]] = [{} for _ in settings]
        self._workers: _Processes | None = None
        try:
            pickle.dumps(self._settings)
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise ConfigError(
                f"The wrappers cannot be sent to another process ({error}): define them at the top"
                " of a module, or play with asynchronous=False."
            ) from None

    def begin(self, starts: Sequence[Start]) -> list[Turn]:
        """See `Seats.begin`; workers that have ended are started again."""
        if self._workers is None:
            self._workers = _Processes(self._settings, self._parts)
        self._known = [{} for _ in self._settings]
        return self._played(self._workers, starts)

    def step(self, commands: Sequence[str]) -> list[Turn]:
        """See `Seats.step`; raises GameNotRunningError if a worker is lost."""
        if self._workers is None:
            raise GameNotRunningError("The games are not running: call reset() first.")
        return self._played(self._workers, commands)

    def close(self) -> None:
        """See `Seats.close`."""
        workers, self._workers = self._workers, None
        if workers is not None:
            workers.end()

    def _played(self, workers: "_Processes", request: Sequence[Any]) -> list[Turn]:
        try:
            replies = workers.ask([list(request[part]) for part in self._parts])
        except (EOFError, OSError):
            self.close()
            raise GameNotRunningError(
                "A worker process has ended (killed, or out of memory?) with the games that it"
                " played: reset() begins new ones."
            ) from None
        except BaseException:
            # Of an interrupted question the answer would come to the next one.
            self.close()
            raise
        for reply in replies:
            if reply.error is not None:
                raise reply.error
        turns = [turn for reply in replies for turn in reply.turns]
        self._known = [
            {**known, **turn.infos} for known, turn in zip(self._known, turns, strict=True)
        ]
        pairs = zip(turns, self._known, strict=True)
        return [Turn(one.observation, one.score, one.done, dict(known)) for one, known in pairs]


class _Processes:
    """Running processes, each with the seats of one of the ``parts``."""

    def __init__(self, settings: Sequence[SeatSettings], parts: Sequence[slice]):
        self._children: list[Child] = []
        self._finish = weakref.finalize(self, _end, self._children, os.getpid())
        surroundings = _surroundings(settings)
        for part in parts:
            child = Child(_MODULE)
            self._children.append(child)
            child.send(surroundings)
            child.send(settings[part])

    def ask(self, requests: Sequence[Sequence[Any]]) -> list[Reply]:
        """Send one request to each, and return all replies; raises EOFError or OSError."""
        for child, request in zip(self._children, requests, strict=True):
            child.send(request)
        return [child.receive() for child in self._children]

    def end(self) -> None:
        """End all of them. Ending them twice is fine."""
        self._finish()


def _end(children: list[Child], owner: int) -> None:
    """End the workers of the process ``owner``, unless this is a fork of it."""
    if os.getpid() == owner:
        for child in children:
            child.end()


def _processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0))


def _surroundings(settings: Sequence[SeatSettings]) -> Surroundings:
    """Return what workers must import to know wrappers and families that users have written.

    The main script is imported only where something comes from it: it may be long, and not be
    meant to be imported.
    """
    wrappers = {getattr(one, "__module__", None) for each in settings for one in each.wrappers}
    homes = {type(family).__module__ for family in families.FAMILIES.registered()}
    needs_main = _MAIN in wrappers | homes
    return Surroundings(tuple(sorted(homes - {_MAIN})), main_module() if needs_main else {})
