"""Makes a dataset of games that exist: TextWorld's games (.json), and stories (.z1 to .z8).

Games are compiled anew and proven by their walkthrough. Other stories are taken as they are, with
what Jericho knows of them: walkthrough, words, objects, maximum score. A story beside a game of
the same name is not looked at. What is damaged or dangerous is refused, and the rest imported. The
same command again goes on with an import that was interrupted. Games of a family of your own
need the file that registers it (--module), which is recorded by its name and hash.

For example:
  twbench import tw_games/ --out datasets/old
  twbench import zork1.z5 detective.z5 --out datasets/classics --description "Two old games."
"""

__all__ = ["run"]

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from twbench.cli.closing import module_options, reasons
from twbench.cli.options import add_jobs_option, add_module_option, described_parser
from twbench.whole_numbers import counted


def run(argv: Sequence[str]) -> int:
    """Run ``twbench import``."""
    arguments = _parser().parse_args(argv)
    from twbench.dataset import import_dataset
    from twbench.dataset.building.imports import parse_settings
    from twbench.dataset.card.summary import summary_table, text_table

    out: Path = arguments.out
    config = parse_settings(
        name=out.resolve().name if arguments.name is None else arguments.name,
        split=arguments.split,
        storage=arguments.storage,
        modules=arguments.module,
        description=arguments.description,
        license=arguments.license,
        citation=arguments.citation,
    )
    index = import_dataset(
        arguments.files,
        config,
        out,
        n_jobs=arguments.n_jobs,
        overwrite=arguments.overwrite,
        progress=not arguments.quiet,
    )
    rejected = sum(counts.rejected for counts in index.splits.values())
    imported, refused = counted(index.size, "game"), counted(rejected, "file")
    told = "".join(f"{line}\n" for line in reasons(out))
    sys.stdout.write(
        f"{text_table(summary_table(out, index))}\n\n"
        f"{imported} imported, {refused} refused.\n{told}"
        f"fingerprint  {index.fingerprint}\n"
        f"verify it    twbench verify {out}{module_options(config.extensions.modules, 'family')}\n"
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = described_parser("twbench import", __doc__)
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="games, stories, or folders of them"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the new dataset")
    parser.add_argument("--name", help="of the dataset (default: that of its folder)")
    parser.add_argument("--split", default="test", help="of all games (default: %(default)s)")
    parser.add_argument("--description", default="", help="one or two sentences for the card")
    parser.add_argument("--license", default="", help="of the games, such as mit or cc-by-4.0")
    parser.add_argument("--citation", default="", help="how to cite the games")
    parser.add_argument(
        "--storage",
        default="files",
        metavar="{files,packed}",
        help="a file for each game, or Parquet files of many (default: %(default)s)",
    )
    add_module_option(parser, "families")
    add_jobs_option(parser)
    parser.add_argument("--overwrite", action="store_true", help="replace another dataset")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    return parser
