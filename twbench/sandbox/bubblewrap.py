"""Bubblewrap: a program starts in a file system that holds nothing but what it is given.

The program ``bwrap`` makes it, with mounts that no other process sees. There, hidden files do not
even have a name, and processes outside have no number. It needs the right to make name spaces,
which containers and some systems withhold.
"""

__all__ = ["bubblewrap_works", "wrapped"]

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from twbench.errors import SandboxError
from twbench.sandbox.confinement import Confinement
from twbench.sandbox.system import linux

_PATIENCE = 20
"""Seconds that a trial may take."""
_NAME_SPACES = ("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent")
_EMPTY = (
    *("--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/dev/shm"),  # noqa: S108
)
_OWN = (Path("/proc"), Path("/dev"))
"""What the program has for itself, and is not shown of ours."""


@cache
def bubblewrap_works() -> bool:
    """Say whether ``bwrap`` is here and may do what `wrapped` needs, by trying it once."""
    program = shutil.which("bwrap") if linux() else None
    if program is None:
        return False
    trial = [program, *_NAME_SPACES, "--ro-bind", "/", "/", *_EMPTY, "--remount-ro", "/dev"]
    try:
        tried = subprocess.run(  # noqa: S603 - a program of the system
            [*trial, "--", sys.executable, "-S", "-E", "-c", ""],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def wrapped(command: Sequence[str], confinement: Confinement) -> list[str]:
    """Return the command line that starts ``command`` shut in by Bubblewrap.

    It starts in its first writable folder. Descriptors that it inherits stay open, the network is
    that of everybody. It ends when its parent does, or the thread of the parent that has started
    it. Raises SandboxError if there is no ``bwrap``.
    """
    program = shutil.which("bwrap")
    if program is None:
        raise SandboxError("bwrap is not installed.")
    return [
        program,
        *_NAME_SPACES,
        *_EMPTY,
        *_mounts(confinement),
        # In this order: mounts and links need a file system that can still be written to.
        *("--remount-ro", "/dev", "--remount-ro", "/"),
        *("--chdir", confinement.writable[0] if confinement.writable else "/"),
        "--",
        _without_detours(command[0]),
        *command[1:],
    ]


def _without_detours(program: str) -> str:
    """Return a path that leads through no folder but those that are shown; its end may be a link.

    The interpreter of a virtual environment is one, and finds its packages by where the link is.
    """
    folder, name = os.path.split(program)
    return os.path.join(os.path.realpath(folder), name) if folder else program  # noqa: PTH118


def _mounts(confinement: Confinement) -> Iterator[str]:
    readable = [path for path in map(Path, confinement.readable) if not _is_own(path)]
    binds = [
        *((path, 0, "--ro-bind-try") for path in readable),
        *((Path(path), 1, "--bind") for path in confinement.writable),
        *((Path(path), 2, "--dev-bind-try") for path in confinement.devices),
    ]
    for path, _, option in sorted(binds):  # a folder before what is in it
        yield from (option, str(path), str(path))
    shown = set(readable)
    for link, target in confinement.links:
        if not _is_own(Path(link)) and not shown.intersection(Path(link).parents):
            yield from ("--symlink", target, link)


def _is_own(path: Path) -> bool:
    return any(path.is_relative_to(own) for own in _OWN)
