"""The words of games (docs: textworld.vocab)."""

__all__ = ["extract_from"]

import os
from collections.abc import Iterable
from pathlib import Path

from twbench.errors import ConfigError
from twbench.families.known import family_of, game_of


def extract_from(gamefiles: Iterable[str | os.PathLike[str]]) -> set[str]:
    """Return every word that the games can print or understand.

    ``gamefiles`` are stories, with their game files beside them, or these. Raises StoryFileError
    for what is no game, GameFileError for a story of ours without its game file, and ConfigError
    for one path instead of a list.
    """
    if isinstance(gamefiles, str | os.PathLike):
        raise ConfigError(
            f"gamefiles must be a list of paths, not one: [{os.fspath(gamefiles)!r}]."
        )
    words = set[str]()
    for path in map(Path, gamefiles):
        game = game_of(path)
        family = family_of(game)
        words.update(family.extract("vocab", family.read(game)))
    return words
