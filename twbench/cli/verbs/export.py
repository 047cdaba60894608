"""Writes a dataset, or some of its splits, in another format.

twbench list exporters shows the formats. The output is there in full or not at all.

For example:
  twbench export jsonl datasets/demo --output demo.jsonl
  twbench export csv datasets/demo --split test --output test.csv
"""

__all__ = ["run"]

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from twbench.cli.options import add_module_option, described_parser
from twbench.system.streams import is_standard_output
from twbench.whole_numbers import counted


def run(argv: Sequence[str]) -> int:
    """Run ``twbench export``."""
    from twbench.dataset.exporting.exporters import EXPORTERS, export_dataset
    from twbench.dataset.files.load import load_dataset
    from twbench.modules import read_modules

    arguments = _parser().parse_args(argv)
    read_modules(arguments.module)
    exporter = EXPORTERS.get(arguments.name)
    dataset = load_dataset(arguments.dataset)
    splits = list(dict.fromkeys(arguments.split)) or list(dataset)
    export_dataset(exporter, dataset, splits, arguments.output, force=arguments.force)
    if not (arguments.quiet or is_standard_output(arguments.output)):
        games = sum(len(dataset[split]) for split in splits)
        sys.stdout.write(f"{arguments.output}: {counted(games, 'game')} of {', '.join(splits)}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = described_parser("twbench export", __doc__)
    parser.add_argument("name", metavar="NAME", help="the format, such as jsonl or csv")
    parser.add_argument("dataset", type=Path, metavar="DATASET", help="folder of the dataset")
    parser.add_argument(
        "--output", type=Path, required=True, metavar="PATH", help="the file or folder to make"
    )
    parser.add_argument(
        "--split", action="append", default=[], help="a split, may be repeated (default: all)"
    )
    add_module_option(parser, "exporters")
    parser.add_argument("-f", "--force", action="store_true", help="replace an existing file")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing")
    return parser
