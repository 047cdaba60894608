"""Shows what a dataset holds, and how to cite it.

Counts, what the objectives tell, difficulty, vocabulary, what its splits share, and whether it
says it is the published one.
"""

__all__ = ["run"]

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import indent

from twbench.cli.options import OptionParser
from twbench.cli.own_process import load_arrow_for_command
from twbench.printable import in_a_line
from twbench.whole_numbers import counted


def run(argv: Sequence[str]) -> int:
    """Run ``twbench info``."""
    parser = OptionParser(prog="twbench info", description=__doc__)
    parser.add_argument("dataset", type=Path, help="folder of the dataset")
    folder = parser.parse_args(argv).dataset
    load_arrow_for_command()
    from twbench.dataset import read_index
    from twbench.dataset.card.citation import citation
    from twbench.dataset.card.overlap import distinct_table, overlap_table
    from twbench.dataset.card.summary import (
        difficulty_table,
        guidance_counts,
        rejection_table,
        summary_table,
        text_table,
    )
    from twbench.dataset.config.recipe import is_of_found_games
    from twbench.dataset.files.registry import publication, read_registry

    index = read_index(folder)
    parts = [
        f"{index.name}: {in_a_line(index.description)}" if index.description else index.name,
        f"generator    twbench {index.version}\nfingerprint  {index.fingerprint}\n"
        f"published    {publication(index, read_registry(), claimed=True)}\n"
        f"licence      {in_a_line(index.license) or 'none is stated'}\n"
        f"guidance     {_listed(guidance_counts(folder, index))}",
        text_table(summary_table(folder, index)),
        "Length of the walkthroughs\n" + text_table(difficulty_table(folder, index)),
        "Behind the games of a split: how many different\n"
        + text_table(distinct_table(folder, index)),
    ]
    if len(index.splits) > 1:
        overlap = text_table(overlap_table(folder, index), left=("splits",))
        parts.append(f"Games of one split that have their like in another\n{overlap}")
    rejections = rejection_table(folder)
    if len(rejections):
        parts.append("Candidates rejected\n" + text_table(rejections, left=("split", "reason")))
    parts.append("To cite it\n" + indent(citation(index), "  "))
    if not index.citation and (index.imported or is_of_found_games(index.config)):
        parts.append("Its games were made by others: cite those who wrote them as well.")
    sys.stdout.write("\n\n".join(parts) + "\n")
    return 0


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} ({counted(games, 'game')})" for kind, games in counts.items())
