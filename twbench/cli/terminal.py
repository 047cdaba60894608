"""What the command line writes is fit for a terminal, whoever wrote the names and texts in it.

Names, descriptions, texts of stories and the messages about all of these go through one place: the
standard streams, while the command line runs. Files that are asked for (``--output``, ``--csv``,
``--html``) do not: they have the data as it is.
"""

__all__ = [
    "fit_for_terminals",
    "plain_warnings",
    "read_any_bytes",
    "wants_colors",
    "write_colored",
]

import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper, UnsupportedOperation
from typing import Any, TextIO, cast

from twbench.printable import printable

_RETURN = "\r"
_PLAIN_AGAIN = "\x1b[0m"


class _Printable:
    """A stream that writes all but layout out: see `printable`.

    A carriage return at the beginning of what is written is layout as well: progress bars are
    written over and over.
    """

    def __init__(self, stream: TextIO):
        self._stream = stream

    def write(self, text: str) -> int:
        start = _RETURN if text.startswith(_RETURN) else ""
        fit = start + printable(text.removeprefix(_RETURN))
        try:
            self._stream.write(fit)
        except UnicodeEncodeError as error:  # a terminal that does not know all letters
            code = error.encoding
            self._stream.write(fit.encode(code, "backslashreplace").decode(code))
        return len(text)

    def write_in(self, order: str, text: str) -> None:
        """Write a text between an order of ours to a terminal, and one that ends it."""
        if order:
            self._stream.write(order)
        self.write(text)
        if order:
            self._stream.write(_PLAIN_AGAIN)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Notes(_Printable):
    """The standard error stream: a command goes on where what it says there cannot be written."""

    def write(self, text: str) -> int:
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def read_any_bytes() -> None:
    """Let what is typed, or comes from a file or pipe, hold bytes that are no letters.

    They are read as the letter that stands for one that is not known.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        with suppress(UnsupportedOperation):  # somebody has begun to read
            sys.stdin.reconfigure(errors="replace")


@contextmanager
def fit_for_terminals() -> Iterator[None]:
    """Write nothing to the standard streams, in this context, that is an order to a terminal."""
    before = sys.stdout, sys.stderr
    sys.stdout = cast(TextIO, _Printable(sys.stdout))
    sys.stderr = cast(TextIO, _Notes(sys.stderr))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def wants_colors() -> bool:
    """Say whether the standard output is a terminal that is to be written to in colours.

    The environment variable NO_COLOR (https://no-color.org) says that it is not, and so does a
    terminal that knows none.
    """
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") in ("", "dumb")
    return isinstance(sys.stdout, _Printable) and sys.stdout.isatty() and not plain


def write_colored(pieces: Iterable[tuple[str, str]]) -> None:
    """Write pieces of text to the standard output, each with the order that colours it."""
    for text, order in pieces:
        if isinstance(sys.stdout, _Printable):
            sys.stdout.write_in(order, text)
        else:
            sys.stdout.write(printable(text))


@contextmanager
def plain_warnings(name: str) -> Iterator[None]:
    """Show the warnings of twbench, in this context, as the sentences that they are.

    They begin with the ``name`` of the command, as its errors do. Others are shown as ever.
    """
    shown = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if category.__module__.partition(".")[0] == __name__.partition(".")[0]:
            sys.stderr.write(f"{name}: warning: {message}\n")
        else:
            shown(message, category, *where, **more)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = shown
