"""Child processes that work for this one: started by name, heard through a connection.

What a child runs is not trusted to answer, to return, or to live. So its parent waits no longer
than it wants to, and ends the child with all that it has started.

A child is started by name, not forked: it shares no thread, lock or file with its parent. It is in
a session of its own, so that an interrupt typed at the terminal is for the parent alone; what it
prints goes to the standard error stream; its temporary files are in a folder that goes with it.
And it does not outlive its parent, whatever it is doing: it holds the reading end of a pipe, the
lifeline, which nobody writes to and which closes when the parent ends in whatever way. The system
answers that with a signal that ends the child, even in the midst of a function written in C.
"""

__all__ = ["Child", "connect", "import_main", "main_module", "search_path"]

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from multiprocessing import Pipe, spawn
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from twbench.scratch import new_scratch_folder

_LOOK = 1.0
"""Seconds between two looks whether a silent child still lives; its own children may hold its end
of the connection open."""


_MAIN = ("init_main_from_name", "init_main_from_path", "sys_argv")
_importing = False


class _NoChildrenError(BaseException):
    """Raised where a script that is imported by a child would start children of its own."""


class Child:
    """A process that runs ``module``, a module that calls `connect`."""

    def __init__(self, module: str):
        if _importing:
            raise _NoChildrenError
        self._folder = new_scratch_folder()
        self._connection, theirs = Pipe()
        lifeline, self._lifeline = Pipe(duplex=False)
        descriptors = theirs.fileno(), lifeline.fileno()
        with theirs, lifeline:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                [sys.executable, "-P", "-m", module, *map(str, descriptors)],
                pass_fds=descriptors,
                stdin=subprocess.DEVNULL,
                stdout=2,
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(search_path()),
                    "TMPDIR": str(self._folder),
                },
                start_new_session=True,
            )

    @property
    def lives(self) -> bool:
        """Whether the process has not ended."""
        return not self._ends_within(0)

    def send(self, message: object) -> None:
        """Send a message; raises OSError if nobody is there to receive it."""
        self._connection.send(message)

    def receive(self, seconds: float | None = None) -> Any:
        """Return the next message.

        Raises EOFError or OSError if the process has ended, and TimeoutError if it has said nothing
        for ``seconds`` (None: wait for ever).
        """
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            left = _LOOK if end is None else end - time.monotonic()
            lived = self.lives
            if self._connection.poll(max(0, min(_LOOK, left))):
                return self._connection.recv()
            if not lived:
                raise EOFError
            if left <= 0:
                raise TimeoutError

    def kill(self) -> None:
        """End the process at once, with what it has started; `end` is still to be called."""
        if self._process.returncode is None:  # else its number may be that of another by now
            self._kill_group()

    def end(self, patience: float = 0) -> int | None:
        """End the process and return its exit code, or None if it had to be killed.

        It is given ``patience`` seconds to end by itself, and is to be ended once.
        """
        self._connection.close()
        code = self._process.returncode if self._ends_within(patience) else None
        self.kill()
        self._process.wait()
        self._lifeline.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        return code

    def _ends_within(self, seconds: float) -> bool:
        """Wait for the end of the process; when it comes, end what it has started as well."""
        if self._process.returncode is None:
            try:
                self._process.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                return False
            self._kill_group()
        return True

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)


def search_path() -> list[str]:
    """Return where this process finds modules, for a child that must find the same ones."""
    return [str(Path(entry).absolute()) for entry in sys.path]


def main_module() -> dict[str, Any]:
    """Return what `import_main` needs to know of the main script of this process."""
    data = spawn.get_preparation_data("")
    return {name: data[name] for name in _MAIN if name in data}


def import_main(given: Mapping[str, Any]) -> None:
    """Import the parent's main script, so that what it registers is known here as well.

    It is run, as multiprocessing does it, under another name than ``__main__``, and at most up to
    the place where it would start children of its own.
    """
    global _importing
    _importing = True
    with contextlib.suppress(BaseException):  # whatever a script does when it is run
        spawn.prepare(dict(given))
    _importing = False


def connect() -> "Connection[Any, Any]":
    """Return the connection to the parent of this process, which ends when the parent does."""
    connection, lifeline = (int(argument) for argument in sys.argv[1:3])
    for descriptor in (connection, lifeline):
        os.set_inheritable(descriptor, False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent alone answers the keyboard
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)  # SIGIO, which ends this process
    threading.Thread(target=_end_with, args=[lifeline], daemon=True).start()
    return Connection(connection)


def _end_with(lifeline: int) -> None:
    """End this process if the parent has ended: before the signal was asked for, or without it."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGKILL)
