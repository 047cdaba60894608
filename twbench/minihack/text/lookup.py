"""What the player can look things up in: NetHack's encyclopedia, or the file of a wiki.

A game names the file (beside it, unless the path is absolute), or the SHA-256 of it, as datasets
do: then, and where it names none, the file is the one in the environment variable
``TWBENCH_NETHACK_WIKI``.
"""

__all__ = ["WIKI_VARIABLE", "knowledge_of"]

import os
from pathlib import Path

from twbench.errors import ConfigError
from twbench.hashing import sha256_hex
from twbench.minihack.encyclopedia import Encyclopedia
from twbench.minihack.knowledge import Knowledge
from twbench.minihack.text.game import LevelGame
from twbench.minihack.wiki import NetHackWiki

WIKI_VARIABLE = "TWBENCH_NETHACK_WIKI"
"""The environment variable that names the file of the wiki."""
_HASH = "sha256:"


def knowledge_of(game: LevelGame, folder: Path | None = None) -> Knowledge | None:
    """Return what a game's player can look things up in, None for nothing.

    ``folder`` is where the game lies. Raises ConfigError for a wiki that is not there, that is
    damaged, or that is another one than the game's.
    """
    if game.knowledge == "encyclopedia":
        return Encyclopedia()
    if game.knowledge != "wiki":
        return None
    path = _file(game, folder)
    pages = NetHackWiki.read(path)
    wanted = game.wiki.removeprefix(_HASH) if game.wiki.startswith(_HASH) else ""
    found = sha256_hex(path.read_bytes())
    if wanted and wanted != found:
        raise ConfigError(
            f"The wiki {path} is another one than the game's: its SHA-256 is {found}, not {wanted}."
        )
    return pages


def _file(game: LevelGame, folder: Path | None) -> Path:
    if game.wiki and not game.wiki.startswith(_HASH):
        return (folder or Path()) / game.wiki
    named = os.environ.get(WIKI_VARIABLE, "")
    if not named:
        raise ConfigError(
            f"The game's knowledge is a wiki: name its file in the environment variable"
            f" {WIKI_VARIABLE}."
        )
    return Path(named)
