"""From games to files: the story, and beside it the game as JSON.

The compiler is a layer above this one. It is loaded when the first game is compiled, since only
`compile_game`, `make` and `GameMaker.compile`, which the documentation puts here, need it.
"""

__all__ = ["compile_game", "compile_game_in_parts", "make"]

import os
from collections.abc import Iterable
from pathlib import Path

from twbench.errors import ConfigError
from twbench.generator.games.game import Game
from twbench.generator.games.game_json import Piece, game_encoder
from twbench.generator.games.options import GameOptions
from twbench.generator.making.game_generation import make_game
from twbench.hashing import pieces_id
from twbench.system.collection import without_collection
from twbench.system.files import write_atomically
from twbench.system.parts import Parts, completed

_SUFFIX = ".z8"


@without_collection()
def compile_game(game: Game, options: GameOptions | None = None) -> str:
    """Compile a game and return the path of its story (docs: textworld.generator.compile_game).

    ``options.path`` is a file, with the suffix ``.z8`` or none, or a folder, which exists or ends
    in a slash: then the uuid of the game is the file's name. The game is saved beside the story,
    with the suffix ``.json``. Files that are there already are left as they are, if they are of the
    same game, unless ``options.force_recompile``. Each of the two is written in full or not at all.

    Raises ConfigError for a format other than ``.z8``, or if the file is of another game, and
    StoryLimitError for a game that does not fit.
    """
    return completed(compile_game_in_parts(game, options))


def compile_game_in_parts(game: Game, options: GameOptions | None = None) -> Parts[str]:
    """Do the same in parts.

    Several games are best compiled in turns, see `twbench.dataset.workers.turns`.
    """
    from twbench.story.linking.linker import link_in_parts

    given = options or GameOptions()
    encoder = game_encoder(True)
    parts = {key: text.encode() for key, text in encoder.game(game).items()}
    pieces = encoder.pieces(parts)
    target = _target(game, pieces, given)
    path = Path(target)
    data = b"".join([*pieces, b"\n"])
    beside = path.with_suffix(".json")
    if not given.force_recompile and path.exists():
        if beside.exists() and beside.read_bytes() == data:
            return target
        raise ConfigError(f"{path} exists and is of another game; force_recompile replaces it.")
    yield len(data)
    story = yield from link_in_parts(game)
    yield len(data) + len(story)
    _write(beside, data)
    write_atomically(path, story)
    return target


def _write(path: Path, data: bytes) -> None:
    """Write a file in full or not at all, into a folder that need not be there."""
    try:
        write_atomically(path, data)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)


def make(options: GameOptions, path: str | Path | None = None) -> tuple[str, Game]:
    """Make a game and compile it; return the path of its story, and the game (docs: textworld).

    >>> from twbench import GameOptions
    >>> options = GameOptions()
    >>> options.seeds = 1234
    >>> path, game = make(options, "game.z8")
    >>> game.max_score
    1

    ``path`` is instead of ``options.path``. Raises what `make_game` and `compile_game` raise.
    """
    game = make_game(options)
    target = options.copy()
    if path is not None:
        target.path = path
    return compile_game(game, target), game


def _target(game: Game, pieces: Iterable[Piece], options: GameOptions) -> str:
    """Return where the story is written; of the game's JSON in ``pieces`` its name is made.

    It begins as ``options.path`` does: who has asked for ``./game.z8`` may look for that.
    """
    given, path = os.fspath(options.path), Path(options.path)
    if path.suffix == _SUFFIX:
        return given
    is_folder = given.endswith(("/", os.sep)) or path.is_dir()
    suffix = options.file_ext if is_folder or not path.suffix else path.suffix
    if suffix != _SUFFIX:
        raise ConfigError(f"Stories are compiled to {_SUFFIX}, not to {suffix}.")
    if not is_folder:
        return given + _SUFFIX
    name = game.metadata.get("uuid") or f"tw-game-{pieces_id(pieces)}"
    folder = given if given.endswith(("/", os.sep)) else given + os.sep
    return f"{folder}{name}{_SUFFIX}"
