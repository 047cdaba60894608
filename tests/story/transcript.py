"""Transcripts: what stories answer, kept as text files that read like played games.

A file begins with the name of a sample game; the lines that begin with ``>`` are typed. Run this
module to write all files anew from their own commands, and read what has changed.
"""

import tempfile
from pathlib import Path

import sample_games
from cooking_games import COOKING

from twbench.generator.games.game import Game

FOLDER = Path(__file__).parent / "transcripts"
_GAMES = {make.__name__: make for make in (*sample_games.HAND_MADE, *COOKING)}


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def read(path: Path) -> tuple[Game, list[str]]:
    """The game of a transcript, and the commands typed."""
    name, *lines = path.read_text(encoding="utf-8").splitlines()
    commands = [line[1:].strip() for line in lines if line.startswith(">")]
    game = _GAMES[name]() if name in _GAMES else sample_games.coin_collector(int(name.split()[-1]))
    return game, commands


def played(path: Path, folder: Path) -> str:
    """Play a transcript's commands; return what the file should be."""
    game, commands = read(path)
    env = sample_games.open_story(game, folder)
    try:
        parts = [path.read_text(encoding="utf-8").splitlines()[0] + "\n", env.reset().feedback]
        for command in commands:
            state, _, done = env.step(command)
            parts.append(f"> {command}\n{state.feedback}")
            if done:
                break
    finally:
        env.close()
    return "\n".join(parts)


def main() -> None:
    for path in files():
        with tempfile.TemporaryDirectory() as folder:
            path.write_text(played(path, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
