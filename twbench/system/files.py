"""Writing files so that whoever looks sees the old one or the whole new one, never a part."""

__all__ = [
    "behind_links",
    "exchange",
    "is_written_to",
    "new_private",
    "opened_for_writing",
    "private_copy",
    "remove_unfinished",
    "replacing",
    "saying_where",
    "write_atomically",
    "write_new",
    "write_where_asked",
]

import contextlib
import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from twbench.system.streams import is_standard_output

_UNFINISHED = ".unfinished"
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_WORKING_FOLDER = -100  # AT_FDCWD of fcntl.h
_EXCHANGE = 2  # RENAME_EXCHANGE of linux/fs.h


def write_atomically(
    path: Path, data: bytes | memoryview | str, *, lasting: bool = False, secret: bool = False
) -> None:
    """Write ``data`` (text as UTF-8) to ``path``, in full or not at all.

    The folder must be there. ``lasting`` waits until the disk has the content, so that not even a
    power failure leaves half of it. A ``secret`` is for the user's own eyes from the first byte on.
    Raises OSError; then what was at ``path`` is as it was.
    """
    # As in `replacing`, without paths and files of Python: for small files these take longer.
    unfinished = _beside(path)
    try:
        content = data.encode() if isinstance(data, str) else data
        write_new(unfinished, content, lasting=lasting, secret=secret)
        os.replace(unfinished, path)  # noqa: PTH105
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)  # noqa: PTH108
        _say_where(error, path, unfinished)
        raise


def write_where_asked(path: Path, text: str) -> None:
    """Write ``text`` to a path that a user gave: a file in full or not at all, behind links too.

    What `is_written_to` is not replaced. Raises OSError.
    """
    if not is_written_to(path):
        write_atomically(behind_links(path), text)
        return
    with saying_where(path), opened_for_writing(path) as sink:
        sink.write(text.encode())


def is_written_to(path: Path) -> bool:
    """Say whether something is at ``path`` that is no file to be replaced.

    That is a pipe or a terminal, or where this process prints, even if that is a file.
    """
    return path.exists() and (not path.is_file() or is_standard_output(path))


def opened_for_writing(path: Path) -> BinaryIO:
    """Return what is at ``path`` and `is_written_to`; raises OSError.

    Where this process prints it goes on, after what stands there.
    """
    if is_standard_output(path):
        sys.stdout.flush()
        return os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    return path.open("wb")


def behind_links(path: Path) -> Path:
    """Return the path of what is at ``path``, or would be, that is no link; raises OSError."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():  # links that lead to each other, for which `resolve` has no OSError
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return target


def write_new(
    path: str, data: bytes | memoryview, *, lasting: bool = False, secret: bool = False
) -> None:
    """Write ``data`` to a file that is not there yet; for the rest see `write_atomically`.

    Raises OSError, and may leave a part of it then.
    """
    descriptor = os.open(path, _NEW, 0o600 if secret else 0o666)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        if lasting:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _beside(path: Path) -> str:
    """Return a new name in the folder of ``path`` for what is not finished yet."""
    folder, name = os.path.split(path)
    if not name:
        raise ValueError(f"{path} names no file.")
    return os.path.join(folder, f".{os.urandom(8).hex()}{_UNFINISHED}")  # noqa: PTH118


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path to write a file to, which becomes ``path`` if the context ends well.

    Otherwise it is removed: only a process that is killed leaves one behind, for
    `remove_unfinished`. Several processes may write to ``path`` at once; the last to end wins.
    """
    unfinished = Path(_beside(path))
    try:
        yield unfinished
        os.replace(unfinished, path)  # noqa: PTH105  (Path.replace takes the path apart again)
    except BaseException as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        _say_where(error, path, str(unfinished))
        raise


def new_private(path: Path) -> BinaryIO:
    """Return a new file that is this user's alone, whatever this user lets others do."""
    return os.fdopen(os.open(path, _NEW, 0o600), "wb")


@contextlib.contextmanager
def private_copy(source: BinaryIO, folder: Path) -> Iterator[Path]:
    """Give a copy of ``source`` in ``folder``, which is this user's alone and goes again.

    Only a process that is killed leaves it behind, for `remove_unfinished`. Raises OSError.
    """
    own = Path(_beside(folder / "copy"))
    try:
        with new_private(own) as sink:
            shutil.copyfileobj(source, sink)
        yield own
    finally:
        own.unlink(missing_ok=True)


def remove_unfinished(folder: Path) -> None:
    """Remove what killed processes were writing into ``folder``, when no other is at work there."""
    for path in folder.glob(f".*{_UNFINISHED}"):
        path.unlink(missing_ok=True)


def exchange(one: Path, two: Path) -> bool:
    """Let two files or folders of one file system change places at once.

    Returns False, and does nothing, where the system cannot do that.
    """
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    failed = rename(
        _WORKING_FOLDER,
        os.fsencode(one),
        _WORKING_FOLDER,
        os.fsencode(two),
        ctypes.c_uint(_EXCHANGE),
    )
    return not failed


@contextlib.contextmanager
def saying_where(path: str | Path) -> Iterator[None]:
    """Let an OSError in this context name ``path`` if it names no file: a full disk names none."""
    try:
        yield
    except OSError as error:
        _say_where(error, path)
        raise


def _say_where(error: BaseException, path: str | Path, unfinished: str | None = None) -> None:
    """Let an OSError that names no file, or one that nobody has heard of, name ``path``.

    Its reason is the system's own: Arrow has sentences about it.
    """
    if isinstance(error, OSError) and error.filename in (None, unfinished):
        error.filename = str(path)
        del error.filename2
        if error.errno is not None:
            error.strerror = os.strerror(error.errno)
