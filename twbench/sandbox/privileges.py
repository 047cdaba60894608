"""Giving up what a process may do beyond the rights of its user, for ever and for its children."""

__all__ = ["give_up_privileges"]

import contextlib
import ctypes
import itertools

from twbench.errors import SandboxError
from twbench.sandbox.system import checked, library, prctl

_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION_3 = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("process", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def give_up_privileges() -> None:
    """Give up all capabilities of this thread, and the way to get some by running a program.

    Root is then the owner of root's files, and nothing more: it loads no kernel module, mounts
    nothing, makes no device, traces nobody else's process. Raises SandboxError.
    """
    try:
        prctl(_PR_SET_NO_NEW_PRIVS, 1)
        prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
        with contextlib.suppress(OSError):  # EINVAL: there is no such capability; EPERM: not root
            for capability in itertools.count():
                prctl(_PR_CAPBSET_DROP, capability)
        header = _Header(_CAPABILITY_VERSION_3, 0)
        checked(library().capset(ctypes.byref(header), ctypes.byref((_Sets * 2)())))
    except OSError as problem:
        raise SandboxError(f"This process cannot give up its privileges: {problem}.") from None
