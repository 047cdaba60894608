"""Locks: of several processes, one writes to a folder; of several threads, one is at work."""

__all__ = ["lock_over_forks", "locked"]

import contextlib
import fcntl
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

# Each try fails only if a process ends just then: so many in a row are something else.
_TRIES = 20


def lock_over_forks() -> "threading.RLock":
    """Return a lock of threads that a process waits for before it is forked.

    A process that is forked while another thread holds a lock would wait for that for ever.
    """
    lock = threading.RLock()
    os.register_at_fork(
        before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
    )
    return lock


@contextlib.contextmanager
def locked(path: Path, refusal: Exception) -> Iterator[None]:
    """Hold the lock at ``path``; raises ``refusal`` if another process has it.

    The folder around it is made, and whoever holds it may remove that. Raises OSError.
    """
    while True:
        with _opened(path) as lock:
            try:
                # The system lets go of it when the process ends, in whatever way: a killed one
                # leaves a file, but no lock.
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise refusal from error
            except OSError as error:  # of a file system without locks, say, which names no file
                raise OSError(error.errno, error.strerror, str(path)) from error
            if not _is_at(lock.fileno(), path):
                continue  # the process that held it has just ended and removed it
            yield
            return


def _opened(path: Path) -> IO[str]:
    """Open the lock, which processes that end may be removing with its folder."""
    for _ in range(_TRIES):
        with contextlib.suppress(FileExistsError, FileNotFoundError):
            path.parent.mkdir(parents=True, exist_ok=True)
            return path.open("a")
    path.parent.mkdir(parents=True, exist_ok=True)  # says what is wrong
    return path.open("a")


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
