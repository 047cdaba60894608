"""The folders that themes are in, and which files are a theme's."""

__all__ = [
    "FILE_SUFFIXES",
    "MOST_CHARACTERS",
    "PACKAGED_THEMES",
    "USER_THEMES",
    "ThemeFiles",
    "read_files",
    "theme_files",
    "theme_names",
]

import re
from collections.abc import Iterable
from pathlib import Path

from twbench.errors import GrammarError
from twbench.untrusted import read_text

FILE_SUFFIXES = (".twf", ".twg")
"""The second is what ours have; the first is what is documented (docs: Context-Free Grammars)."""
PACKAGED_THEMES = Path(__file__).parents[1] / "data" / "text_grammars"
USER_THEMES = Path("textworld_data") / "text_grammars"
"""Where `create_data_files` puts the grammars by default, in the working folder."""
MOST_CHARACTERS = 1_000_000
"""Of all files of a theme; the largest that ships with twbench has 26,000."""
ThemeFiles = tuple[tuple[str, str], ...]
"""The name and the text of each file of a theme, in the order of the names."""
_THEME = re.compile(r"\w[\w .-]{0,99}")


def theme_names(folders: Iterable[Path]) -> list[str]:
    """Return the names of the themes in ``folders``, sorted."""
    names = {
        path.stem.split("_")[0]
        for folder in folders
        if folder.is_dir()
        for suffix in FILE_SUFFIXES
        for path in folder.glob(f"*{suffix}")
    }
    return sorted(names)


def theme_files(folder: Path, theme: str) -> list[Path]:
    """Return the files of ``theme`` in ``folder``, sorted by name; none for what is no name."""
    if not _THEME.fullmatch(theme):
        return []
    return sorted(
        path
        for suffix in FILE_SUFFIXES
        for pattern in (f"{theme}_*{suffix}", f"{theme}{suffix}")
        for path in folder.glob(pattern)
    )


def read_files(folder: Path, theme: str) -> ThemeFiles:
    """Return the files of ``theme`` in ``folder``; raises GrammarError for what is no text."""
    return tuple(
        (path.name, read_text(path, GrammarError, 4 * MOST_CHARACTERS))
        for path in theme_files(folder, theme)
    )
