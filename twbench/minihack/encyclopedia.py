"""NetHack's own encyclopedia, which comes with it and needs no network.

An entry has names, in which ``*`` and ``?`` stand for letters, and a text. A name that begins with
``~`` says that such things are not meant by the names below it.
"""

__all__ = ["Encyclopedia"]

import re
from collections.abc import Iterator
from functools import cache

from twbench.minihack.engine import hack_folder
from twbench.minihack.knowledge import plain_name

_Entry = tuple[tuple[tuple[bool, re.Pattern[str]], ...], str]


class Encyclopedia:
    """Pages about monsters, objects and features by their names."""

    def get_page_text(self, page: str) -> str:
        """Return the text of the first entry that a thing belongs to; nothing if there is none."""
        name = plain_name(page)
        alone = name[:-1] if name.endswith("s") else name
        return _text(name) or _text(alone)


def _text(name: str) -> str:
    for patterns, text in _entries():
        for meant, pattern in patterns:
            if pattern.fullmatch(name):
                if meant:
                    return text
                break
    return ""


@cache
def _entries() -> tuple[_Entry, ...]:
    path = hack_folder() / "dat" / "data.base"
    return tuple(_read(path.read_text(encoding="latin-1").split("\n")))


def _read(lines: list[str]) -> Iterator[_Entry]:
    """Yield the entries: names stand at the beginning of their lines, texts behind a tab."""
    names: list[str] = []
    text: list[str] = []
    for line in [*lines, "end"]:
        if line.startswith("#"):
            continue
        if line.startswith("\t") or not line:
            text.append(line[1:].replace("\t", "    "))
            continue
        if text and names:
            yield tuple(map(_pattern, names)), "\n".join(text).strip("\n")
            names = []
        text = []
        names.append(line.strip())


def _pattern(name: str) -> tuple[bool, re.Pattern[str]]:
    bare = name.removeprefix("~")
    letters = (".*" if at == "*" else "." if at == "?" else re.escape(at) for at in bare.lower())
    return not name.startswith("~"), re.compile("".join(letters))
