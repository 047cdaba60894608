"""Ending and removing everything that a stranger's program leaves, daemons and files."""

__all__ = ["become_subreaper", "children", "die_with_parent", "empty_folder", "end_descendants"]

import contextlib
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path

from twbench.errors import SandboxError
from twbench.sandbox.system import linux, prctl

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PROCESSES = Path("/proc")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_PAUSE = 0.001
"""Seconds between two looks at what is left."""


def become_subreaper() -> bool:
    """Let this process become the parent of every descendant whose own parent ends.

    Returns False where the system has no such thing (other than Linux); then `end_descendants`
    finds no daemons. It does not pass on to children.
    """
    if not linux():
        return False
    prctl(_PR_SET_CHILD_SUBREAPER, 1)
    return True


def die_with_parent(parent: int) -> None:
    """Let this process be killed when the one that forked it, number ``parent``, ends.

    More exactly: when the thread ends that forked it. Children do not inherit it. Raises
    SandboxError on systems other than Linux.
    """
    if not linux():
        raise SandboxError("A process dies with its parent on Linux only.")
    prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended just before
        os.kill(os.getpid(), signal.SIGKILL)


def end_descendants(except_for: Iterable[int], seconds: float = 10) -> int:
    """Kill all children of this process but those named, and what they leave; return how many.

    A descendant of a killed one becomes a child of this process, if that is a subreaper, and is
    killed in turn, until none is left. Descendants of those named are spared while their own
    parents live. All killed ones are waited for: name every child that somebody else waits for,
    `children` before the stranger's program starts among them, and start none meanwhile.
    Raises SandboxError if some are left after ``seconds``, and where there is no ``/proc``.
    """
    spared = set(except_for)
    ended = 0
    deadline = time.monotonic() + seconds
    while left := children() - spared:
        if time.monotonic() > deadline:
            raise SandboxError(
                f"{len(left)} processes that were started here start others faster than they"
                " can be ended."
            )
        for child in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        ended += sum(_waited_for(child) for child in left)
        time.sleep(_PAUSE)
    return ended


def _waited_for(child: int) -> bool:
    """Wait for a child if it has ended."""
    try:
        return os.waitpid(child, os.WNOHANG)[0] == child
    except ChildProcessError:
        return False


def children() -> set[int]:
    """Return the numbers of the children of this process, adopted and dead ones too.

    Raises SandboxError where there is no ``/proc``.
    """
    us = os.getpid()
    lists = [task / "children" for task in (_PROCESSES / str(us) / "task").glob("*")]
    try:
        # Read twice: a child that ends meanwhile can keep its neighbour out of a list.
        texts = [path.read_text() for path in (*lists, *lists)]
    except OSError:  # this kernel has no such lists, or a thread has ended
        return _children_of_all(us)
    return {int(number) for text in texts for number in text.split()}


def _children_of_all(us: int) -> set[int]:
    """Look for the children among all processes."""
    try:
        numbers = [int(entry.name) for entry in _PROCESSES.iterdir() if entry.name.isdecimal()]
    except OSError:
        numbers = []
    if us not in numbers:
        raise SandboxError("Without /proc, the processes that were started here cannot be found.")
    return {number for number in numbers if _parent(number) == us}


def _parent(process: int) -> int | None:
    """Return the number of the parent; the name before it may hold anything, brackets too."""
    try:
        status = (_PROCESSES / str(process) / "stat").read_bytes()
    except OSError:
        return None
    return int(status.rpartition(b")")[2].split()[1])


def empty_folder(folder: Path) -> None:
    """Remove everything in a folder that a stranger's process, now ended, has written to.

    Folders that cannot be read, and thousands of them within each other, are no hindrance: one is
    open at a time, and the way back is ``..``. Links are removed, not followed. Raises OSError,
    also if somebody moves folders meanwhile, so that the way back leads elsewhere.
    """
    folder.chmod(0o700)
    at = os.open(folder, _FOLDER)
    way: list[tuple[str, os.stat_result]] = []
    try:
        left = [_folders_left(at)]  # at each level of the way
        while left[-1] or way:
            if left[-1]:
                name = left[-1].pop()
                way.append((name, os.fstat(at)))
                os.chmod(name, 0o700, dir_fd=at)
                at = _moved(at, name)
                left.append(_folders_left(at))
            else:
                left.pop()
                name, above = way.pop()
                at = _moved(at, os.pardir)
                if not os.path.samestat(os.fstat(at), above):
                    raise OSError(f"{folder} is changed while it is emptied")
                os.rmdir(name, dir_fd=at)
    finally:
        os.close(at)


def _moved(folder: int, name: str) -> int:
    """Return the open folder ``name`` of an open one, which is closed."""
    there = os.open(name, _FOLDER, dir_fd=folder)
    os.close(folder)
    return there


def _folders_left(folder: int) -> list[str]:
    """Remove all from an open folder that is no folder, and return the names of its folders."""
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for name, is_folder in found:
        if not is_folder:
            os.unlink(name, dir_fd=folder)
    return [name for name, is_folder in found if is_folder]
