"""The registry of themes: folders with text grammars that installed packages announce.

A theme that ships, or whose folder a configuration names, needs no entry. What an entry leads to is
known by its content as soon as it is used, as other themes of one's own are (`own_themes`).
"""

__all__ = ["THEMES", "ThemeEntry", "announced_theme_files"]

from pathlib import Path
from typing import NamedTuple

from twbench.errors import GrammarError
from twbench.generator.grammar.own_themes import ThemeFiles, read_theme_files
from twbench.registry import Registry


class ThemeEntry(NamedTuple):
    """A theme and the folder with its files, ``NAME_*.twg``."""

    name: str
    folder: Path | str
    description: str = ""


THEMES = Registry(ThemeEntry, "theme", "twbench.themes", GrammarError)
"""The themes that somebody has registered or announced, by name."""
THEMES.seal()


def announced_theme_files(name: str) -> ThemeFiles:
    """Return the files of a registered theme.

    Raises GrammarError where there is no such theme, and where its folder has no files of it.
    """
    entry = THEMES.get(name)
    files = read_theme_files(Path(entry.folder), name)
    if not files:
        raise GrammarError(f"The theme {name!r} has no text grammars (.twg) in {entry.folder}.")
    return files
