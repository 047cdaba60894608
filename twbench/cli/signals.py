"""The signals that ask a command to end: Ctrl-C, SIGTERM and SIGHUP are answered alike."""

__all__ = ["ended_by_signals", "exit_code_of"]

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType

from twbench.system.timers import MOMENT, hearing_lost, in_main_thread

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextlib.contextmanager
def ended_by_signals(*, and_after: bool = False) -> Iterator[None]:
    """Raise KeyboardInterrupt in this context at the first signal; end the process at the second.

    It has the number of the signal, see `exit_code_of`. With ``and_after``, each signal after this
    context ends the process as well: for one in which nothing is left to be done.

    Signals that the process was told to ignore (nohup) stay ignored. Outside the main thread,
    where signals do not arrive, nothing is changed.
    """
    if not in_main_thread():
        yield
        return
    previous = {number: signal.getsignal(number) for number in SIGNALS}
    heard = [number for number, handler in previous.items() if handler != signal.SIG_IGN]

    def stop(number: int, frame: FrameType | None) -> None:
        for other in heard:
            signal.signal(other, _end_at_once)
        raise KeyboardInterrupt(number)

    def begin() -> None:
        for number in heard:
            signal.signal(number, stop)

    def hear_again(lost: BaseException) -> None:
        begin()
        again = (threading.main_thread().ident, exit_code_of(lost) - 128)
        threading.Timer(MOMENT, signal.pthread_kill, again).start()

    try:
        with hearing_lost(KeyboardInterrupt, hear_again):
            begin()
            yield
    finally:
        for number in heard:
            before = previous[number] or signal.SIG_DFL
            signal.signal(number, _end_at_once if and_after else before)


def exit_code_of(interrupt: BaseException) -> int:
    """Return the exit code that shells know a signal by: 130 for Ctrl-C, 143 for SIGTERM."""
    number = interrupt.args[0] if interrupt.args else signal.SIGINT
    return 128 + int(number)


def _end_at_once(number: int, frame: FrameType | None) -> None:
    """End without cleaning up: what is left now is cleared away at the next start."""
    os._exit(128 + number)
