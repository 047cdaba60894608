"""Checks a dataset: hashes, columns, splits, vocabulary, and every walkthrough in its story.

Stories of a few games of each split, which chance draws, are compiled anew and compared.
Building games anew needs the files, or packages, of challenges and themes that are not twbench's
own; samplers that are not are needed in any case.
Says as well whether it is the published dataset of its name and version.
Prints one line for each problem and ends with exit code 1 if there is any.
"""

__all__ = ["run"]

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from twbench.cli.options import add_jobs_option, add_module_option, described_parser
from twbench.cli.own_process import load_arrow_for_command
from twbench.system.collection import without_collection
from twbench.whole_numbers import counted

if TYPE_CHECKING:
    from twbench.dataset.verifying.verify import Verification


def run(argv: Sequence[str]) -> int:
    """Run ``twbench verify``."""
    arguments = _parser().parse_args(_with_value(argv))
    with without_collection():  # what is imported stays
        if _of_ours_alone(arguments):
            _fork_workers(arguments.n_jobs)
            load_arrow_for_command()
        from twbench.dataset import verify_dataset
        from twbench.dataset.config.extensions import read_extensions

    result = verify_dataset(
        arguments.dataset,
        rebuild=arguments.rebuild,
        n_jobs=arguments.n_jobs,
        progress=not arguments.quiet,
        extensions=read_extensions(arguments.module, arguments.themes),
    )
    if result.problems:
        problems = "".join(f"{problem}\n" for problem in result.problems)
        count = counted(len(result.problems), "problem")
        sys.stdout.write(f"{problems}{result.index.name}: {count}\n")
        return 1
    _tell_checked(result)
    return 0


def _tell_checked(result: "Verification") -> None:
    """Tell what was checked of a dataset in which there is no problem, and what was not."""
    from twbench.dataset.files.registry import publication, read_registry

    index = result.index
    done = f", {result.rebuilt} rebuilt and compared" if result.rebuilt else ""
    if result.compiled:
        done += f", stories of {result.compiled} compiled anew"
    if result.unchecked:
        sys.stdout.write(
            f"not checked: {', '.join(result.unchecked)}: they are as twbench {index.version} wrote"
            " them, or so somebody says\n"
        )
    if not index.reproducible:
        sys.stdout.write(
            "not checked: whether candidates that were given up, for time or memory or because they"
            " ended their process, had to be\n"
        )
    games = counted(result.games, "game")
    sys.stdout.write(
        f"{index.name}: {games}, every file and walkthrough checked{done}\n"
        f"fingerprint  {index.fingerprint}\n"
        f"published    {publication(index, read_registry())}\n"
    )


def _fork_workers(n_jobs: int) -> None:
    """Fork the workers before Arrow is loaded, which has threads, and after what they need."""
    import twbench.dataset.verifying.check_work  # noqa: F401
    from twbench import families
    from twbench.dataset.workers.pool import fork_workers

    families.get("textworld")  # that of most datasets
    fork_workers(n_jobs)


def _of_ours_alone(arguments: argparse.Namespace) -> bool:
    """Say whether no code of others is run: neither what is given nor what the dataset names."""
    from twbench.dataset.config.extensions import records_extensions
    from twbench.dataset.files.index import read_index

    recorded = read_index(arguments.dataset).config["dataset"]
    given = (*arguments.module, *arguments.themes)
    return not given and not records_extensions(recorded)


def _parser() -> argparse.ArgumentParser:
    parser = described_parser("twbench verify", __doc__)
    parser.add_argument("dataset", type=Path, help="folder of the dataset")
    parser.add_argument(
        "--rebuild",
        type=_number_or_all,
        default=0,
        metavar="[N]",
        help="also build every game, or a sample of N, anew and compare the bytes",
    )
    add_jobs_option(parser)
    add_module_option(parser, "challenges, families or samplers", "--challenge-module")
    parser.add_argument(
        "--themes",
        action="append",
        default=[],
        metavar="FOLDER",
        help="folder with text grammars (.twg) that the dataset has texts of",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    return parser


def _with_value(argv: Sequence[str]) -> list[str]:
    """Write ``--rebuild`` without a number as ``--rebuild=all``: what follows is the dataset."""
    line = list(argv)
    for place, word in enumerate(line):
        following = line[place + 1 : place + 2]
        if word == "--rebuild" and not (following and following[0].isdecimal()):
            line[place] = "--rebuild=all"
    return line


def _number_or_all(text: str) -> int | None:
    """Return the size of a sample; None stands for all games."""
    if text == "all":
        return None
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a number of games, at least 1, not {text!r}")
    return int(text)
