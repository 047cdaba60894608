"""Interrupting what takes too long, in its midst, by a timer of the system."""

__all__ = ["Clock", "in_main_thread", "interrupting"]

import contextlib
import signal
import threading
from collections.abc import Iterator
from enum import Enum
from types import FrameType


class Clock(Enum):
    """What is measured: the signal of each timer, and its number."""

    PROCESSOR = (signal.SIGPROF, signal.ITIMER_PROF)
    WALL = (signal.SIGALRM, signal.ITIMER_REAL)


def in_main_thread() -> bool:
    """Return whether this is the main thread of its process, where alone signals arrive."""
    return threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def interrupting(error: type[BaseException], seconds: float, clock: Clock) -> Iterator[None]:
    """Raise ``error`` in this context when ``seconds`` of ``clock`` have gone by.

    Derive ``error`` from BaseException alone if no ``except Exception`` in there shall stop it.
    Python code is interrupted; a function written in C first comes to its end. Contexts of one
    clock cannot be nested. Raises RuntimeError outside the main thread of a process, where signals
    do not arrive.
    """
    if not in_main_thread():
        raise RuntimeError("A time limit needs the main thread of a process.")

    def ring(signum: int, frame: FrameType | None) -> None:
        raise error

    number, timer = clock.value
    previous = signal.signal(number, ring)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, previous)
