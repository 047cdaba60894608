"""Where a theme is looked for, by its name."""

__all__ = ["MissingTextGrammar", "find_theme"]

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from twbench.errors import GrammarError, nearest
from twbench.generator.grammar.grammar_file import Theme, load_theme
from twbench.generator.grammar.own_themes import own_theme, parse_own_theme, read_theme_files
from twbench.generator.grammar.theme_folders import (
    PACKAGED_THEMES,
    USER_THEMES,
    theme_files,
    theme_names,
)
from twbench.generator.grammar.themes import THEMES, announced_theme_files
from twbench.printable import shown


class MissingTextGrammar(GrammarError, NameError):  # noqa: N818 - the documented name
    """No file of the wanted theme exists; ``path`` is the pattern of the files looked for."""

    def __init__(self, path: str, themes: Sequence[str] = ()):
        theme = Path(path).name.split("_")[0].removesuffix("*")
        known = f" Known themes: {', '.join(themes)}." if themes else ""
        super().__init__(
            f"There is no text grammar {shown(Path(path).name)}.{nearest(theme, themes)}{known}"
        )
        self.path = path
        self.themes = tuple(themes)

    def __reduce__(self) -> tuple[type, tuple[str, tuple[str, ...]]]:
        return type(self), (self.path, self.themes)


def find_theme(theme: str, text_grammars_path: str | Path | None) -> Theme:
    """Return a theme from where it is looked for first: given, ours, the user's, a package's.

    Raises MissingTextGrammar for an unknown theme and GrammarError for a faulty one.
    """
    own = own_theme(theme)
    if own is not None:
        return own
    try:
        return _stored_theme(theme, text_grammars_path)
    except MissingTextGrammar:
        if not theme_files(USER_THEMES, theme):
            if theme not in THEMES.names():
                raise
            return parse_own_theme(theme, announced_theme_files(theme))
    return load_theme(USER_THEMES.resolve(), theme)


@lru_cache(maxsize=64)
def _stored_theme(theme: str, text_grammars_path: str | Path | None) -> Theme:
    """Return a theme; where it lies is looked up once per process, as its files are read once."""
    given = None if text_grammars_path is None else Path(text_grammars_path)
    if given is not None and given != PACKAGED_THEMES and theme_files(given, theme):
        return parse_own_theme(theme, read_theme_files(given, theme))
    if theme_files(PACKAGED_THEMES, theme):
        return load_theme(PACKAGED_THEMES.resolve(), theme)
    folders = [*([given] if given is not None else []), PACKAGED_THEMES]
    known = theme_names([*folders, USER_THEMES])
    raise MissingTextGrammar(str(folders[0] / f"{theme}_*.twg"), known)
