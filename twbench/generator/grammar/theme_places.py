"""Themes named by where their files are: ``FOLDER``, or ``FOLDER/NAME`` if it holds several.

A theme that has the name of one of ours and other texts goes by a name of its own, with the
beginning of its hash: ``house-1a2b3c4d``. So a game tells by which of the two it was written, and
does not tell where the files were.
"""

__all__ = ["is_place", "place_hint", "read_place"]

import os
import re
from pathlib import Path

from twbench.errors import GrammarError, nearest
from twbench.generator.grammar.own_themes import ThemeFiles, read_theme_files
from twbench.generator.grammar.theme_folders import (
    PACKAGED_THEMES,
    USER_THEMES,
    theme_files,
    theme_names,
)
from twbench.generator.grammar.themes import THEMES
from twbench.hashing import canonical_json, sha256_hex
from twbench.printable import shown

_WITH_HASH = re.compile(r"(.+)-[0-9a-f]{8}")
_TEXT_GRAMMARS = "text_grammars"


def is_place(theme: str) -> bool:
    """Say whether ``theme`` is a path: that of a folder here that no theme has as its name, too."""
    if "/" in theme or os.sep in theme:
        return True
    return Path(theme).is_dir() and theme not in (
        "",
        *theme_names([PACKAGED_THEMES, USER_THEMES]),
        *THEMES.names(),
    )


def read_place(place: str | Path) -> tuple[str, ThemeFiles]:
    """Return the name of the theme at ``place`` and its files; none of a theme of ours.

    A folder of data may stand for the ``text_grammars`` in it. Raises GrammarError where there is
    no theme, or where there are several and none is named.
    """
    path = Path(place)
    folder, name = (path, None) if path.is_dir() else (path.parent, path.name)
    if (folder / _TEXT_GRAMMARS).is_dir():
        folder /= _TEXT_GRAMMARS
    names = theme_names([folder])
    if name is None and len(names) == 1:
        name = names[0]
    if name is None or not theme_files(folder, name):
        raise GrammarError(_complaint(path, folder, name, names))
    files = read_theme_files(folder, name)
    ours = read_theme_files(PACKAGED_THEMES, name)
    if files == ours:
        return name, ()
    return (f"{name}-{sha256_hex(canonical_json(files))[:8]}" if ours else name), files


def place_hint(name: str) -> str:
    """Return how to name the place of a theme that was read by `read_place` under ``name``."""
    found = _WITH_HASH.fullmatch(name)
    ships = found is not None and theme_files(PACKAGED_THEMES, found[1])
    return f"FOLDER/{found[1]}" if found and ships else "FOLDER"


def _complaint(path: Path, folder: Path, name: str | None, names: list[str]) -> str:
    if not names:
        return f"There is no folder with text grammars (.twg) at {path}."
    places = ", ".join(f"{folder}/{known}" for known in names)
    if name is None:
        return f"There are several themes in {folder}; name one of {places}."
    return f"There is no theme {shown(name)} in {folder}.{nearest(name, names)} There are {places}."
