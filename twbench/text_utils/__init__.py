"""The words of games, under the names that TextWorld 1.7 has for them; see `twbench.vocab`."""

__all__ = ["extract_vocab", "extract_vocab_from_gamefile", "extract_vocab_from_gamefiles"]

import os
from collections.abc import Iterable

from twbench.families import get
from twbench.generator.games.game import Game
from twbench.vocab import extract_from


def extract_vocab(game: Game) -> set[str]:
    """Return every word that ``game`` can print or understand."""
    return set(get("textworld").extract("vocab", game))


def extract_vocab_from_gamefile(gamefile: str | os.PathLike[str]) -> set[str]:
    """Return every word that the game in a file can print or understand; see `extract_from`."""
    return extract_from([gamefile])


def extract_vocab_from_gamefiles(gamefiles: Iterable[str | os.PathLike[str]]) -> set[str]:
    """Return every word that the games can print or understand; see `extract_from`."""
    return extract_from(gamefiles)
