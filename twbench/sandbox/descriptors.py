"""Closing what a process has inherited: a file that is open can be read in any sandbox."""

__all__ = ["close_other_descriptors"]

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterable

from twbench.errors import SandboxError
from twbench.sandbox.system import system_call
from twbench.system.streams import is_open

_CLOSE_RANGE = 436  # on every architecture
_LAST = 0xFFFFFFFF
_STANDARD = {0: os.O_RDONLY, 1: os.O_WRONLY, 2: os.O_WRONLY}


def close_other_descriptors(keep: Iterable[int]) -> None:
    """Close every descriptor of this process but those in ``keep``.

    Standard streams (0, 1 and 2) that are not in ``keep`` lead to ``/dev/null`` afterwards, so that
    nothing else takes their numbers. Those in ``keep`` can only be read, or only be written to,
    afterwards: a terminal is usually open for both, and what is typed there could be read from the
    standard error stream. Raises SandboxError if that cannot be done. A pipe is opened anew where
    possible: a process that shares it could set it to fail, for all who write to it, when it is
    full.
    """
    kept = set(keep)
    for stream, direction in _STANDARD.items():
        if stream not in kept or not is_open(stream):
            _replace(stream, os.devnull, direction)
        elif _goes_both_ways(stream):
            _replace(stream, f"/proc/self/fd/{stream}", direction)
        elif stat.S_ISFIFO(os.fstat(stream).st_mode):
            with contextlib.suppress(SandboxError):  # one of another user, say
                _replace(stream, f"/proc/self/fd/{stream}", direction)
    low = len(_STANDARD)
    for number in sorted(kept - set(_STANDARD)):
        os.closerange(low, number)
        low = number + 1
    _close_from(low)


def _close_from(low: int) -> None:
    """Close all from ``low`` on, those above a limit that was lowered later as well."""
    try:
        system_call(_CLOSE_RANGE, low, _LAST, 0)
    except (OSError, AttributeError):  # a kernel before 5.9, or another system
        os.closerange(low, os.sysconf("SC_OPEN_MAX"))


def _goes_both_ways(number: int) -> bool:
    """Say whether a stream can be read and written; of a socket no half can be opened anew."""
    mode = fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE
    return mode == os.O_RDWR and not stat.S_ISSOCK(os.fstat(number).st_mode)


def _replace(number: int, path: str, direction: int) -> None:
    flags = direction | os.O_NOCTTY | (os.O_APPEND if path != os.devnull else 0)
    try:
        opened = os.open(path, flags | os.O_NONBLOCK)  # or a pipe is waited for that nobody reads
        os.set_blocking(opened, True)
    except OSError as problem:
        raise SandboxError(f"Stream {number} cannot be given away safely: {problem}.") from None
    if opened != number:
        os.dup2(opened, number, inheritable=True)
        os.close(opened)
    else:
        os.set_inheritable(number, True)
