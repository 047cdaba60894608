"""Whether this process is there for its command alone, and ends with it.

Such a process may load only those parts of a library that its command needs. A process that calls
the command and goes on, as a notebook does, may need the whole library later, and a library is
never loaded twice.
"""

__all__ = ["is_of_command", "load_arrow_for_command", "process_of_command"]

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_OF_COMMAND = ContextVar("of_command", default=False)


@contextmanager
def process_of_command(value: bool) -> Iterator[None]:
    """Note in this context whether the process ends with the command that is run in it."""
    token = _OF_COMMAND.set(value)
    try:
        yield
    finally:
        _OF_COMMAND.reset(token)


def is_of_command() -> bool:
    """Say whether the process ends with the command that is run."""
    return _OF_COMMAND.get()


def load_arrow_for_command() -> None:
    """Load Arrow without what commands have no need of, if the process ends with its command."""
    if is_of_command():
        from twbench.dataset.files.arrow_alone import load_arrow_alone

        load_arrow_alone()
