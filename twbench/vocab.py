"""The words of games (seeds: textworld.vocab)."""

__all__ = ["extract_from"]

import os
from collections.abc import Iterable
from pathlib import Path

from twbench.families import family_of


def extract_from(gamefiles: Iterable[str | os.PathLike[str]]) -> set[str]:
    """Return every word that the games can print or understand.

    ``gamefiles`` are stories, with their game files beside them, or these. Raises StoryFileError
    for what is no game, GameFileError for a story without a game file, whose words nobody knows.
    """
    words = set[str]()
    for path in map(Path, gamefiles):
        family = family_of(path)
        words.update(family.extract("vocab", family.read(path)))
    return words
