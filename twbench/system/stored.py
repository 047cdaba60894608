"""Files of JSON that ship with twbench, with what would take long to make anew: a value a line.

A process needs few of the values. It looks for them in the text, since to read all of them, or even
to cut the text into its lines, takes longer than to make a game.
"""

__all__ = ["stored_value"]

from functools import cache
from json import JSONDecoder
from pathlib import Path
from typing import Any

_DECODER = JSONDecoder()


def stored_value(path: Path, key: str) -> Any:
    """Return the value of ``key`` in the mapping of a file; None if it has none.

    Each key begins a line, with its value behind it.
    """
    text = _text(path)
    beginning = f'\n"{key}":'
    place = text.find(beginning)
    return None if place < 0 else _DECODER.raw_decode(text, place + len(beginning))[0]


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
