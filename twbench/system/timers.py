"""Interrupting what takes too long, in its midst, by a timer of the system."""

__all__ = ["MOMENT", "Alarm", "Clock", "hearing_lost", "in_main_thread", "interrupting"]

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from enum import Enum
from types import FrameType

MOMENT = 0.01
"""Seconds after which comes again what was lost."""


class Clock(Enum):
    """What is measured: the signal of each timer, and its number."""

    PROCESSOR = (signal.SIGPROF, signal.ITIMER_PROF)
    WALL = (signal.SIGALRM, signal.ITIMER_REAL)


def in_main_thread() -> bool:
    """Return whether this is the main thread of its process, where alone signals arrive."""
    return threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def hearing_lost(
    kind: type[BaseException], again: Callable[[BaseException], None]
) -> Iterator[None]:
    """Call ``again`` for each exception of ``kind`` that is lost in this context.

    A signal may arrive while the interpreter runs a callback of its own, as it does in every
    import. What the signal's handler raises there is lost. So is what ``again`` raises, so it
    should set off the signal once more, a `MOMENT` later.
    """

    def hear(what: "sys.UnraisableHookArgs") -> None:
        if isinstance(what.exc_value, kind) and in_main_thread():
            again(what.exc_value)
        else:
            hook(what)

    hook, sys.unraisablehook = sys.unraisablehook, hear
    try:
        yield
    finally:
        sys.unraisablehook = hook


class Alarm:
    """Raises ``error`` in what takes longer than ``seconds`` of ``clock``: after each `set`.

    Derive ``error`` from BaseException alone if no ``except Exception`` in there shall stop it.
    Python code is interrupted; a function written in C first comes to its end. It is ready within
    its context; contexts of one clock cannot be nested. Raises RuntimeError outside the main thread
    of a process, where signals do not arrive.
    """

    def __init__(self, error: type[BaseException], seconds: float, clock: Clock):
        self._error = error
        self._seconds = seconds
        self._signal, self._timer = clock.value
        self._as_before = contextlib.ExitStack()

    def __enter__(self) -> "Alarm":
        if not in_main_thread():
            raise RuntimeError("A time limit needs the main thread of a process.")
        previous = signal.signal(self._signal, self._ring)
        self._as_before.callback(signal.signal, self._signal, previous)
        self._as_before.enter_context(hearing_lost(self._error, self._ring_again))
        return self

    def __exit__(self, *exception: object) -> None:
        with self._as_before:  # even if it rings just now
            self.stop()

    def set(self, more: float = 0.0) -> None:
        """Begin to measure, until so many seconds ``more`` than usual have gone by."""
        signal.setitimer(self._timer, self._seconds + more)

    def stop(self) -> None:
        """Stop measuring: nothing is raised until the alarm is set again."""
        signal.setitimer(self._timer, 0)

    def _ring(self, signum: int, frame: FrameType | None) -> None:
        raise self._error

    def _ring_again(self, lost: BaseException) -> None:
        signal.setitimer(self._timer, MOMENT)


@contextlib.contextmanager
def interrupting(error: type[BaseException], seconds: float, clock: Clock) -> Iterator[None]:
    """Raise ``error`` in this context when ``seconds`` of ``clock`` have gone by; see `Alarm`."""
    with Alarm(error, seconds, clock) as alarm:
        alarm.set()
        yield
