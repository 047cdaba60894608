"""The worker processes of a vector as seen by whoever owns them, and what does without any."""

__all__ = ["NoWorkers", "Workers"]

import os
import signal
import weakref
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NoReturn

import cloudpickle
import gymnasium
from gymnasium.vector import AutoresetMode

from twbench import families
from twbench.errors import GameNotRunningError
from twbench.gym.vector.joining import Slices
from twbench.gym.vector.messages import Answer, Order, Outline
from twbench.gym.vector.part import Part
from twbench.system.processes import Child, main_module

_PATIENCE = 2.0
"""Seconds that a worker has to close its games."""
_CLOSED = "The environments have been closed."


class Workers:
    """Processes with some of the environments each. They end with this object, or this process.

    Raises whatever is raised while the environments are made.
    """

    def __init__(
        self,
        env_fns: Sequence[Callable[[], "gymnasium.Env[Any, Any]"]],
        count: int,
        autoreset_mode: AutoresetMode,
    ):
        self.slices = _slices(len(env_fns), count)
        self._number = 0
        modules = sorted({type(family).__module__ for family in families.FAMILIES.registered()})
        main = main_module() if "__main__" in modules else None
        imported = tuple(name for name in modules if name != "__main__")
        self._children = [Child("twbench.gym.vector.worker") for _ in self.slices]
        self._end = weakref.finalize(self, _end, self._children, os.getpid())
        try:
            orders = [
                Order(cloudpickle.dumps(env_fns[part]), autoreset_mode, imported, main)
                for part in self.slices
            ]
            self.exchange("make", [(order,) for order in orders])
        except BaseException:
            self._end()
            raise

    def outlines(self) -> list[Outline]:
        """Return what each environment is like."""
        answers = self.exchange("outlines", [() for _ in self.slices])
        return [outline for answer in answers for outline in answer]

    def exchange(self, method: str, arguments: Sequence[tuple[Any, ...] | None]) -> list[Any]:
        """Let each worker that has ``arguments`` do something; return their answers, None for none.

        All work at the same time. Raises the first error that one of them answers with, when all
        have answered, and GameNotRunningError, after which there are no workers, for one that has
        ended.
        """
        if not self._end.alive:
            raise GameNotRunningError(_CLOSED)
        self._number += 1
        asked = [number for number, given in enumerate(arguments) if given is not None]
        for number in asked:
            try:
                self._children[number].send((self._number, method, arguments[number]))
            except OSError:
                self._fail(number)
        answers: list[Any] = [None] * len(self._children)
        errors = []
        for number in asked:
            answer = self._answer(number)
            answers[number] = answer.value
            if answer.error is not None:
                errors.append(answer.error)
        if errors:
            raise errors[0]
        return answers

    def end(self) -> None:
        """End the workers. Ending them twice is fine."""
        self._end()

    def _answer(self, number: int) -> Answer:
        """Return what a worker answers to the last message."""
        while True:
            try:
                answer: Answer = self._children[number].receive()
            except (EOFError, OSError):
                self._fail(number)
            # An older one is of a call that was interrupted, by the keyboard say.
            if answer.number == self._number:
                return answer

    def _fail(self, number: int) -> NoReturn:
        """Say which worker has ended, when all have been ended."""
        part, count = self.slices[number], len(self.slices)
        how = _how(self._children.pop(number).end(_PATIENCE))
        self._end()
        raise GameNotRunningError(
            f"Worker {number + 1} of {count}, which played the environments {part.start} to"
            f" {part.stop - 1}, {how}. All environments have been closed."
        )


class NoWorkers:
    """Stands for workers, where this process steps the environments itself."""

    def __init__(
        self,
        env_fns: Sequence[Callable[[], "gymnasium.Env[Any, Any]"]],
        autoreset_mode: AutoresetMode,
    ):
        self.slices = _slices(len(env_fns), 1)
        self._part = Part(env_fns, autoreset_mode)
        self._ended = False

    def outlines(self) -> list[Outline]:
        """Return what each environment is like."""
        return self._part.outlines()

    def exchange(self, method: str, arguments: Sequence[tuple[Any, ...] | None]) -> list[Any]:
        """See `Workers.exchange`."""
        if self._ended:
            raise GameNotRunningError(_CLOSED)
        return [
            None if given is None else getattr(self._part, method)(*given) for given in arguments
        ]

    def end(self) -> None:
        """Close the environments. Closing them twice is fine."""
        self._ended = True
        self._part.close()


def _slices(environments: int, workers: int) -> Slices:
    """Return which environments each worker has: the same number, or one more or less."""
    bounds = [environments * number // workers for number in range(workers + 1)]
    return [slice(*pair) for pair in pairwise(bounds)]


def _how(code: int | None) -> str:
    """Say how a process has ended."""
    if code is None:
        return "did not answer any more"
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


def _end(children: list[Child], owner: int) -> None:
    """End the workers, unless this is a fork of their owner."""
    if os.getpid() == owner:
        while children:
            children.pop().end(_PATIENCE)
