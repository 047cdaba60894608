"""Checks a dataset: hashes, columns, splits, vocabulary, and every walkthrough in its story.

Prints one line for each problem and ends with exit code 1 if there is any.
"""

__all__ = ["run"]

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def run(argv: Sequence[str]) -> int:
    """Run ``twbench verify``."""
    arguments = _parser().parse_args(argv)
    from twbench.dataset import verify_dataset

    rebuild = arguments.sample or (None if arguments.rebuild else 0)
    result = verify_dataset(
        arguments.dataset, rebuild=rebuild, n_jobs=arguments.n_jobs, progress=not arguments.quiet
    )
    for problem in result.problems:
        sys.stdout.write(f"{problem}\n")
    index = result.index
    rebuilt = f", {result.rebuilt} rebuilt and compared" if result.rebuilt else ""
    if result.problems:
        count = len(result.problems)
        sys.stdout.write(f"{index.name}: {count} problem{'s' if count > 1 else ''}\n")
        return 1
    sys.stdout.write(
        f"{index.name}: {result.games} games, every file and walkthrough checked{rebuilt}\n"
        f"fingerprint  {index.fingerprint}\n"
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="twbench verify",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("dataset", type=Path, help="folder of the dataset")
    parser.add_argument(
        "--rebuild", action="store_true", help="also build every game anew and compare the bytes"
    )
    parser.add_argument(
        "--sample", type=_positive, metavar="N", help="rebuild N games instead of all"
    )
    parser.add_argument(
        "--n-jobs", type=int, default=-1, metavar="N", help="number of workers (-1: one per core)"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    return number
