"""Extracts words, names, walkthroughs, commands or their templates from games and datasets.

Games are files (.z8, .json), stories by other makers (.z1 to .z8), folders of either, or
datasets. Objects are what is in rooms or held; entities are rooms, doors and directions as well.

The output has one entry per line, in alphabetical order and each once. A walkthrough is a line of
commands joined by " > "; there is one for each game, in the order of the games. With --merge those
are added that the file does not have. It is written at the end, whole: until then it is as it was.

The valid actions of a story by another maker are written to a file beside it (or --output), which
whoever plays the story from there uses: those of the states along its walkthrough. They take
seconds for each state. A file is written when all of its story was searched: what is interrupted
leaves the files of the stories before. Stories of a packed dataset have no place for such a file.
"""

__all__ = ["ExtractManner", "Extracted", "extract", "run"]

import argparse
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from pprint import pformat

from twbench.cli.options import add_module_option, described_parser
from twbench.core.environments import SEARCH_SECONDS
from twbench.errors import ConfigError, GenerationError, InputError, InputWarning
from twbench.system.files import is_written_to, write_where_asked
from twbench.system.streams import is_standard_output
from twbench.untrusted import read_text
from twbench.whole_numbers import counted

SINGULARS = {
    "commands": "command",
    "entities": "entity",
    "objects": "object",
    "templates": "template",
    "vocab": "word",
    "walkthroughs": "walkthrough",
}
"""What one of the entries is called, by kind."""
VALID_ACTIONS = "valid_actions"
"""What is no text of entries, but a file beside each story."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was found in the games, what the file held before, and what it holds now."""

    kind: str
    output: Path
    found: tuple[str, ...]
    former: tuple[str, ...]
    saved: tuple[str, ...]

    def counted(self, entries: Sequence[str]) -> str:
        """Return how many ``entries`` there are, in words."""
        singular = SINGULARS[self.kind]
        plural = "entities" if self.kind == "entities" else f"{singular}s"
        return f"{len(entries)} {singular if len(entries) == 1 else plural}"


@dataclass(frozen=True, slots=True)
class ExtractManner:
    """How a command that extracts is called, and what it says of what it did."""

    command: str
    tell: Callable[[Extracted], str]


def run(argv: Sequence[str]) -> int:
    """Run ``twbench extract``."""
    return extract(argv, ExtractManner("twbench extract", _tell))


def extract(argv: Sequence[str], manner: ExtractManner) -> int:
    """Run a command that extracts from games."""
    from twbench.dataset.config.extensions import read_extensions
    from twbench.generator.grammar.theme_places import is_place

    arguments = _parser(manner.command).parse_intermixed_args(argv)
    places = [arguments.theme] if is_place(arguments.theme or "") else []
    read_extensions(arguments.module, (), places)
    if arguments.kind == VALID_ACTIONS:
        return _keep_valid_actions(arguments, manner)
    output = Path(arguments.output or f"{arguments.kind}.txt")
    if output.is_dir():
        raise ConfigError(f"{output} is a folder that exists already: choose another name.")
    is_replaced = output.exists() and not is_written_to(output)
    if is_replaced and not (arguments.force or arguments.merge):
        raise ConfigError(f"{output} exists already; -f replaces it, --merge adds to it.")
    found = _found(arguments, manner)
    merged = read_text(output, ConfigError) if arguments.merge and is_replaced else ""
    extracted = _extracted(arguments.kind, output, found, merged.splitlines())
    output.parent.mkdir(parents=True, exist_ok=True)
    write_where_asked(output, "".join(f"{entry}\n" for entry in extracted.saved))
    if is_standard_output(output):
        return 0
    if arguments.verbose:
        heading = extracted.counted(("", "")).partition(" ")[2].capitalize()
        sys.stdout.write(f"{heading} found:\n{pformat(list(extracted.found))}\n")
    if not arguments.quiet:
        sys.stdout.write(manner.tell(extracted))
    return 0


def _found(arguments: argparse.Namespace, manner: ExtractManner) -> list[str]:
    """Return the entries of all games that are named, and of the theme."""
    kind = arguments.kind
    if not arguments.games and not arguments.theme:
        theme = ", or --theme" if kind == "vocab" else ""
        raise ConfigError(f"{manner.command} {kind} needs games, or a dataset{theme}.")
    if arguments.theme and kind != "vocab":
        raise ConfigError(f"--theme belongs to {manner.command} vocab.")
    found = [entry for path in arguments.games for entry in _entries(path, kind)]
    return [*found, *(_theme_words(arguments.theme) if arguments.theme else ())]


def _keep_valid_actions(arguments: argparse.Namespace, manner: ExtractManner) -> int:
    """Write the valid actions of each story to a file."""
    from twbench.dataset.items.kept_actions import Keeping, keep_actions
    from twbench.envs.valid_actions.kept import file_beside
    from twbench.envs.valid_actions.limits import Limits

    Limits.lasting(arguments.seconds)
    stories = [story for path in arguments.games for story in _stories(path)]
    if not stories or arguments.theme:
        raise ConfigError(f"{manner.command} {VALID_ACTIONS} needs stories, or a dataset of them.")
    if arguments.output and len(stories) > 1:
        raise ConfigError(f"--output is for one story; there are {len(stories)}.")
    given = Path(arguments.output) if arguments.output else None
    how = (arguments.search, arguments.merge, arguments.seconds)
    jobs = [Keeping(story, (given or file_beside(story)).absolute(), *how) for story in stories]
    for job in jobs:
        if is_standard_output(job.out):
            raise ConfigError(f"Valid actions are for a file, which {job.out} is not.")
        if job.out.exists() and not (arguments.force or arguments.merge):
            raise ConfigError(f"{job.out} exists already; -f replaces it, --merge adds to it.")
    for job in jobs:
        states = keep_actions(job)
        if not arguments.quiet:
            sys.stdout.write(f"{job.out}: valid actions of {counted(states, 'state')}\n")
            sys.stdout.flush()
    return 0


def _stories(path: Path) -> list[Path]:
    """Return the stories by other makers at ``path``, or in the dataset there."""
    from twbench import families
    from twbench.dataset import load_dataset
    from twbench.dataset.building.imports import collect
    from twbench.dataset.files.index import INDEX_FILE

    if not (path / INDEX_FILE).exists():
        found = [source.path for source in collect([path])]
        return [
            story for story in found if "valid_actions" in families.family_of(story).informations
        ]
    dataset = load_dataset(path)
    if dataset.index.packed:
        raise ConfigError(f"{path} is packed: there is no place beside its stories.")
    rows = (row for split in dataset.values() for row in split)
    return [
        row["story"] for row in rows if "valid_actions" in families.get(row["family"]).informations
    ]


def _extracted(kind: str, output: Path, found: list[str], former: list[str]) -> Extracted:
    """Return what is to be saved: walkthroughs as they come, everything else sorted."""
    if kind == "walkthroughs":
        known = set(former)
        new = [entry for entry in found if entry not in known] if former else found
        return Extracted(kind, output, tuple(found), tuple(former), (*former, *new))
    saved = tuple(sorted({*former, *found}))
    return Extracted(kind, output, tuple(sorted(set(found))), tuple(former), saved)


def _tell(extracted: Extracted) -> str:
    return f"{extracted.output}: {extracted.counted(extracted.saved)}\n"


def _parser(command: str) -> argparse.ArgumentParser:
    from twbench.families import KINDS

    parser = described_parser(command, __doc__)
    parser.add_argument("kind", choices=(*KINDS, VALID_ACTIONS), help="what to extract")
    parser.add_argument(
        "games",
        nargs="*",
        type=Path,
        metavar="GAME",
        help="games, stories, folders of them, or datasets",
    )
    parser.add_argument(
        "--output", help="text file (default: KIND.txt; valid_actions: beside each story)"
    )
    parser.add_argument(
        "--search",
        choices=("fast", "exhaustive"),
        default="fast",
        help="valid_actions: how they are searched for (default: %(default)s)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=SEARCH_SECONDS,
        help="valid_actions: how long a state is searched for at most (default: %(default)g)",
    )
    add_module_option(parser, "families")
    parser.add_argument(
        "--theme", metavar="NAME_OR_FOLDER", help="vocab: also the words of this text grammar"
    )
    parser.add_argument("--merge", action="store_true", help="add to what the file holds")
    parser.add_argument("-f", "--force", action="store_true", help="replace the file")
    loudness = parser.add_mutually_exclusive_group()
    loudness.add_argument("-q", "--quiet", action="store_true", help="print nothing")
    loudness.add_argument("-v", "--verbose", action="store_true", help="print what is found")
    return parser


def _entries(path: Path, kind: str) -> Iterator[str]:
    """Yield what is to be extracted from the game at ``path``, or from the dataset there."""
    from twbench.dataset import locate
    from twbench.dataset.building.imports import collect
    from twbench.dataset.files.index import INDEX_FILE
    from twbench.families.known import game_of

    if path.is_dir() and ((path / INDEX_FILE).exists() or not _has_games(path)):
        yield from _of_dataset(path, kind)
    elif path.is_dir():
        yield from _of_folder([source.path for source in collect([path])], kind)
    else:
        yield from _of_file(game_of(locate(path)), kind)


def _has_games(folder: Path) -> bool:
    from twbench.dataset.building.imports import collect

    try:
        return bool(collect([folder]))
    except ConfigError:
        return False


def _of_dataset(folder: Path, kind: str) -> Iterator[str]:
    from twbench import families
    from twbench.dataset import load_dataset

    for split in load_dataset(folder).values():
        if kind == "commands":  # of which the manifest has only templates
            for row in split:
                family = families.get(row["family"])
                if family.has_commands:
                    game = family.read(row["game"] or row["story"])
                    yield from family.extract(kind, game)
                else:  # nobody reads a stranger's story here
                    yield from family.extract_row(kind, row)
        else:
            for row in split.manifest():
                yield from families.get(row["family"]).extract_row(kind, row)


def _of_folder(files: Sequence[Path], kind: str) -> Iterator[str]:
    """Yield what is in games; those from which it cannot be had are left out with a warning.

    Raises the last error if it cannot be had from any of them.
    """
    failed = 0
    for file in files:
        try:
            yield from list(_of_file(file, kind))
        except (InputError, GenerationError) as error:
            failed += 1
            if failed == len(files):
                raise
            warnings.warn(f"{error} The others are taken.", InputWarning, stacklevel=2)


def _of_file(path: Path, kind: str) -> Iterator[str]:
    """Yield what is in a game; one that nobody trusts is read in a process of its own."""
    from twbench import families
    from twbench.dataset import locate
    from twbench.dataset.items.extraction import extracted_apart
    from twbench.families.family import game_file

    family = families.family_of(path)
    if not family.is_harmless:
        yield from extracted_apart(path, kind)
        return
    file = locate(game_file(path)) if family.has_game_file else path
    if not file.is_file():
        raise ConfigError(f"{path} cannot be read: there is no {file}.")
    yield from family.extract(kind, family.read(file))


def _theme_words(theme: str) -> list[str]:
    """Return the words of a theme, which may be named by its place."""
    from twbench.generator.grammar.text_grammar import Grammar, GrammarOptions
    from twbench.generator.grammar.theme_places import is_place, read_place

    name = read_place(theme)[0] if is_place(theme) else theme
    return Grammar(GrammarOptions(theme=name)).get_vocabulary()
