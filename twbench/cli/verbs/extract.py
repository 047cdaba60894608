"""Extracts words, entity names, walkthroughs or commands from games and datasets.

The output has one entry per line, in alphabetical order and each once. A walkthrough is a line of
commands joined by " > ".
"""

__all__ = ["run"]

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from twbench.cli.options import add_module_option
from twbench.errors import ConfigError
from twbench.modules import read_modules
from twbench.untrusted import read_text


def run(argv: Sequence[str]) -> int:
    """Run ``twbench extract``."""
    arguments = _parser().parse_args(argv)
    read_modules(arguments.module)
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
    from twbench.families import KINDS

    parser = argparse.ArgumentParser(
        prog="twbench extract",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kind", choices=KINDS, help="what to extract")
    parser.add_argument(
        "games", nargs="*", type=Path, metavar="GAME", help="games (.z8, .json) or dataset folders"
    )
    parser.add_argument("--output", help="text file (default: KIND.txt)")
    add_module_option(parser, "families")
    parser.add_argument("--theme", help="vocab: also the words of this text grammar")
    parser.add_argument("--merge", action="store_true", help="add to what the file holds")
    parser.add_argument("-f", "--force", action="store_true", help="replace the file")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing")
    return parser


def _entries(path: Path, kind: str) -> Iterator[str]:
    """Yield what is to be extracted from the game at ``path``, or from the dataset there."""
    from twbench import families
    from twbench.dataset import load_dataset, locate

    if path.is_dir():
        for split in load_dataset(path).values():
            if kind == "commands":  # of which the manifest has only templates
                for row in split:
                    family = families.get(row["family"])
                    if not family.has_commands:  # to be known before a stranger's story is read
                        raise ConfigError(
                            f"{row['game_id']} is a game of the family {family.name}: it has vocab,"
                            " entities and walkthroughs, but no commands to extract."
                        )
                    yield from family.extract(kind, family.read(row["game"] or row["story"]))
            else:
                for row in split.manifest():
                    yield from families.get(row["family"]).extract_row(kind, row)
        return
    file = locate(path)
    family = families.family_of(file)
    if not family.is_harmless:
        raise ConfigError(
            f"{path} is a game of the family {family.name}, which nobody trusts: make a dataset of"
            " it (twbench import), and extract from that."
        )
    if family.has_game_file:
        file = locate(path.with_suffix(".json"))
        if not file.is_file():
            raise ConfigError(f"{path} cannot be read: there is no {file}.")
    yield from family.extract(kind, family.read(file))


def _theme_words(theme: str) -> list[str]:
    from twbench.generator.grammar.text_grammar import Grammar, GrammarOptions

    return Grammar(GrammarOptions(theme=theme)).get_vocabulary()
