"""The process of a worker: the other end of a `twbench.dataset.workers.pool.Workers`.

Started as ``python -m twbench.dataset.workers.process``, or forked as if it were, see
`twbench.system.processes`. A request is a `Work` (or None: the one before), the working folder, and
the parts to do. The answer is a `Result`; which part is begun is noted in a file that the parent
names first of all (`twbench.dataset.workers.begun`).
"""

__all__ = ["IDLE", "serve"]

import contextlib
import os
import pickle
import sys
import traceback
import warnings
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

from twbench.dataset.workers.begun import Begun
from twbench.dataset.workers.work import Result
from twbench.errors import InputWarning
from twbench.system.collection import seldom_collecting
from twbench.system.memory import keep_memory
from twbench.system.processes import connect, import_main
from twbench.system.streams import lead_nowhere

IDLE = 60.0
"""Seconds without work after which a worker ends by itself."""
KEPT_MEMORY = 32 * 2**20
"""Bytes that a worker keeps of what it has given back: a game's story at a time."""


def serve(connection: "Connection[Any, Any]") -> None:
    """Do the work that comes in until the parent hangs up, or has had nothing to do for long."""
    main, note = connection.recv()
    begun = Begun(note)
    import_main(main)
    work: Any = None
    while connection.poll(IDLE):
        try:
            # Read and unpickled apart: an EOFError here says that the parent has gone, but one of
            # pickle says that the request is damaged, and that has to be answered.
            request = connection.recv_bytes()
        except EOFError:
            return
        try:
            new, folder, parts = pickle.loads(request)  # noqa: S301 - from our parent
            work = work if new is None else new
            if folder is not None:
                os.chdir(folder)
            begun.start()
            with _silence() if work.quiet else contextlib.nullcontext():
                result = Result(work.do(parts, begun.note))
        except Exception as error:
            # Exceptions leave their tracebacks behind when they are pickled, but take their notes
            # along.
            error.add_note("".join(traceback.format_exception(error)))
            result = Result(None, error)
        _answer(connection, result)


def _answer(connection: "Connection[Any, Any]", result: Result) -> None:
    try:
        connection.send(result)
    # A message is pickled as a whole before its first byte is sent: the parent has seen nothing of
    # it.
    except (pickle.PicklingError, TypeError, AttributeError) as problem:
        connection.send(Result(None, _told(result.error, problem)))


def _told(error: Exception | None, problem: Exception) -> RuntimeError:
    """Return what can be sent instead of a result, or of an error, that cannot."""
    if error is None:
        return RuntimeError(f"What the work has come to cannot be sent: {problem}")
    told = RuntimeError(repr(error))
    for note in getattr(error, "__notes__", ()):
        told.add_note(note)
    return told


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Let what is printed, by whatever part of this process, go nowhere."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [os.dup(stream) for stream in (1, 2)]
    try:
        lead_nowhere(1, 2)
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for stream, copy in enumerate(kept, 1):
            os.dup2(copy, stream)
            os.close(copy)


if __name__ == "__main__":
    # Who started the work was told, and once is enough.
    warnings.simplefilter("ignore", InputWarning)
    keep_memory(KEPT_MEMORY)
    with (
        seldom_collecting(),
        connect() as parent,
        contextlib.suppress(BrokenPipeError, ConnectionResetError, EOFError),
    ):
        serve(parent)
