"""A filter of system calls: what Landlock lets pass, and a stranger's program does not need.

The worst of it are sockets with a path: whoever reaches that of Docker, of D-Bus or of a terminal
multiplexer has programs run outside of any sandbox. Only from version 9 on does Landlock stop it.
The filter sees no path, so it takes away the making of local sockets altogether; pairs of connected
ones remain. It is a program for the kernel's packet filter (``linux/seccomp.h``), it holds for this
process and all that it starts, and each architecture has system call numbers of its own.
"""

__all__ = ["filter_calls"]

import ctypes
import errno
import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from twbench.errors import SandboxError
from twbench.sandbox.system import checked, library

_PR_SET_SECCOMP = 22
_MODE_FILTER = 2

_LOAD_WORD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_JUMP_IF_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_JUMP_IF_AT_LEAST = 0x35  # BPF_JMP | BPF_JGE | BPF_K
_AND = 0x54  # BPF_ALU | BPF_AND | BPF_K
_RETURN = 0x06  # BPF_RET | BPF_K

_ALLOW = 0x7FFF0000
_ERROR = 0x00050000
_KILL = 0x80000000

_NUMBER, _ARCHITECTURE = 0, 4
_FIRST, _SECOND = 16, 24
"""Where the kernel puts the two first arguments; their lower halves, with the low byte first."""
_X32 = 0x40000000
"""From here on, numbers of x86_64 name the same calls once more."""
_TYPE = 0xF
"""Of the type of a socket, what is not a flag."""
_KIND = 0xFF00
_OF_TERMINALS = ord("T") << 8
"""The kind of those orders to devices and files (``ioctl``) that are about terminals."""
_OF_FILES = (0x541B, 0x5421, 0x5450, 0x5451, 0x5452)
"""Of the same kind, but for any open file: ``FIONREAD``, ``FIONBIO``, ``FIONCLEX``, ``FIOCLEX``,
``FIOASYNC``."""
_TELLING = (0x5401, 0x540F, 0x5411, 0x5413, 0x5429, 0x802C542A)
"""What a terminal is asked for: ``TCGETS``, ``TIOCGPGRP``, ``TIOCOUTQ``, ``TIOCGWINSZ``,
``TIOCGSID``, ``TCGETS2``."""


@dataclass(frozen=True, slots=True)
class _Numbers:
    architecture: int
    ioctl: int
    socket: int
    socketpair: int
    of_a_process: tuple[int, ...]
    """What is done to the process that the first argument names: ``prlimit64``,
    ``sched_setparam``, ``sched_setscheduler``, ``sched_setattr``."""
    processors: int
    """Of the process that the first argument names: ``sched_setaffinity``."""
    of_several: tuple[tuple[int, int], ...]
    """What is done to the process, or group or user, that the second names; with what the first is
    for a process: ``setpriority``, ``ioprio_set``."""
    attributes: tuple[int, ...]
    """Of files, with texts of any kind: ``setxattr``, ``lsetxattr``, ``fsetxattr``,
    ``removexattr``, ``lremovexattr``, ``fremovexattr``, ``setxattrat``, ``removexattrat``."""
    others: tuple[int, ...]
    """The kernel's log, which has where a program has crashed: ``syslog``. A user's keys:
    ``add_key``, ``request_key``, ``keyctl``. The way round a filter:
    ``io_uring_setup``. Names of the files that others open: ``inotify_init``, ``inotify_init1``,
    ``fanotify_init``. Memory, messages and counts that the user's processes share, and that stay
    when they end: ``shmget``, ``shmat``, ``shmctl``, ``msgget``, ``msgrcv``, ``msgctl``,
    ``mq_open``, ``semget``, ``semop``, ``semctl``, ``semtimedop``."""


_KNOWN = {
    "x86_64": _Numbers(
        *(0xC000003E, 16, 41, 53),
        (302, 142, 144, 314),
        203,
        ((141, 0), (251, 1)),
        (188, 189, 190, 197, 198, 199, 463, 466),
        (103, 248, 249, 250, 425, 253, 294, 300, 29, 30, 31, 68, 70, 71, 240, 64, 65, 66, 220),
    ),
    "aarch64": _Numbers(
        *(0xC00000B7, 29, 198, 199),
        (261, 118, 119, 274),
        122,
        ((140, 0), (30, 1)),
        (5, 6, 7, 14, 15, 16, 463, 466),
        (116, 217, 218, 219, 425, 26, 262, 194, 196, 195, 186, 188, 187, 180, 190, 193, 191, 192),
    ),
}


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.POINTER(_Instruction)))


def filter_calls(local_sockets: bool, network: bool) -> bool:
    """Take system calls away from this process, for ever; it has given up its privileges.

    Without ``local_sockets``, none can be made, and none of another kind without ``network``.
    Limits, processors and priorities of other processes cannot be set, nor attributes of files and
    terminals, folders not be watched (it needs no right to list them), the kernel's log not be
    read, the user's keys and what is shared by number (System V) not be used.
    Terminals are asked what they are and no more: what is set there stays. Returns False
    on an architecture whose numbers are not known here, and where the kernel has no such filters.
    Raises SandboxError.
    """
    numbers = _KNOWN.get(os.uname().machine)
    if numbers is None or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    body = _body(numbers, local_sockets, network)
    instructions = [*_head(numbers), *body, (_RETURN, 0, 0, _ALLOW)]
    array = (_Instruction * len(instructions))(*(_Instruction(*each) for each in instructions))
    program = _Program(len(instructions), array)
    try:
        call = library().prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0)
        checked(call)
    except OSError as problem:
        if problem.errno == errno.EINVAL:  # the kernel was built without
            return False
        raise SandboxError(
            f"The system calls of this process cannot be filtered: {problem}."
        ) from (None)
    return True


_Code = tuple[int, int, int, int]


def _head(numbers: _Numbers) -> list[_Code]:
    """Refuse programs of other architectures, whose numbers mean other calls."""
    return [
        (_LOAD_WORD, 0, 0, _ARCHITECTURE),
        (_JUMP_IF_EQUAL, 1, 0, numbers.architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD_WORD, 0, 0, _NUMBER),
        (_JUMP_IF_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _ERROR | errno.ENOSYS),
    ]


def _body(numbers: _Numbers, local_sockets: bool, network: bool) -> Iterable[_Code]:
    allowed = (_RETURN, 0, 0, _ALLOW)
    for number in numbers.others:
        # As from a kernel that does not have them: libraries then go another way.
        yield from _on(number, [(_RETURN, 0, 0, _ERROR | errno.ENOSYS)])
    for number in numbers.attributes:
        # As on a disk that has none: whoever copies files then leaves them out.
        yield from _on(number, [(_RETURN, 0, 0, _ERROR | errno.ENOTSUP)])
    asked = [(_JUMP_IF_EQUAL, 0, 1, order) for order in (*_OF_FILES, *_TELLING)]
    orders = [(_LOAD_WORD, 0, 0, _SECOND), *chain.from_iterable((one, allowed) for one in asked)]
    kind = [(_AND, 0, 0, _KIND), (_JUMP_IF_EQUAL, 0, 1, _OF_TERMINALS)]
    yield from _on(numbers.ioctl, [*orders, *kind, _refuse(), allowed])
    # Number 0 is the process itself: what is its own is set by these calls as well.
    for number in numbers.of_a_process:
        yield from _on(number, [*_only(_FIRST, 0), allowed])
    # Libraries that compute name their threads by number. To some of them it is fatal if these
    # cannot be bound to processors (OpenMP with OMP_PROC_BIND), and none minds if they are not.
    yield from _on(numbers.processors, [*_only(_FIRST, 0, error=0), allowed])
    for number, process in numbers.of_several:
        yield from _on(number, [*_only(_FIRST, process), *_only(_SECOND, 0), allowed])
    of_local = allowed if local_sockets else _refuse()
    of_others = allowed if network else _refuse()
    local = [(_LOAD_WORD, 0, 0, _FIRST), (_JUMP_IF_EQUAL, 0, 1, socket.AF_UNIX)]
    yield from _on(numbers.socket, [*local, of_local, of_others])
    if local_sockets:
        return
    # One of a pair of datagram sockets can be connected to another socket.
    datagrams = [
        (_LOAD_WORD, 0, 0, _SECOND),
        (_AND, 0, 0, _TYPE),
        (_JUMP_IF_EQUAL, 0, 1, socket.SOCK_DGRAM),
    ]
    yield from _on(numbers.socketpair, [*datagrams, _refuse(), allowed])


def _on(number: int, then: list[_Code]) -> list[_Code]:
    """Do ``then``, which returns, if the call has this number, which is loaded."""
    return [(_JUMP_IF_EQUAL, 0, len(then), number), *then]


def _only(argument: int, value: int, error: int = errno.EACCES) -> list[_Code]:
    """Refuse the call unless an argument has this value."""
    return [(_LOAD_WORD, 0, 0, argument), (_JUMP_IF_EQUAL, 1, 0, value), _refuse(error)]


def _refuse(error: int = errno.EACCES) -> _Code:
    """Do not make the call, and say that it failed so; with 0, that it was made."""
    return _RETURN, 0, 0, _ERROR | error
