"""Themes of one's own: text grammars that somebody named, beside those that twbench ships.

They are known by their content, so that every process of a build has the same ones wherever their
files are.
"""

__all__ = ["ThemeFiles", "own_theme", "parse_own_theme", "read_theme_files", "use_themes"]

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from twbench.generator.grammar.needs import missing_symbols
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES, ThemeFiles, read_files

if TYPE_CHECKING:  # who looks for themes reads none of ours
    from twbench.generator.grammar.grammar_file import Theme

_SYMBOL = re.compile(r"^([^\s#:;|][^\s#:;|]*?)(?:_noun)?:", re.MULTILINE)

_themes: Mapping[str, ThemeFiles] = {}


def read_theme_files(folder: Path, theme: str) -> ThemeFiles:
    """Return the files of ``theme`` in ``folder``; raises GrammarError for what is no text.

    Files that have a theme's name of ours, but lack what every theme needs, add to that theme: ours
    come first, so that a symbol defined again replaces ours.
    """
    files = read_files(folder, theme)
    if not files or folder.resolve() == PACKAGED_THEMES:
        return files
    ours = read_files(PACKAGED_THEMES, theme)
    symbols = {found[1] for _, text in files for found in _SYMBOL.finditer(text)}
    return ours + files if ours and missing_symbols(symbols) else files


def use_themes(themes: Mapping[str, ThemeFiles]) -> None:
    """Let this process know ``themes``, by name, and no others of this kind."""
    global _themes
    _themes = themes


def own_theme(name: str) -> "Theme | None":
    """Return the theme of this name, or None; raises GrammarError as `parse_theme` does."""
    files = _themes.get(name)
    return None if files is None else parse_own_theme(name, files)


@lru_cache(maxsize=64)
def parse_own_theme(name: str, files: ThemeFiles) -> "Theme":
    """Return the theme in ``files``; raises GrammarError as `parse_theme` does."""
    from twbench.generator.grammar.grammar_file import parse_theme

    return parse_theme(name, files)
