"""A module run in a fork of this process, which has at hand all that this one has loaded.

To load that again, as a process that is started by name has to, takes as long as some twenty games
to build. But in a fork there is the thread alone that has made it: what another one held locked, of
Python, of Arrow or of the C library, stays locked there for ever. So only a process of a single
thread is forked, by the count of the system, which knows those of libraries as well.
"""

__all__ = ["Fork", "can_fork", "fork", "holding_signals"]

import contextlib
import gc
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

_THREADS = Path("/proc/self/task")
_DESCRIPTORS = Path("/proc/self/fd")
"""Where the system lists the threads and the descriptors of a process."""
_STANDARD = 2
"""The last of the standard streams."""
_LOOK = 0.01
"""Seconds between two looks whether a process has ended."""


def can_fork() -> bool:
    """Say whether this process has one thread alone; not where the system does not count them."""
    try:
        return len(list(_THREADS.iterdir())) == 1
    except OSError:
        return False


class Fork:
    """A forked process; what there is of it is as `subprocess.Popen` has it."""

    def __init__(self, number: int):
        self.pid = number
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code; raises `subprocess.TimeoutExpired` if it has not ended by then."""
        end = None if timeout is None else time.monotonic() + timeout
        while self.returncode is None:
            try:
                ended, status = os.waitpid(self.pid, 0 if end is None else os.WNOHANG)
            except ChildProcessError:  # nobody is told how it ended, where SIGCHLD is ignored
                ended, status = self.pid, 0
            if ended:
                self.returncode = os.waitstatus_to_exitcode(status)
            elif end is not None and time.monotonic() >= end:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            else:
                time.sleep(_LOOK)
        return self.returncode


def fork(
    module: str, arguments: Sequence[str], descriptors: Collection[int], seen: Mapping[str, str]
) -> Fork:
    """Run ``module`` in a fork of this process, as ``python -m`` does, in a session of its own.

    Of this process it has the open ``descriptors`` alone, and the standard error stream, which what
    it prints goes to. ``seen`` is added to its environment.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # or both would write what is held back
    with holding_signals() as let_come:
        number = os.fork()
        if not number:
            _run(module, arguments, descriptors, seen, let_come)
    return Fork(number)


@contextlib.contextmanager
def holding_signals() -> Iterator[Callable[[], None]]:
    """Let signals wait in this context, or until what it gives is called.

    A fork is made in it: a signal that asks this process to end would raise in the fork as well, in
    the midst of our callers.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())

    def let_come() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    try:
        yield let_come
    finally:
        let_come()


def _run(
    module: str,
    arguments: Sequence[str],
    descriptors: Collection[int],
    seen: Mapping[str, str],
    let_come: Callable[[], None],
) -> NoReturn:
    """Be the fork, which never comes back to where it was made."""
    code = 1
    try:
        os.setsid()
        _forget_handlers()
        let_come()
        _close_all_but(descriptors)
        os.environ.update(seen)
        tempfile.tempdir = None  # as the environment has it
        gc.enable()  # though it rests where the fork was made
        sys.argv = [module, *arguments]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _forget_handlers() -> None:
    """Let signals that this process answers with functions of Python be answered by the system."""
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)


def _close_all_but(descriptors: Collection[int]) -> None:
    """Let the standard input be empty and the output go to errors; close all other descriptors."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    # There may be room for a billion of them.
    for number in [int(path.name) for path in _DESCRIPTORS.iterdir()]:
        if number > _STANDARD and number not in descriptors:
            with contextlib.suppress(OSError):  # that of the list is closed already
                os.close(number)
