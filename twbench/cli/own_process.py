"""Whether this process is there for its command alone, and ends with it.

Such a process may load libraries without what its command does not need. One that called the
command, as a notebook does, goes on and may need them whole: they are never loaded again.
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
