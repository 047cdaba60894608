"""Temporary folders that do not outlive their process for long.

All of a process are in one folder of the system's temporary folder, ``twbench-...``, with a file
that the process holds locked as long as it lives. The folder goes when the process ends; what
killed processes have left is removed by the next process that needs one. A lock tells the living
from the dead even where containers, in which process numbers mean something else, share a disk.
What is to be moved to its place when it is finished is made on that disk, in such a folder beside.
"""

__all__ = [
    "BESIDE",
    "naming_temporary_folder",
    "new_scratch_folder",
    "scratch_beside",
    "scratch_folder",
]

import atexit
import contextlib
import errno
import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PREFIX = "twbench-"
BESIDE = f".{PREFIX}"
"""What the names of folders outside of the temporary folder begin with."""
LOCK = ".twbench-lock"
_DISK_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}


def new_scratch_folder() -> Path:
    """Return a new, empty folder, which the caller removes; at the latest it goes with the process.

    Raises OSError if the temporary folder cannot be written to.
    """
    home = _home(os.getpid(), tempfile.gettempdir())
    if not home.is_dir():  # somebody cleans up temporary files
        _home.cache_clear()
        home = _home(os.getpid(), tempfile.gettempdir())
    return Path(tempfile.mkdtemp(dir=home))


@contextlib.contextmanager
def naming_temporary_folder() -> Iterator[None]:
    """Let an OSError that tells of a full disk name it, and not the file that was to be copied."""
    try:
        yield
    except OSError as error:
        if error.errno not in _DISK_ERRORS:
            raise
        raise OSError(error.errno, error.strerror, tempfile.gettempdir()) from None


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """Give a new, empty folder that is removed at the end of the context."""
    folder = new_scratch_folder()
    try:
        yield folder
    finally:
        _delete(folder)


@contextlib.contextmanager
def scratch_beside(path: Path) -> Iterator[Path]:
    """Give a new, empty folder on the disk of ``path``, removed at the end of the context.

    It lies in one in the folder of ``path``, from which what killed processes have left goes first.
    """
    home, lock = _new_home(path.parent, BESIDE)
    try:
        yield Path(tempfile.mkdtemp(dir=home))
    finally:
        _delete_home(home)
        os.close(lock)


@cache
def _home(process: int, temporary: str) -> Path:
    """Return the folder of a process, made at the first call."""
    # The descriptor is never closed: the lock is held for as long as the process lives.
    home, _ = _new_home(Path(temporary), PREFIX)
    atexit.register(_remove, home, process)
    return home


def _new_home(place: Path, prefix: str) -> tuple[Path, int]:
    """Return a new folder in ``place``, and the descriptor of its lock, which is held."""
    _remove_stale(place, prefix)
    while True:
        home = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
        lock = _lock(home, os.O_CREAT)
        # None if another process has taken the folder for a stale one before it was locked.
        if lock is not None:
            return home, lock


def _remove_stale(place: Path, prefix: str) -> None:
    """Remove the folders of processes that are no more; those of other users stay."""
    for home in place.glob(f"{prefix}*/{LOCK}"):
        lock = None
        with contextlib.suppress(OSError):
            found = home.parent.lstat()
            if stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid():
                lock = _lock(home.parent)
        if lock is not None:
            try:
                _delete_home(home.parent)
            finally:
                os.close(lock)


def _lock(home: Path, flags: int = 0) -> int | None:
    """Return the descriptor of the lock of ``home``, now held; None if another process has it."""
    path = home / LOCK
    lock = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | flags, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), path.stat()):
            return lock
    except (BlockingIOError, FileNotFoundError):  # taken, or removed, just now
        pass
    except OSError:  # a file system without locks, where nobody takes a folder for a stale one
        if flags:
            return lock
    os.close(lock)
    return None


def _remove(home: Path, process: int) -> None:
    if os.getpid() == process:  # not a fork of it
        _delete_home(home)


def _delete_home(home: Path) -> None:
    """Remove a folder, and its lock last: if this process is killed, others find it by the lock."""
    with contextlib.suppress(OSError):
        for folder in home.iterdir():
            if folder.name != LOCK:
                _delete(folder)
    _delete(home)


def _delete(folder: Path) -> None:
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:  # somebody has made folders within folders, a thousand deep
        from twbench.sandbox import empty_folder

        with contextlib.suppress(OSError):
            empty_folder(folder)
            folder.rmdir()
