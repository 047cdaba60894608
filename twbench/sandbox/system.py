"""Calls of the Linux kernel that Python has no function for."""

__all__ = ["checked", "library", "linux", "prctl", "system_call"]

import ctypes
import os
import sys
from functools import cache


def linux() -> bool:
    """Say whether this is Linux."""
    return sys.platform.startswith("linux")


@cache
def library() -> ctypes.CDLL:
    """Return the C library."""
    loaded = ctypes.CDLL(None, use_errno=True)
    loaded.syscall.restype = ctypes.c_long
    return loaded


def system_call(number: int, *arguments: object) -> int:
    """Make the system call ``number``; raises OSError with the kernel's reason."""
    return checked(library().syscall(ctypes.c_long(number), *map(_wide, arguments)))


def prctl(option: int, *arguments: int) -> int:
    """Call ``prctl`` with up to four arguments; raises OSError with the kernel's reason."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return checked(library().prctl(ctypes.c_int(option), *map(_wide, padded)))


def checked(result: int) -> int:
    """Return what a function of the C library returned; raises OSError if it is negative."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _wide(argument: object) -> object:
    """Give a number the width of a register: functions of C with ``...`` do not convert it."""
    return ctypes.c_long(argument) if isinstance(argument, int) else argument
