"""The standard streams of a process: opened where it has none, or leading nowhere."""

__all__ = ["is_open", "is_standard_output", "lead_nowhere", "open_closed_streams"]

import contextlib
import fcntl
import os
import sys
from pathlib import Path

_STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}
"""The standard streams in the order of their numbers, and what each is for."""


def open_closed_streams() -> None:
    """Give this process, where it has no standard stream, one that holds nothing.

    So have the processes that it starts. A descriptor that was left free would be that of the next
    file that is opened, into which messages of libraries would then be written.
    """
    for number in range(len(_STREAMS)):
        if not is_open(number):
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the least that is free
    for name, mode in _STREAMS.items():
        if getattr(sys, name) is None:  # and its number may be that of another file by now
            nothing = open(os.devnull, mode, encoding="utf-8", errors="backslashreplace")  # noqa: PTH123, SIM115
            setattr(sys, name, nothing)


def lead_nowhere(*numbers: int) -> None:
    """Let what is written to these descriptors from now on go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for number in numbers:
            os.dup2(nowhere, number)
    finally:
        os.close(nowhere)


def is_standard_output(path: Path) -> bool:
    """Say whether what is written to ``path`` goes where this process prints."""
    # A program that uses the library may have no standard output, a closed one, or one of its own.
    with contextlib.suppress(AttributeError, OSError, ValueError):
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    return False


def is_open(number: int) -> bool:
    """Say whether this process has an open descriptor of this number."""
    try:
        fcntl.fcntl(number, fcntl.F_GETFD)
    except OSError:
        return False
    return True
