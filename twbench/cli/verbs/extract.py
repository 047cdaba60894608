"""Extracts words, entity names, walkthroughs or commands from games and datasets.

The output has one entry per line, in alphabetical order and each once. A walkthrough is a line of
commands joined by " > ".
"""

__all__ = ["run"]

import argparse
import itertools
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twbench.errors import ConfigError, GenerationError
from twbench.generator.worlds.graph_networks import DIRECTIONS
from twbench.printable import shown
from twbench.untrusted import read_text

if TYPE_CHECKING:
    from twbench.generator.games.game import Game

MOST_COMMANDS = 1_000_000
"""Commands of one game that are listed."""
_FIELD = re.compile(r"\{([^{}]*)\}")


def run(argv: Sequence[str]) -> int:
    """Run ``twbench extract``."""
    arguments = _parser().parse_args(argv)
    output = Path(arguments.output or f"{arguments.kind}.txt")
    if output.exists() and not (arguments.force or arguments.merge):
        raise ConfigError(f"{output} exists already; -f replaces it, --merge adds to it.")
    if not arguments.games and not arguments.theme:
        raise ConfigError("twbench extract needs games, a dataset, or --theme.")
    if arguments.theme and arguments.kind != "vocab":
        raise ConfigError("--theme belongs to twbench extract vocab.")
    merged = read_text(output, ConfigError) if arguments.merge and output.exists() else ""
    entries = set(merged.splitlines())
    for path in arguments.games:
        entries.update(_entries(path, arguments.kind))
    if arguments.theme:
        entries.update(_theme_words(arguments.theme))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text("".join(f"{entry}\n" for entry in sorted(entries)), encoding="utf-8")
    if not arguments.quiet:
        sys.stdout.write(f"{output}: {len(entries)} {arguments.kind}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="twbench extract",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kind", choices=sorted(EXTRACTS), help="what to extract")
    parser.add_argument(
        "games", nargs="*", type=Path, metavar="GAME", help="games (.z8, .json) or dataset folders"
    )
    parser.add_argument("--output", help="text file (default: KIND.txt)")
    parser.add_argument("--theme", help="vocab: also the words of this text grammar")
    parser.add_argument("--merge", action="store_true", help="add to what the file holds")
    parser.add_argument("-f", "--force", action="store_true", help="replace the file")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing")
    return parser


def _entries(path: Path, kind: str) -> Iterator[str]:
    """Yield what is to be extracted from the game at ``path``, or from the dataset there."""
    from twbench.dataset import load_dataset, locate
    from twbench.generator.games.game import Game

    if path.is_dir():
        for split in load_dataset(path).values():
            if kind in COLUMNS:
                for row in split.manifest():
                    yield from COLUMNS[kind](row)
            else:
                for row in split:
                    yield from EXTRACTS[kind](_game(row))
        return
    game = locate(path.with_suffix(".json"))
    if not game.is_file():
        raise ConfigError(f"{path} cannot be read: there is no {game}.")
    yield from EXTRACTS[kind](Game.load(game))


def _game(row: Mapping[str, Any]) -> "Game":
    from twbench.generator.games.game import Game

    if row["game"] is None:
        raise ConfigError(
            f"{row['game_id']} is a story by another maker: it has vocab, entities and"
            " walkthroughs, but no commands to extract."
        )
    return Game.load(row["game"])


def _vocab(game: "Game") -> list[str]:
    from twbench.story import vocabulary

    return vocabulary(game)


def _entities(game: "Game") -> list[str]:
    """Return the names of rooms, doors and objects, as a manifest has them, and the directions."""
    return [*(info.name for info in game.infos.values() if info.name), *DIRECTIONS]


def _walkthroughs(game: "Game") -> list[str]:
    return [" > ".join(game.walkthrough)] if game.walkthrough else []


def _commands(game: "Game") -> list[str]:
    """Return the commands of all rules for all entities, whether or not they ever work."""
    commands: list[str] = []
    for rule_name, template in game.kb.inform7_commands.items():
        types = {item.name: item.type for item in game.kb.rules[rule_name].placeholders}
        words, places = _FIELD.split(template)[::2], _FIELD.findall(template)
        fitting = [_names_of_type(game, types[place]) for place in places]
        count = math.prod(map(len, fitting))
        if count + len(commands) > MOST_COMMANDS:
            raise GenerationError(
                f"The game has more than {MOST_COMMANDS} commands, such as {shown(template)}: too"
                " many to list."
            )
        for names in itertools.product(*fitting):
            if len(set(names)) == len(names):
                commands.append("".join(itertools.chain(*zip(words, (*names, ""), strict=True))))
    return commands


def _names_of_type(game: "Game", expected: str) -> list[str]:
    return [
        info.name
        for info in game.infos.values()
        if info.name and game.kb.types.is_subtype(info.type, expected)
    ]


def _theme_words(theme: str) -> list[str]:
    from twbench.generator.grammar.text_grammar import Grammar, GrammarOptions

    return Grammar(GrammarOptions(theme=theme)).get_vocabulary()


COLUMNS: dict[str, Callable[[Mapping[str, Any]], list[str]]] = {
    "entities": lambda row: [*(entity["name"] for entity in row["entities"]), *DIRECTIONS],
    "vocab": lambda row: row["vocab"],
    "walkthroughs": lambda row: [" > ".join(row["walkthrough"])] if row["walkthrough"] else [],
}
"""What the manifest of a dataset tells without its games being read."""

EXTRACTS: dict[str, Callable[["Game"], list[str]]] = {
    "commands": _commands,
    "entities": _entities,
    "vocab": _vocab,
    "walkthroughs": _walkthroughs,
}
