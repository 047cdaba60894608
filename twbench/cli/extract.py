"""Extracts words, entity names, walkthroughs or commands from games and datasets.

The output has one entry per line, in alphabetical order and each once. A walkthrough is a line of
commands joined by " > ".
"""

__all__ = ["run"]

import argparse
import itertools
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from twbench.errors import ConfigError

if TYPE_CHECKING:
    from twbench.generator.game import Game


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
    entries = set(output.read_text().splitlines()) if arguments.merge and output.exists() else set()
    for path in arguments.games:
        for game in _games(path):
            entries.update(EXTRACTS[arguments.kind](game))
    if arguments.theme:
        entries.update(_theme_words(arguments.theme))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text("".join(f"{entry}\n" for entry in sorted(entries)))
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


def _games(path: Path) -> Iterator["Game"]:
    """Yield the game at ``path``, or all games of the dataset there."""
    from twbench.dataset import load_dataset
    from twbench.generator.game import Game

    if path.is_dir():
        for split in load_dataset(path).values():
            for row in split:
                yield Game.load(row["game"])
        return
    game = path if path.suffix == ".json" else path.with_suffix(".json")
    if not game.is_file():
        raise ConfigError(f"{path} cannot be read: there is no {game}.")
    yield Game.load(game)


def _vocab(game: "Game") -> list[str]:
    from twbench.story import vocabulary

    return vocabulary(game)


def _entities(game: "Game") -> list[str]:
    return game.entity_names


def _walkthroughs(game: "Game") -> list[str]:
    return [" > ".join(game.walkthrough)] if game.walkthrough else []


def _commands(game: "Game") -> list[str]:
    """Return the commands of all rules for all entities, whether or not they ever work."""
    commands = []
    for rule_name, template in game.kb.inform7_commands.items():
        types = {item.name: item.type for item in game.kb.rules[rule_name].placeholders}
        places = re.findall(r"\{(.+?)\}", template)
        fitting = [_names_of_type(game, types[place]) for place in places]
        for names in itertools.product(*fitting):
            if len(set(names)) == len(names):
                commands.append(template.format_map(dict(zip(places, names, strict=True))))
    return commands


def _names_of_type(game: "Game", expected: str) -> list[str]:
    return [
        info.name
        for info in game.infos.values()
        if info.name and game.kb.types.is_subtype(info.type, expected)
    ]


def _theme_words(theme: str) -> list[str]:
    from twbench.generator.text_grammar import Grammar, GrammarOptions

    return Grammar(GrammarOptions(theme=theme)).get_vocabulary()


EXTRACTS: dict[str, Callable[["Game"], list[str]]] = {
    "commands": _commands,
    "entities": _entities,
    "vocab": _vocab,
    "walkthroughs": _walkthroughs,
}
