r"""Text by strangers, made fit to be shown: in a message, on a terminal, in a spreadsheet.

A control character that reaches a terminal is an order to it: to clear the screen, to change its
title, to answer as if the user had typed. Characters that change the direction of writing make
text look like other text. Here all of them are written out, as in ``\x1b``.
"""

__all__ = ["excerpt", "filled", "in_a_cell", "in_a_line", "printable", "shortened", "shown"]

import re
import sys
from typing import Any

_LONGEST_SHOWN = 80
_LONGEST_LINE = 200
_EASILY_READ = 100
_FORMULAS = tuple("=+-@\uff1d\uff0b\uff0d\uff20\t\r\n")  # also as wide as letters of Japanese
"""What makes a formula of a text, or of what follows, for some spreadsheet."""
# Compiled when it is needed, since that takes a hundredth of a small command's time.
_ORDERS = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and newline
    "\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"  # directions, lines, nothing at all
    "\ud800-\udfff\ufffe\uffff]"  # what is no character: half of a surrogate pair, and two more
)


def printable(text: str) -> str:
    r"""Return ``text`` with all characters written out that are orders to a terminal.

    Newlines and tabs stay: they are layout.

    >>> printable("a chest\x1b[2J")
    'a chest\\x1b[2J'
    """
    # What Python calls printable has none of them.
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return re.sub(_ORDERS, _escape, text)


def filled(text: str) -> str:
    """Return ``text`` with long lines broken between words if it goes to a terminal.

    Lines are as long as the terminal is wide, but no longer than the eye follows. Where the
    standard output is none, the text stays as it is.
    """
    if not sys.stdout.isatty():
        return text
    from shutil import get_terminal_size
    from textwrap import TextWrapper

    width = min(get_terminal_size().columns, _EASILY_READ)
    breaking = TextWrapper(
        width,
        expand_tabs=False,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )
    lines = text.split("\n")  # what fits stays as it is: it may be a picture
    return "\n".join(breaking.fill(line) if len(line) > width else line for line in lines)


def shown(value: object, limit: int = _LONGEST_SHOWN) -> str:
    """Return ``value`` as Python writes it, in one line, cut where it is long: for messages."""
    text = repr(value[: limit + 1] if isinstance(value, str) else value)
    return text if len(text) <= limit else f"{text[:limit]} ..."


def shortened(text: str, limit: int = _LONGEST_LINE) -> str:
    """Return ``text`` fit to be shown, and cut where it is long."""
    return printable(text) if len(text) <= limit else f"{printable(text[:limit])} ..."


def in_a_cell(value: Any) -> Any:
    """Return ``value`` for a table that is opened in a spreadsheet: no text of it is a formula.

    >>> in_a_cell("=1+1"), in_a_cell(-1)
    ("'=1+1", -1)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value


def in_a_line(text: str) -> str:
    """Return ``text`` in one line, so that none of it passes for a line by itself."""
    return " ".join(text.split())


def excerpt(line: str, column: int) -> tuple[str, str]:
    """Return a line as it is shown, and what stands below it: a caret under ``column`` (from 0).

    Of a long line the part around the column is shown.
    """
    start = max(0, column - _LONGEST_LINE // 2) if len(line) > _LONGEST_LINE else 0
    before = ("... " if start else "") + printable(line[start:column])
    after = shortened(line[column:], _LONGEST_LINE // 2 if start else _LONGEST_LINE)
    margin = "".join("\t" if character == "\t" else " " for character in before)
    return (before + after).rstrip(), f"{margin}^"


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()
