"""Seats in worker processes, so that games are played on all processors.

There are as many processes as the machine has processors for, and each has several seats: a step
is one message to each process and one back. They end with what they are used by.
"""

__all__ = ["SeatsInWorkers"]

import os
from collections.abc import Sequence
from functools import partial
from typing import Any

from twbench.errors import GameNotRunningError
from twbench.gym.batches.news import SeatsWithNews
from twbench.gym.batches.seat import SeatSettings, Start, Turn
from twbench.gym.workers import Workers, parted


class SeatsInWorkers:
    """Seats that are spread over worker processes, which are started when games are begun."""

    def __init__(self, settings: Sequence[SeatSettings]):
        self._settings = list(settings)
        processors = len(os.sched_getaffinity(0))
        self._parts = parted(len(settings), min(len(settings), processors))
        self._known: list[dict[str, Any]] = [{} for _ in settings]
        self._workers: Workers | None = None

    def begin(self, starts: Sequence[Start]) -> list[Turn]:
        """See `Seats.begin`; workers that have ended are started again."""
        if self._workers is None:
            makers = [partial(SeatsWithNews, self._settings[part]) for part in self._parts]
            self._workers = Workers(makers, self._parts)
        self._known = [{} for _ in self._settings]
        return self._played(self._workers, "begin", starts)

    def step(self, commands: Sequence[str]) -> list[Turn]:
        """See `Seats.step`; raises GameNotRunningError if a worker is lost."""
        if self._workers is None:
            raise GameNotRunningError("The games are not running: call reset() first.")
        return self._played(self._workers, "step", commands)

    def close(self) -> None:
        """See `Seats.close`."""
        workers, self._workers = self._workers, None
        if workers is not None:
            workers.end()

    def _played(self, workers: Workers, method: str, request: Sequence[Any]) -> list[Turn]:
        try:
            answers = workers.exchange(method, [(list(request[part]),) for part in self._parts])
        except GameNotRunningError:
            self.close()
            raise
        turns = [turn for answer in answers for turn in answer]
        self._known = [
            {**known, **turn.infos} for known, turn in zip(self._known, turns, strict=True)
        ]
        pairs = zip(turns, self._known, strict=True)
        return [Turn(one.observation, one.score, one.done, dict(known)) for one, known in pairs]
