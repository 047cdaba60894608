"""Work in worker processes that may hang or die: what they were at is known, the rest goes on.

Threads of joblib, or this one where it is enough, each lead one process
(`twbench.dataset.workers.process`), hand it some parts of the work together, and can see which one
it has begun. If the process dies, or the part that it was at does not come to its end in its time,
that part is done again alone: the machine, or somebody, may have stopped the process meanwhile. A
part that fails twice is given up, and the work says what that means. Results come in any order;
whoever consumes them must not care.

Processes are kept for a while: the next work of this process finds them ready.
"""

__all__ = ["Loss", "Result", "Work", "Workers", "do_apart", "fork_workers", "number_of_workers"]

import atexit
import contextlib
import os
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from twbench.dataset.workers.begun import Begun
from twbench.dataset.workers.results import results_of
from twbench.dataset.workers.work import Loss, Result, Work
from twbench.errors import TwbenchError
from twbench.system.forks import can_fork
from twbench.system.processes import Child, main_module, search_path
from twbench.whole_numbers import number_of_jobs

P = TypeVar("P")
R = TypeVar("R")
STARTS = 3
"""How many processes in a row may end before they have begun anything."""
SECONDS_TO_LET_GO = 10.0
"""How long the end of a pool waits for the threads that lead its workers."""
SECONDS_UNTIL_A_LOOK = 0.5
"""How often it is looked what a worker has begun, where that must not take for ever."""


def number_of_workers(n_jobs: int) -> int:
    """Return how many workers ``n_jobs`` stands for; below 0 joblib counts the cores for it."""
    if n_jobs > 0:
        return n_jobs
    import joblib

    workers: int = joblib.effective_n_jobs(n_jobs)
    return workers


class Workers:
    """Up to ``n_jobs`` worker processes (-1: one per core), for use as a context."""

    def __init__(self, n_jobs: int):
        self.workers = number_of_workers(number_of_jobs(n_jobs))
        self._busy: set[_Worker] = set()
        self._leading = 0
        self._closed = False
        self._lock = threading.Condition()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._lock:
            self._closed = True
            for worker in self._busy:
                worker.kill()  # the thread that leads it notices, and lets go
            # Joblib does not wait for its threads; they would start and clear away at the exit.
            self._lock.wait_for(lambda: not self._leading, timeout=SECONDS_TO_LET_GO)

    def run(self, work: Work[P, R], portions: Iterable[Sequence[P]]) -> Iterator[R]:
        """Do ``portions``; in any order. Raises what the work raises."""
        if self.workers == 1:  # needs no thread of its own, and nothing of joblib
            for part in portions:
                yield from self._complete(work, part)
            return
        import joblib

        parallel = joblib.Parallel(
            n_jobs=self.workers, backend="threading", return_as="generator_unordered", batch_size=1
        )
        calls = (joblib.delayed(self._complete)(work, part) for part in portions)
        for results in results_of(parallel, calls):
            yield from results

    def _complete(self, work: Work[P, R], portion: Sequence[P]) -> list[R]:
        """Do all parts of ``portion``, whatever happens to the workers."""
        results = []
        waiting = deque([(tuple(portion), False)])
        while waiting:
            parts, again = waiting.popleft()
            try:
                results.append(self._do(work, parts))
            except _LostError as lost:
                number = lost.number
                part = parts[number]
                # The parts before it were done, but results come at the end, for all together:
                # these went with the worker. All others are done without the one that may be to
                # blame.
                waiting += [(rest, False) for rest in (parts[:number], parts[number + 1 :]) if rest]
                if again:
                    results.append(work.give_up(part, lost.loss))
                else:
                    waiting.appendleft(((part,), True))
        return results

    def _do(self, work: Work[P, R], parts: Sequence[P]) -> R:
        """Do ``parts`` in one worker; raises _LostError if that was lost with one of them."""
        with self._lock:
            if self._closed:
                raise _StoppedError
            self._leading += 1
        try:
            return self._lead(work, parts)
        finally:
            with self._lock:
                self._leading -= 1
                self._lock.notify_all()

    def _lead(self, work: Work[P, R], parts: Sequence[P]) -> R:
        for _ in range(STARTS):
            worker = self._borrow()
            try:
                return worker.do(work, parts)
            # A kept worker may just have ended by itself, having had nothing to do for long.
            # Nothing was begun then, so that another one may take over.
            except _NotBegunError:
                continue
            finally:
                self._give_back(worker)
        raise TwbenchError("No worker process could be started: it ended before it did anything.")

    def _borrow(self) -> "_Worker":
        # Outside of the lock, for which all others would wait while a process is started. The pool
        # may be left meanwhile.
        worker = _take_idle() or _Worker()
        with self._lock:
            if not self._closed:
                self._busy.add(worker)
                return worker
        worker.end()
        raise _StoppedError

    def _give_back(self, worker: "_Worker") -> None:
        with self._lock:
            self._busy.discard(worker)
            keep = worker.is_ready and not self._closed
        if keep:
            _IDLE_WORKERS.append(worker)
        else:
            worker.end()


def do_apart(work: Work[P, R], part: P) -> R:
    """Return what becomes of one part in a worker process, whatever that does."""
    with Workers(1) as workers:
        (result,) = workers.run(work, [[part]])
    return result


class _LostError(Exception):
    """The worker was lost with the part ``number``."""

    def __init__(self, number: int, loss: Loss):
        super().__init__(number, loss)
        self.number = number
        self.loss = loss


class _NotBegunError(Exception):
    """The worker ended before it began anything."""


class _StoppedError(TwbenchError):
    """The pool was left while there was work to do."""

    def __init__(self) -> None:
        super().__init__("The work was stopped.")


class _Worker:
    """A worker process, which does one request at a time."""

    def __init__(self, forked: bool = False) -> None:
        self.is_ready = True
        self._surroundings = _surroundings()
        self._work: object = None
        self._child = Child("twbench.dataset.workers.process", forked=forked)
        note = self._child.folder / "begun"
        self._begun = Begun.create(note)
        self._child.send(({} if forked else main_module(), note))

    def do(self, work: Work[P, R], parts: Sequence[P]) -> R:
        """Return what comes of ``parts``; raises _LostError, _NotBegunError or the work's error."""
        self.is_ready = False
        request = None if work is self._work else work, _working_folder(), parts
        self._begun.clear()
        try:
            self._child.send(request)
            answer = self._answer(work, parts)
        except (EOFError, OSError):
            begun = self._begun.read()
            if begun is None:
                raise _NotBegunError from None
            raise _LostError(begun[0], Loss.DIED) from None
        self.is_ready = True
        if answer.error is not None:
            raise answer.error
        # Not before an answer without an error: a request that could not be read has left the
        # process with the work that it had.
        self._work = work
        value: R = answer.value
        return value

    def _answer(self, work: Work[P, R], parts: Sequence[P]) -> Result:
        """Wait for what the process answers; raises _LostError if a part takes too long."""
        answer: Result
        if all(work.seconds(part) is None for part in parts):
            answer = self._child.receive()
            return answer
        while True:
            wait = SECONDS_UNTIL_A_LOOK
            begun = self._begun.read()
            if begun is not None:
                number, since = begun
                limit = work.seconds(parts[number])
                if limit is not None:
                    wait = min(wait, since + limit - time.monotonic())
                    if wait <= 0:
                        if self._begun.read() == begun:
                            raise _LostError(number, Loss.HUNG)
                        continue
            try:
                answer = self._child.receive(wait)
            except TimeoutError:
                continue
            return answer

    def kill(self) -> None:
        """End the process at once; the thread that is waiting for it goes on."""
        self._child.kill()

    def end(self) -> None:
        """End the process and forget it."""
        self._child.end()
        self._begun.close()

    @property
    def fits(self) -> bool:
        """Whether the process lives, and sees what a new one would see."""
        return self._child.lives and self._surroundings == _surroundings()


_IDLE_WORKERS: list[_Worker] = []


def _take_idle() -> _Worker | None:
    """Return a worker that waits for work, if there is one."""
    while _IDLE_WORKERS:
        with contextlib.suppress(IndexError):  # another thread was faster
            worker = _IDLE_WORKERS.pop()
            if worker.fits:
                return worker
            worker.end()
    return None


def fork_workers(n_jobs: int) -> None:
    """Have the workers of ``n_jobs`` ready as forks of this process, if it can be forked.

    They need not load what is loaded here already, so this is for a process that does not run code
    of others, which may have left anything. Where the cores are to be counted, by joblib, which is
    not loaded before a fork, it is one. More than one per core are started when there is work for
    them.
    """
    for _ in range(min(max(1, n_jobs), os.cpu_count() or 1)):
        if can_fork():
            _IDLE_WORKERS.append(_Worker(forked=True))


def _surroundings() -> tuple[object, ...]:
    return tuple(search_path()), tempfile.gettempdir()


@atexit.register
def _end_idle() -> None:
    while _IDLE_WORKERS:
        _IDLE_WORKERS.pop().end()


os.register_at_fork(after_in_child=_IDLE_WORKERS.clear)  # they work for the parent


def _working_folder() -> str | None:
    try:
        return str(Path.cwd())
    except FileNotFoundError:  # somebody has removed it
        return None
