"""Failures of code that was to make a game: what counts as one, and the words for it."""

__all__ = ["FAILURES", "GUARDED", "describe_error", "is_reproducible"]

import re
from collections.abc import Iterable, Mapping
from textwrap import shorten
from typing import Any

LONGEST = 300
FAILURES = frozenset({"crashed", "failed", "out_of_memory", "over_budget"})
"""Reasons of rejections that speak against the code that was to make the game."""
GUARDED = FAILURES - {"failed"}
"""Those among them that another machine, with more time or memory, might not have met."""
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]+")
_PATH = re.compile(r"(?:(?<=^)|(?<=[^\w.]))/(?:[^\s/'\"]+/)+([^\s/'\"]*)")


def is_reproducible(rejected: Iterable[Mapping[str, Any]]) -> bool:
    """Say whether another machine must reject the same candidates, of which these are the rows.

    It need not if time, memory or the death of a process decided.
    """
    return not any(row["reason"] in GUARDED for row in rejected)


def describe_error(error: BaseException) -> str:
    """Return the type and the message of ``error`` in one line.

    Addresses and folders, which differ from run to run, are left out, and so are the words that a
    version of Python has for a recursion too deep.
    """
    name = type(error).__name__
    try:
        message = "" if isinstance(error, RecursionError) else str(error)
    except Exception:  # not even that can be relied on
        message = ""
    message = message.encode("utf-8", "backslashreplace").decode()
    message = _PATH.sub(r"\1", _ADDRESS.sub("0x...", message))
    message = "".join(letter if letter.isprintable() else " " for letter in message)
    return shorten(f"{name}: {message}" if message.strip() else name, LONGEST, placeholder=" ...")
