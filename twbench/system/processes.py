"""Child processes that work for this one: started by name, heard through a connection.

What a child runs is not trusted to answer, to return, or to live. So its parent waits no longer
than it wants to, and ends the child with all that it has started.

A child is started by name, or forked from a parent that has no other thread
(`twbench.system.forks`). Either way it shares no thread, lock or file with its parent. It is in a
session of its own, so that an interrupt typed at the terminal is for the parent alone; what it
prints goes to the standard error stream; its temporary files are in a folder that goes with it.
And it does not outlive its parent, whatever it is doing: it holds the reading end of a pipe, the
lifeline, which nobody writes to and which closes when the parent ends in whatever way. The system
then sends the child a signal that ends it, even in the midst of a function written in C.

A child that runs a stranger's program is given a confinement (`twbench.sandbox`). It is shut in
before it has done anything, and before it has a second thread: what is confined with Landlock is a
thread, and a program can have other threads of its own process do what it may not. From such a
child only bytes are received: to unpickle a message is to run what the message says.
"""

__all__ = [
    "Child",
    "connect",
    "describe_exit",
    "import_main",
    "main_module",
    "search_path",
    "send_whole",
    "serve_parent",
]

import contextlib
import fcntl
import math
import os
import pickle
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from multiprocessing import Pipe, spawn
from multiprocessing.connection import Connection
from multiprocessing.reduction import send_handle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twbench.errors import SandboxError
from twbench.system.forks import Fork, fork
from twbench.system.scratch import new_scratch_folder
from twbench.system.streams import open_closed_streams

if TYPE_CHECKING:  # most children are not shut in, and start faster without
    from twbench.sandbox import Confinement

_LOOK = 1.0
"""Seconds between two looks whether a silent child still lives; its own children may hold its end
of the connection open."""


_HEADER = struct.Struct("!i")
_LONG = struct.Struct("!Q")
"""What `Connection` puts before bytes: their number, or -1 and their number."""
_LARGEST = 2**31 - 1
"""The largest number that it puts there alone."""
_MAIN = ("init_main_from_name", "init_main_from_path", "sys_argv")
_importing = False


class _NoChildrenError(BaseException):
    """Raised where a script that is imported by a child would start children of its own."""


class Child:
    """A process that runs ``module``, a module that calls `connect`."""

    def __init__(
        self,
        module: str,
        *,
        environment: Mapping[str, str] | None = None,
        confinement: "Confinement | None" = None,
        forked: bool = False,
    ):
        """Start the process, or have it ``forked``, where that can be done: see `can_fork`.

        ``environment`` is to be seen by it instead of that of this process, which forks have. With
        ``confinement`` it is shut in, by what `twbench.sandbox.sandbox_kind` says: its working,
        home and temporary folder are then the folder of its own, which it may write to. In
        Bubblewrap it ends with the thread that has made this object. Raises SandboxError if it
        cannot be started so.
        """
        if _importing:
            raise _NoChildrenError
        open_closed_streams()
        self.folder = new_scratch_folder()
        """The folder of the process, which goes with it."""
        self._connection, theirs = Pipe()
        self._socket = socket.socket(fileno=os.dup(self._connection.fileno()))
        self._is_midway = self._sends_midway = False
        lifeline, self._lifeline = Pipe(duplex=False)
        descriptors = theirs.fileno(), lifeline.fileno()
        # -P, or a file in the current folder could stand in for a module of the same name.
        command = [sys.executable, "-P", "-m", module, *map(str, descriptors)]
        self._confined = confinement is not None
        if confinement is not None:
            confinement = confinement.with_writable(os.path.realpath(self.folder))
            command = _shut_in(command, confinement)
        self._process: subprocess.Popen[bytes] | Fork
        with theirs, lifeline:
            if forked:
                arguments = list(map(str, descriptors))
                self._process = fork(module, arguments, descriptors, {"TMPDIR": str(self.folder)})
                return
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                command,
                pass_fds=descriptors,
                stdin=subprocess.DEVNULL,
                stdout=2,
                cwd=None if confinement is None else self.folder,
                env=self._seen(os.environ if environment is None else environment),
                start_new_session=True,
            )
        if confinement is not None:
            with contextlib.suppress(OSError):  # it has ended: whoever receives is told
                self.send(confinement)

    def _seen(self, environment: Mapping[str, str]) -> dict[str, str]:
        """Return ``environment`` as the process sees it, with where modules and its folder are."""
        folder, path = str(self.folder), search_path()
        if not self._confined:
            return {**environment, "PYTHONPATH": os.pathsep.join(path), "TMPDIR": folder}
        # Inside, links on the way to what is granted may be missing.
        folder, path = os.path.realpath(folder), [os.path.realpath(each) for each in path]
        places = {"PYTHONPATH": os.pathsep.join(path), "TMPDIR": folder, "HOME": folder}
        return {**environment, **places}

    @property
    def number(self) -> int:
        """The number of the process: its own, or that of the Bubblewrap around it."""
        return self._process.pid

    @property
    def lives(self) -> bool:
        """Whether the process has not ended."""
        return not self._ends_within(0)

    def send(self, message: object) -> None:
        """Send a message; raises OSError if nobody is there to receive it.

        So it does where sending the message before was broken off in its midst, by the keyboard
        say: this one would be taken for the rest of that.
        """
        if self._sends_midway:
            raise OSError("the message before was sent in part")
        # Pickled here: the connection would first ask what multiprocessing adds to pickle.
        data = pickle.dumps(message)
        self._sends_midway = True
        self._connection.send_bytes(data)
        self._sends_midway = False

    def receive(self, seconds: float | None = None) -> Any:
        """Return the next message, which comes from a process that is trusted.

        Raises EOFError or OSError if the process has ended, and TimeoutError if it has said nothing
        for ``seconds`` (None: wait for ever). Where receiving a message was broken off in its
        midst, by the keyboard say, OSError: what comes next is the rest of that.
        """
        end = None if seconds is None else time.monotonic() + seconds
        size = self._begin(end)
        if size < 0:
            (size,) = _LONG.unpack(self._read(_LONG.size, None))
        message = self._read(size, None)
        self._is_midway = False
        return pickle.loads(message)  # noqa: S301 - from a process that is trusted

    def receive_bytes(self, limit: int, seconds: float | None = None) -> bytes:
        """Return the next message of a process that is not trusted: at most ``limit`` bytes.

        It sends with `Connection.send_bytes`. Raises as `receive` does; TimeoutError even if it has
        said half, and OSError if it says more; nothing more can be received then.
        """
        end = None if seconds is None else time.monotonic() + seconds
        size = self._begin(end)
        if not 0 <= size <= limit:
            raise OSError(f"a message of {size} bytes, where at most {limit} are allowed")
        message = self._read(size, end)
        self._is_midway = False
        return message

    def send_bytes(self, message: bytes, seconds: float | None = None) -> None:
        """Send bytes, for `Connection.recv_bytes`.

        Raises OSError if nobody is there to receive them, and TimeoutError if nobody does for
        ``seconds``; nothing more can be sent then.
        """
        end = None if seconds is None else time.monotonic() + seconds
        left = memoryview(_HEADER.pack(len(message)) + message)
        while left:
            self._wait(end, writing=True)
            with contextlib.suppress(BlockingIOError):
                left = left[self._socket.send(left, socket.MSG_DONTWAIT) :]

    def fileno(self) -> int:
        """Return a descriptor of which `select` can say that there is a message, or the end."""
        return self._socket.fileno()

    def send_descriptor(self, descriptor: int) -> None:
        """Send an open descriptor, for `multiprocessing.reduction.recv_handle`; raises OSError."""
        send_handle(self._connection, descriptor, self.number)

    def _begin(self, end: float | None) -> int:
        """Return the size of the next message, as `Connection` tells it."""
        if self._is_midway:
            raise OSError("the message before was received in part")
        (size,) = _HEADER.unpack(self._read(_HEADER.size, end))
        return int(size)

    def _read(self, size: int, end: float | None) -> bytes:
        """Return ``size`` bytes, until ``end`` (of the monotonic clock)."""
        parts = []
        while size:
            # Noted before: an interrupt may come between what has been received and its name.
            was_midway, self._is_midway = self._is_midway, True
            try:
                part = self._socket.recv(size, socket.MSG_DONTWAIT)
            except BlockingIOError:
                self._is_midway = was_midway
                self._wait(end)
                continue
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)  # which copies nothing where there is one

    def _wait(self, end: float | None, writing: bool = False) -> None:
        """Wait until something can be received, or sent, but not longer than until ``end``."""
        # A poll object needs no file descriptor of its own, and one is made for each message.
        look = select.poll()
        look.register(self._socket, select.POLLOUT if writing else select.POLLIN)
        lived = True
        while True:
            left = _LOOK if end is None else end - time.monotonic()
            if look.poll(math.ceil(1000 * max(0, min(_LOOK, left))) if lived else 0):
                return
            if not lived:
                raise EOFError
            # Asked in silence alone, since it takes as long as to receive a message; and what a
            # process has said before it ended is received: only silence after its end is the end.
            lived = self.lives
            if lived and left <= 0:
                raise TimeoutError

    def empty_folder(self) -> None:
        """Remove what a shut-in process has put into its folder; nothing that it started lives.

        Raises OSError.
        """
        from twbench.sandbox import empty_folder

        empty_folder(self.folder)

    def kill(self) -> None:
        """End the process at once, with what it has started; `end` is still to be called."""
        if self._process.returncode is None:  # else its number may be that of another by now
            self._kill_group()

    def hang_up(self) -> None:
        """Close the connection, by which the process learns that it is to end; then `end` it."""
        self._connection.close()
        self._socket.close()

    def end(self, patience: float = 0) -> int | None:
        """End the process and return its exit code, or None if it had to be killed.

        It is given ``patience`` seconds to end by itself. Ending it twice is fine, and is needed
        where that is interrupted.
        """
        # The lifeline is closed last, since that ends it at once, however patient one is.
        self.hang_up()
        code = self._process.returncode if self._ends_within(patience) else None
        self.kill()
        self._process.wait()
        self._lifeline.close()
        if self._confined:
            with contextlib.suppress(OSError):
                self.empty_folder()
        with contextlib.suppress(RecursionError):  # folders lie a thousand deep
            shutil.rmtree(self.folder, ignore_errors=True)
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
    """Return the connection to the parent of this process, which ends when the parent does.

    A child with a confinement is shut in then, and has let go of all other descriptors. It is to be
    called before anything is imported that starts threads. A child that cannot be shut in says why,
    and ends.
    """
    descriptors = connection, lifeline = int(sys.argv[1]), int(sys.argv[2])
    for descriptor in descriptors:
        os.set_inheritable(descriptor, False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent alone answers the keyboard
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)  # SIGIO, which ends this process
    parent: Connection[Any, Any] = Connection(connection)
    if len(sys.argv) > 3:
        _enter(sys.argv[3], parent, lifeline)
    threading.Thread(target=_end_with, args=[lifeline], daemon=True).start()
    return parent


def serve_parent(serve: "Callable[[Connection[Any, Any]], None]") -> None:
    """Connect to the parent of this process and let ``serve`` answer it.

    A parent that is gone is no failure of the child's, but ends it with the exit code 1.
    """
    with connect() as parent:
        try:
            serve(parent)
        except (BrokenPipeError, ConnectionResetError, EOFError):
            sys.exit(1)


def send_whole(parent: "Connection[Any, Any]", message: bytes) -> None:
    """Send bytes to the parent, for `Child.receive`, in one piece.

    The connection sends the size of a long message alone, and whoever waits is woken by that, often
    on the processor of this process, to wait again.
    """
    if len(message) > _LARGEST:
        parent.send_bytes(message)
        return
    descriptor = parent.fileno()
    parts = [memoryview(_HEADER.pack(len(message))), memoryview(message)]
    while parts:
        written = os.writev(descriptor, parts)
        while parts and written >= len(parts[0]):
            written -= len(parts.pop(0))
        if parts:
            parts[0] = parts[0][written:]


def _shut_in(command: list[str], confinement: "Confinement") -> list[str]:
    """Return the command that starts a confined child, which is told how it is confined."""
    from twbench.sandbox import BUBBLEWRAP, sandbox_kind, wrapped

    kind = sandbox_kind()
    told = [*command, kind]
    return wrapped(told, confinement) if kind == BUBBLEWRAP else told


def _enter(kind: str, parent: "Connection[Any, Any]", lifeline: int) -> None:
    """Shut this process in, unless it was started so; the confinement is the first message."""
    from twbench.sandbox import close_other_descriptors, enter

    try:
        confinement = parent.recv()
        close_other_descriptors([1, 2, parent.fileno(), lifeline])
        enter(kind, confinement)
    except SandboxError as problem:
        sys.exit(str(problem))


def _end_with(lifeline: int) -> None:
    """End this process if the parent has ended: before the signal was asked for, or without it."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGKILL)


def describe_exit(code: int) -> str:
    """Return how a process ended, given its exit code."""
    if code < 0:
        names = {known.value: known.name for known in signal.Signals}
        return f"was ended by {names.get(-code, f'signal {-code}')}"
    return f"ended with exit code {code}"
