"""Worker processes as seen by whoever owns them."""

__all__ = ["Slices", "Workers", "parted"]

import os
import pickle
import select
import sys
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NoReturn

import cloudpickle

from twbench import families
from twbench.errors import ConfigError, GameNotRunningError
from twbench.gym.workers.messages import Answer, Order
from twbench.modules import modules_in_use
from twbench.system.processes import Child, describe_exit, main_module

Slices = Sequence[slice]
"""The games of each worker, which are neighbours: its actions are a slice of all actions."""

_MODULE = "twbench.gym.workers.process"
_MAIN = "__main__"
_PATIENCE = 2.0
"""Seconds that workers have to close their games."""
_SILENCE = 1000
"""Milliseconds after which workers may have ended without a word."""
_AWAKE = 200e-6
"""Seconds in which nearly all workers have answered after the first: steps of games take as long as
each other in the mean alone, and to be woken where a processor sleeps takes up to 50 us."""


def parted(games: int, workers: int) -> Slices:
    """Return which games each worker has: the same number, or one more or less."""
    bounds = [games * number // workers for number in range(workers + 1)]
    return [slice(*pair) for pair in pairwise(bounds)]


class Workers:
    """Processes with some of the games each. They end with this object, or this process.

    ``makers`` make, in each process, what plays its part of the games. Raises whatever is raised
    there, and ConfigError for what cannot be sent to another process.
    """

    def __init__(self, makers: Sequence[Callable[[], Any]], slices: Slices):
        self.slices = slices
        self._number = 0
        orders = [_order(make) for make in makers]
        self._children: list[Child] = []
        self._closed = False
        self._owner = os.getpid()
        self._forgotten = weakref.finalize(self, _end, self._children, self._owner)
        # The first to answer leaves its processor to this process, which goes on there: so it is
        # told the next time when the others, on processors that are asleep, are at work.
        self._latest_first = list(range(len(makers)))
        try:
            for _ in makers:
                self._children.append(Child(_MODULE))
            self._is_spread = _spread(self._children)
            self.exchange("make", [(order,) for order in orders])
        except BaseException:
            self.end()
            raise

    def exchange(self, method: str, arguments: Sequence[tuple[Any, ...] | None]) -> list[Any]:
        """Call a method in each worker whose ``arguments`` are not None; return their answers.

        All work at the same time. When all have answered, the error of the first worker that has
        one is raised. If a worker has ended, all others are ended as well, and GameNotRunningError
        is raised.
        """
        if self._closed:
            raise GameNotRunningError("The environments have been closed.")
        self._number += 1
        asked = [number for number in self._latest_first if arguments[number] is not None]
        for number in asked:
            try:
                self._children[number].send((self._number, method, arguments[number]))
            except OSError:
                self._fail(number)
        answers: list[Any] = [None] * len(self._children)
        errors = {}
        answered = []
        for number in self._as_they_answer(asked):
            answer = self._answer(number)
            answered.append(number)
            answers[number] = answer.value
            if answer.error is not None:
                errors[number] = answer.error
        if len(answered) == len(self._latest_first):
            self._latest_first = answered[::-1]
        if errors:
            raise errors[min(errors)]
        return answers

    def end(self) -> None:
        """End the workers. Ending them twice is fine, and is needed where that is interrupted."""
        self._closed = True
        _end(self._children, self._owner)
        self._forgotten.detach()

    def _as_they_answer(self, asked: Sequence[int]) -> Iterator[int]:
        """Yield who has answered or ended: what one says is taken in while others are at work.

        After some silence in their order, which finds out those that have ended silently.
        """
        waiting = {self._children[number].fileno(): number for number in asked}
        look = select.poll()
        for descriptor in waiting:
            look.register(descriptor, select.POLLIN)
        while waiting and (answered := self._said(look, len(waiting) == len(asked))):
            for descriptor, _ in answered:
                look.unregister(descriptor)
                yield waiting.pop(descriptor)
        yield from waiting.values()

    def _said(self, look: select.poll, is_first: bool) -> list[tuple[int, int]]:
        """Return who has said something, or after some silence nobody."""
        # A worker that has answered leaves its processor to this process, which nobody else needs:
        # so it waits awake for a while.
        if self._is_spread and not is_first:
            end = time.perf_counter() + _AWAKE
            while time.perf_counter() < end:
                if said := look.poll(0):
                    return said
        return look.poll(_SILENCE)

    def _answer(self, number: int) -> Answer:
        """Return what a worker answers to the last message."""
        while True:
            try:
                answer = Answer(*self._children[number].receive())
            except (EOFError, OSError):
                self._fail(number)
            # An older one is of a call that was interrupted, by the keyboard say.
            if answer.number == self._number:
                return answer

    def _fail(self, number: int) -> NoReturn:
        """Say which worker has ended, when all have been ended."""
        part, count = self.slices[number], len(self.slices)
        self._closed = True
        code = self._children[number].end(_PATIENCE)
        how = "did not answer any more" if code is None else describe_exit(code)
        self.end()
        raise GameNotRunningError(
            f"Worker {number + 1} of {count}, which played the environments {part.start} to"
            f" {part.stop - 1}, {how}. All environments have been closed."
        )


def _order(make: Callable[[], Any]) -> Order:
    """Return what a worker has to make, and the modules whose registrations it needs for that.

    The main script is imported only where a family comes from it: it may be long, and not be meant
    to be imported.
    """
    homes = {type(family).__module__ for family in families.FAMILIES.registered()}
    packages = {name for name in homes if getattr(sys.modules.get(name), "__spec__", None)}
    try:
        made = cloudpickle.dumps(make)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise ConfigError(
            f"The games cannot be handed to another process ({error}): play them in this one."
        ) from None
    main = main_module() if _MAIN in homes else None
    return Order(made, modules_in_use(), tuple(sorted(packages - {_MAIN})), main)


def _spread(workers: Sequence[Child]) -> bool:
    """Give each worker processors of its own, out of those of this process, if there are enough.

    All are woken at once by a process that then waits. Left to itself Linux often puts two of them
    on one processor, where they wait for each other while another one has nothing to do. Return
    whether they have processors of their own.
    """
    if not hasattr(os, "sched_setaffinity"):
        return False
    processors = sorted(os.sched_getaffinity(0))
    if not 1 < len(workers) <= len(processors):
        return False
    try:
        for number, worker in enumerate(workers):
            os.sched_setaffinity(worker.number, processors[number :: len(workers)])
    except OSError:
        # Forbidden, or ended already: it works as well, a little slower, or is found out later.
        return False
    return True


def _end(children: list[Child], owner: int) -> None:
    """End the workers, all at the same time, unless this is a fork of their owner."""
    if os.getpid() != owner:
        return
    for child in children:
        child.hang_up()
    end = time.monotonic() + _PATIENCE
    while children:
        children[-1].end(max(0.0, end - time.monotonic()))
        children.pop()
