"""Compares what players read in our games and in TextWorld's.

    python benchmarks/bench_prose.py [--games 50] [--textworld-python PATH]

Makes so many games of 10 rooms, 20 objects and 8 actions of each, and prints a table. TextWorld's
are made by TextWorld; all are linked to stories of ours, so that each room is read as a player
reads it who comes there first: the story is started in it.

A pattern is the description of a thing without what follows the state of the game, with "(name)" in
place of the thing's name, its noun or its adjective. A sentence is repeated if another text of its
game has it, too: names are left out of it for that, so that "You see a box." repeats "You see a
chest."
"""

__all__ = ["Prose", "main", "patterns_of", "prose_of", "rooms_of"]

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jericho import FrotzEnv

from twbench.generator.games.game import Game, GameOptions
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.roles import PLAYER_TYPES
from twbench.generator.making.game_generation import make_game
from twbench.story import link

ROOMS, OBJECTS, QUEST_LENGTH = 10, 20, 8
_CODE = re.compile(r"\[[^\]]*\]")
_CONDITIONAL = re.compile(r"\[if [^\[\]]*\](?:(?!\[if ).)*?\[end ?if\]", re.DOTALL)
_SENTENCE = re.compile(r"[^.!?]+[.!?]+")
_TITLE = re.compile(r"^\s*-=.*=-\s*$|^>.*", re.MULTILINE)
_TEXTWORLD = """
import sys, textworld
count, rooms, objects, length = map(int, sys.argv[1:-1])
for seed in range(count):
    options = textworld.GameOptions()
    options.seeds = seed
    options.nb_rooms, options.nb_objects, options.quest_length = rooms, objects, length
    textworld.generator.make_game(options).save(f"{sys.argv[-1]}/{seed}.json")
"""


@dataclass(frozen=True, slots=True)
class Prose:
    """The figures of some games.

    Attributes:
        descriptions: of things, how many there are.
        patterns: how many different ones they follow.
        commonest: the share of descriptions that follow the commonest pattern.
        words: of a room's text, the mean.
        repeated: sentences that stand in the texts of a game already, a game.
        share: how many of the sentences of a game these are, from 0 to 1.
        openings: how many of the first sentences of rooms differ, from 0 to 1.

    """

    descriptions: int
    patterns: int
    commonest: float
    words: float
    repeated: float
    share: float
    openings: float


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=50, help="of each (default: 50)")
    parser.add_argument(
        "--textworld-python", metavar="PATH", help="the Python of an environment with TextWorld 1.7"
    )
    arguments = parser.parse_args(argv)
    columns = {"twbench": prose_of(_ours(arguments.games))}
    if arguments.textworld_python:
        with tempfile.TemporaryDirectory() as folder:
            games = _textworlds(arguments.textworld_python, arguments.games, folder)
            columns["TextWorld"] = prose_of(games)
    sys.stdout.write(_table(columns))
    return 0


def _ours(count: int) -> Iterator[Game]:
    for seed in range(count):
        options = GameOptions()
        options.seeds = seed
        options.nb_rooms, options.nb_objects, options.quest_length = ROOMS, OBJECTS, QUEST_LENGTH
        yield make_game(options)


def _textworlds(python: str, count: int, folder: str) -> list[Game]:
    sizes = map(str, (count, ROOMS, OBJECTS, QUEST_LENGTH))
    subprocess.run([python, "-c", _TEXTWORLD, *sizes, folder], check=True)
    return [Game.load(Path(folder) / f"{seed}.json") for seed in range(count)]


def prose_of(games: Iterable[Game]) -> Prose:
    """Return the figures of ``games``."""
    patterns: Counter[str] = Counter()
    words, repeated, shares, openings = [], [], [], []
    for game in games:
        patterns.update(patterns_of(game))
        rooms = rooms_of(game)
        words += [len(text.split()) for text in rooms]
        sentences = [
            sentence
            for text in rooms
            for sentence in dict.fromkeys(_sentences(_nameless(text, game)))
        ]
        again = len(sentences) - len(set(sentences))
        repeated.append(again)
        shares.append(again / len(sentences))
        openings += [next(iter(_sentences(_nameless(text, game))), "") for text in rooms]
    total = patterns.total()
    return Prose(
        total,
        len(patterns),
        max(patterns.values()) / total,
        statistics.mean(words),
        statistics.mean(repeated),
        statistics.mean(shares),
        len(set(openings)) / len(openings),
    )


def patterns_of(game: Game) -> list[str]:
    """Return the pattern that the description of each thing of a game follows."""
    return [
        _pattern(info)
        for info in game.infos.values()
        if info.desc and info.type != "r" and info.type not in PLAYER_TYPES
    ]


def _pattern(info: EntityInfo) -> str:
    text = info.desc or ""
    while _CONDITIONAL.search(text):
        text = _CONDITIONAL.sub("", text)
    text = _CODE.sub("", text)
    for name in filter(None, (info.name, info.noun, info.adj)):
        text = re.sub(rf"\b{re.escape(name)}\b", "(name)", text, flags=re.IGNORECASE)
    return re.sub(r"\b[Aa]n? (?=\(name\))", "a ", " ".join(text.split()))


def rooms_of(game: Game) -> list[str]:
    """Return what a player reads in each room of a game, before anything has happened there."""
    texts = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tw-game.z8"
        for room in game.world.rooms:
            started = game.copy()
            started.world.set_player_room(room.id)
            path.write_bytes(link(started))
            interpreter = FrotzEnv(str(path))
            interpreter.reset()
            text, *_ = interpreter.step("look")
            interpreter.close()
            texts.append(_TITLE.sub("", text).strip())
    return texts


def _nameless(text: str, game: Game) -> str:
    names = sorted(
        (name for i in game.infos.values() for name in (i.name, i.noun) if name),
        key=len,
        reverse=True,
    )
    text = re.sub(rf"\b(?:{'|'.join(map(re.escape, names))})\b", "(name)", text)
    text = re.sub(r"\b[Aa]n? (?=\(name\))", "a ", text)
    return re.sub(r"\b(?:north|south|east|west)\b", "(way)", text)


def _sentences(text: str) -> list[str]:
    return [" ".join(sentence.split()).lower() for sentence in _SENTENCE.findall(text)]


def _table(columns: dict[str, Prose]) -> str:
    rows = (
        ("descriptions of things", "{0.descriptions:,}"),
        ("different patterns", "{0.patterns:,}"),
        ("the commonest of them", "{0.commonest:.1%}"),
        ("words of a room", "{0.words:.0f}"),
        ("different first sentences of rooms", "{0.openings:.0%}"),
        ("repeated sentences of a game", "{0.repeated:.1f}"),
        ("of its sentences", "{0.share:.0%}"),
    )
    lines = [f"| | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for title, form in rows:
        lines.append(f"| {title} | {' | '.join(form.format(p) for p in columns.values())} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
