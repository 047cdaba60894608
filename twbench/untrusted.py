"""Reading what strangers wrote: names of files that may lead out, bytes and JSON that may explode.

Datasets, packs, runs, games and stories are downloaded from people whom nobody knows. Every name
of a file in them goes through `inside`, every file through `read_bytes`, all JSON through
`parse_json`; what these refuse is told in one sentence, as an error of the caller's choice.
"""

__all__ = [
    "MAX_DEPTH",
    "at_most",
    "beginning",
    "check_name",
    "inside",
    "is_mostly_holes",
    "parse_json",
    "read_bytes",
    "read_json",
    "read_text",
    "regular_file",
    "walked",
]

import contextlib
import errno
import json
import math
import os
import resource
import stat
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from twbench.errors import InputError
from twbench.system.at_hand import PathAtHand
from twbench.system.locks import lock_over_forks

MAX_DEPTH = 64
"""Levels of lists and objects in JSON, and of folders; our own have about ten."""
MAX_BYTES = 1 << 26
"""Size of a file that is read as a whole, unless a caller knows better: 64 MiB."""
_LONGEST_NAME = 255
_LONGEST_PATH = 1024
_NO_PARTS = frozenset(("", ".", ".."))
_LARGEST_NUMBER = 1 << 63
# A sign and nineteen digits: 64 bits have no more. Longer ones are not made numbers at all, as that
# takes the square of their length in time.
_MOST_DIGITS = 20
_AS_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_LONG = b"0" * 19
"""What every number has in it, once all digits are zeros, that 64 bits may be too few for."""
_AS_SQUARE = bytes.maketrans(b"{}", b"[]")
_NO_MARKS = bytes(byte for byte in range(256) if byte not in b'[]{}"')
_TOO_DEEP = f"it is nested more than {MAX_DEPTH} levels deep"
_TOO_LARGE = "a number in it is too large"
_STATUS = Path("/proc/self/statm")
# The limit is the process's: two threads would set it, and set it back, against each other. Nor
# is a process forked that has the limit of another thread.
_ONE_AT_A_TIME = lock_over_forks()


def inside(folder: Path, name: object, error: type[InputError]) -> Path:
    """Return the path of what is called ``name`` within ``folder``.

    ``name`` is one that an index, a manifest or a record gives: parts divided by ``/``, relative,
    without ``..``. No part of it may be a symbolic link, so that what is read or written there is
    in the folder. Nothing needs to exist. Raises ``error`` for all other names.
    """
    path = os.fspath(folder)
    for part in check_name(folder, name, error).split("/"):
        path = f"{path}/{part}"
        if os.path.islink(path):  # noqa: PTH114  (a Path for each part takes longer)
            raise error(f"{folder}: {name} is a symbolic link, or lies behind one.")
    return Path(path)


def check_name(folder: Path, name: object, error: type[InputError]) -> str:
    """Return ``name`` if it can be the name of a file within ``folder``, which is not looked at."""
    if isinstance(name, str) and _is_plain(name):
        return name
    raise error(
        f"{folder}: {_shown(name)} is no name of a file within this folder: it must be"
        " relative, of letters that can be printed, without '..'."
    )


def _is_plain(name: str) -> bool:
    if not name.isprintable() or "\\" in name:
        return False
    parts = name.split("/")
    # Most names are ASCII, a byte for each letter.
    lengths = map(len, (name, *parts) if name.isascii() else map(os.fsencode, (name, *parts)))
    return (
        next(lengths) <= _LONGEST_PATH
        and max(lengths) <= _LONGEST_NAME
        and _NO_PARTS.isdisjoint(parts)
    )


def regular_file(path: Path) -> bool:
    """Say whether ``path`` is a file with content: no pipe, device, socket or folder."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):  # ValueError: a name with a NUL
        return False


def walked(folder: Path, error: type[InputError]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield what `os.walk` does of a folder: each folder in it, with the names of what it holds.

    What this user may not list is empty. Raises ``error`` where folders lie within each other in
    more levels than anybody needs, which takes Python more calls than it allows, and OSError.
    """
    top = len(folder.parts)
    for parent, below, files in os.walk(folder, onerror=_unless_forbidden):
        if below and len(Path(parent).parts) - top >= MAX_DEPTH:
            raise error(f"{folder} has folders nested more than {MAX_DEPTH} levels deep.")
        yield parent, below, files


def _unless_forbidden(problem: OSError) -> None:
    if not isinstance(problem, PermissionError | FileNotFoundError | NotADirectoryError):
        raise problem


def is_mostly_holes(path: Path) -> bool:
    """Say whether far more of the file at ``path`` would be read, as zeros, than was ever written.

    A file of a few bytes may have more such holes than can be read in a life. But a copy may leave
    out zeros that were written: so up to half of a file, or `MAX_BYTES`, may be holes. Where the
    file system knows of none, there are none. Raises OSError.
    """
    with open(path, "rb", opener=_opened) as file:
        descriptor = file.fileno()
        size = os.fstat(descriptor).st_size
        unwritten = place = 0
        while place < size and (hole := os.lseek(descriptor, place, os.SEEK_HOLE)) < size:
            place = _end_of_hole(descriptor, hole, size)
            unwritten += place - hole
            if unwritten > max(MAX_BYTES, size // 2):
                return True
    return False


def _end_of_hole(descriptor: int, hole: int, size: int) -> int:
    try:
        return os.lseek(descriptor, hole, os.SEEK_DATA)
    except OSError as error:
        if error.errno == errno.ENXIO:  # there is nothing behind it
            return size
        raise


def read_bytes(
    path: Path | PathAtHand,
    error: type[InputError],
    limit: int = MAX_BYTES,
    first: int | None = None,
) -> bytes:
    """Return the content of the file at ``path``, of at most ``limit`` bytes, or its ``first``.

    Raises ``error`` if it is missing, larger, or no regular file: a device or a pipe could be read
    for ever.
    """
    if isinstance(path, PathAtHand):
        content = path.view()
        if len(content) > limit:
            raise error(f"{path} has more than {limit} bytes.")
        return bytes(content[:first])
    try:
        # A file object asks the system for twice as much, which takes as long as to read a game.
        descriptor = _opened(os.fspath(path), os.O_RDONLY)
        try:
            status = os.fstat(descriptor)
            if stat.S_ISDIR(status.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if not stat.S_ISREG(status.st_mode):
                raise error(f"{path} is no file.")
            if first is not None and first < status.st_size <= limit:
                return _read(descriptor, first, first)
            if status.st_size <= limit:
                # It may grow while it is read. To ask for all that is allowed would take longer.
                data = _read(descriptor, status.st_size, status.st_size + 1)
                if len(data) > status.st_size:
                    data += _read(descriptor, limit, limit + 1 - len(data))
                if len(data) <= limit:
                    return data
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        raise error(f"{path} is missing.") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise error(f"{path} cannot be read: {reason}.") from None
    raise error(f"{path} has more than {limit} bytes.")


def _read(descriptor: int, least: int, most: int) -> bytes:
    """Return the next bytes of a file: ``most``, or at ``least`` so many unless it ends before."""
    data = os.read(descriptor, most)
    while len(data) < min(least, most) and (more := os.read(descriptor, most - len(data))):
        data += more
    return data


def beginning(path: Path | PathAtHand, most: int) -> bytes:
    """Return the first bytes of the file at ``path``, at ``most`` so many.

    Raises OSError if they cannot be read, or if that is no regular file, as `read_bytes` says.
    """
    if isinstance(path, PathAtHand):
        return bytes(path.view()[:most])
    with open(path, "rb", opener=_opened) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "It is no file")
        return file.read(most)


def _opened(path: str, flags: int) -> int:
    # A pipe that nobody writes to would be waited for when it is opened.
    return os.open(path, flags | os.O_NONBLOCK)


def read_text(path: Path, error: type[InputError], limit: int = MAX_BYTES) -> str:
    """Return the text of the file at ``path``, which is in UTF-8, with newlines as Python has them.

    Raises as `read_bytes` does, and for any other coding.
    """
    try:
        text = read_bytes(path, error, limit).decode().removeprefix("\ufeff")
    except UnicodeDecodeError as problem:
        raise error(f"{path} is no text: byte {problem.start} is no UTF-8.") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_json(
    path: Path, error: type[InputError], limit: int = MAX_BYTES, *, unique: bool = False
) -> Any:
    """Return the JSON value in the file at ``path``; raises as `read_bytes` and `parse_json` do."""
    return parse_json(read_bytes(path, error, limit), str(path), error, unique=unique)


def parse_json(
    data: bytes | str, what: object, error: type[InputError], *, unique: bool = False
) -> Any:
    """Return the value of JSON in UTF-8; ``what``, a text or a path, names it in messages.

    Its whole numbers have 64 bits, its texts can be written as UTF-8, and it has at most
    `MAX_DEPTH` levels: code that walks through it needs no care. If it is to be ``unique``, no
    object has a key twice, of which other readers may take another value; to see that takes half
    as long again. Raises ``error`` for all else.
    """
    try:
        text = data if isinstance(data, str) else data.decode()
        encoded = text.encode()
        read = _DECODER if _LONG in encoded.translate(_AS_ZEROS) else _QUICK_DECODER
        if unique:
            read = _UNIQUE_DECODER
        value = read.decode(text)
        # No UTF-8 has surrogates, so that only escapes can bring one in: without such an escape the
        # value need not be written out again.
        if b"\\u" in encoded and (b"\\ud" in encoded or b"\\uD" in encoded):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        reason = _TOO_DEEP
    except UnicodeDecodeError as problem:
        reason = f"byte {problem.start} is no UTF-8"
    except UnicodeEncodeError:
        reason = "a text in it holds half of a surrogate pair"
    except json.JSONDecodeError as problem:
        what_is_wrong = problem.msg.removesuffix(" at")
        reason = f"{what_is_wrong} in line {problem.lineno}, column {problem.colno}"
    except _UnsoundError as problem:
        reason = str(problem)
    else:
        if not _is_deep(encoded):
            return value
        reason = _TOO_DEEP
    raise error(f"{what} is no sound JSON: {reason}.")


class _UnsoundError(Exception):
    """A number of JSON is none that is taken, or an object has a key twice."""


def _whole(digits: str) -> int:
    number = int(digits) if len(digits) <= _MOST_DIGITS else _LARGEST_NUMBER
    if -_LARGEST_NUMBER <= number < _LARGEST_NUMBER:
        return number
    raise _UnsoundError(_TOO_LARGE)


def _fraction(digits: str) -> float:
    number = float(digits)
    if math.isfinite(number):
        return number
    raise _UnsoundError(_TOO_LARGE)


def _constant(name: str) -> NoReturn:
    raise _UnsoundError(f"{name} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
    raise _UnsoundError(f"an object in it has the key {_shown(twice)} twice")


_DECODER = json.JSONDecoder(parse_int=_whole, parse_float=_fraction, parse_constant=_constant)
_QUICK_DECODER = json.JSONDecoder(parse_float=_fraction, parse_constant=_constant)
"""For texts in which no whole number is too large."""
_UNIQUE_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)
"""For texts in which no object may have a key twice."""


def _is_deep(text: bytes) -> bool:
    """Return whether the value of sound JSON has more than `MAX_DEPTH` levels.

    Of the text, brackets outside of strings are left, and the innermost pairs are taken away until
    there are none: to walk through the value takes many times as long.
    """
    if b"\\" in text:  # what is escaped ends no string
        text = text.replace(b"\\\\", b"").replace(b'\\"', b"")
    # Strings without brackets leave two quotes behind each other, which can be taken away: whether
    # the number of quotes before a bracket is odd stays the same, and so whether it is in a string.
    marks = text.translate(_AS_SQUARE, _NO_MARKS).replace(b'""', b"")
    brackets = b"".join(marks.split(b'"')[::2])
    for _ in range(MAX_DEPTH):
        if not brackets:
            return False
        brackets = brackets.replace(b"[]", b"")
    return bool(brackets)


@contextlib.contextmanager
def at_most(size: int) -> Iterator[None]:
    """Let this context take ``size`` more bytes of memory, and get MemoryError beyond.

    For libraries that believe what a file says of itself. It holds for all threads of the process,
    and on systems that have ``/proc`` (Linux); elsewhere there is no limit.
    """
    if not _STATUS.is_file():
        yield
        return
    with _ONE_AT_A_TIME:
        pages = int(_STATUS.read_text().split()[0])
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = pages * resource.getpagesize() + size
        allowed = [known for known in (soft, hard) if known != resource.RLIM_INFINITY]
        resource.setrlimit(resource.RLIMIT_AS, (min([limit, *allowed]), hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _shown(name: object) -> str:
    text = ascii(name)
    return text if len(text) <= 100 else f"{text[:100]} ..."
