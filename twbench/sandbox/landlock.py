"""Landlock: a process takes rights away from itself and from all that it will ever start.

A ruleset names the rights that it takes away everywhere; its rules give some back for a hierarchy
of files. What a rule names is the file or folder itself, not its name: it may be renamed, and what
takes its place has no rule. Numbers and structures are those of ``linux/landlock.h``; the version
of the interface (ABI) says which of them a kernel knows.
"""

__all__ = ["cut_off", "landlock_version", "restrict"]

import ctypes
import os
import stat
from collections.abc import Iterable, Iterator
from functools import cache

from twbench.errors import SandboxError
from twbench.sandbox.confinement import Confinement
from twbench.sandbox.system import linux, system_call

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # on every architecture
_ASK_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3
_REMOVE_DIR = 1 << 4
_REMOVE_FILE = 1 << 5
_MAKE_CHAR = 1 << 6
_MAKE_DIR = 1 << 7
_MAKE_REG = 1 << 8
_MAKE_SOCK = 1 << 9
_MAKE_FIFO = 1 << 10
_MAKE_BLOCK = 1 << 11
_MAKE_SYM = 1 << 12
_REFER = 1 << 13
_TRUNCATE = 1 << 14
_IOCTL_DEV = 1 << 15
_RESOLVE_UNIX = 1 << 16

_READ = _EXECUTE | _READ_FILE | _READ_DIR
_DEVICE = _READ_FILE | _READ_DIR | _WRITE_FILE | _TRUNCATE | _IOCTL_DEV
_OF_FILES = _EXECUTE | _READ_FILE | _WRITE_FILE | _TRUNCATE | _IOCTL_DEV
"""The rights that a rule for something else than a folder may give."""

_SINCE = ((1, _REFER - 1), (2, _REFER), (3, _TRUNCATE), (5, _IOCTL_DEV), (9, _RESOLVE_UNIX))
"""The versions that brought rights, and these rights."""
_SCOPES_SINCE = 6
_SCOPES = 1 << 0 | 1 << 1
"""Abstract sockets, and signals, of processes that are outside."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Rule(ctypes.Structure):
    _pack_ = 1
    # From 3.14 on, Python wants the layout of a packed structure to be named.
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


@cache
def landlock_version() -> int:
    """Return the version of Landlock that the running kernel has switched on; 0 if none."""
    if not linux():
        return 0
    try:
        return system_call(_CREATE_RULESET, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def restrict(confinement: Confinement) -> None:
    """Leave this process nothing but ``confinement`` in the file system, and no outside process.

    It can never be undone. A thread is restricted, not a process, and what one thread may not do it
    can have another do: raises SandboxError where there is a second one, and where the kernel
    refuses.
    """
    if _threads() > 1:
        raise SandboxError(
            "A process must shut itself in before it has a second thread: before it imports numpy,"
            " for example, which starts some."
        )
    known = _known_rights(landlock_version())
    _enforce(known, _rules(confinement, known))


def cut_off() -> None:
    """Keep this process, forked by a restricted one, from reaching its parent and its siblings.

    Processes with the same restrictions may trace and signal each other. After this call it reaches
    those that it starts itself. What it may do with files stays as it is. Raises SandboxError.
    """
    # Each ruleset takes away the right to move files between folders, and must give it back.
    # A ruleset must take something away: to make block devices, which was never granted.
    _enforce(_known_rights(landlock_version()) & (_MAKE_BLOCK | _REFER), [("/", _REFER)])


def _threads() -> int:
    """Return how many threads this process has, those that Python does not know of included."""
    try:
        return len(os.listdir("/proc/self/task"))  # noqa: PTH208 - a count is all there is to it
    except OSError:
        raise SandboxError("Without /proc, a process cannot know that it has one thread.") from None


def _known_rights(version: int) -> int:
    return sum(rights for since, rights in _SINCE if since <= version)


def _rules(confinement: Confinement, known: int) -> Iterator[tuple[str, int]]:
    for path in confinement.readable:
        yield path, _READ
    for path in confinement.devices:
        yield path, _DEVICE
    for path in confinement.writable:
        # A device that the process made could be the disk.
        yield path, known & ~(_MAKE_CHAR | _MAKE_BLOCK | _IOCTL_DEV)


def _enforce(handled: int, rules: Iterable[tuple[str, int]]) -> None:
    version = landlock_version()
    try:
        ruleset = _create(handled, _SCOPES if version >= _SCOPES_SINCE else 0)
        try:
            for path, allowed in rules:
                _add(ruleset, path, allowed & handled)
            system_call(_RESTRICT_SELF, ruleset, 0)
        finally:
            os.close(ruleset)
    except OSError as problem:
        raise SandboxError(f"Landlock {version} refuses to shut this process in: {problem}.") from (
            None
        )


def _create(handled: int, scopes: int) -> int:
    attributes = _Ruleset(handled, 0, scopes)
    # Older kernels know the first field only, and say so if they are given more.
    size = ctypes.sizeof(attributes) if scopes else ctypes.sizeof(ctypes.c_uint64)
    return system_call(_CREATE_RULESET, ctypes.byref(attributes), size, 0)


def _add(ruleset: int, path: str, allowed: int) -> None:
    """Give rights back for ``path`` if it exists, but not for what a link leads to."""
    try:
        parent = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return
    try:
        kind = os.fstat(parent).st_mode
        if stat.S_ISLNK(kind):
            return
        rights = allowed if stat.S_ISDIR(kind) else allowed & _OF_FILES
        if rights:
            rule = _Rule(rights, parent)
            system_call(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(parent)
