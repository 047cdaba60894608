"""Builds a dataset: generates games, compiles them, proves each walkthrough, writes manifests.

The result depends on the configuration alone. A build that was interrupted, or ran short of games,
goes on where it was when the command is given again, with all that the configuration still makes in
the same way. A dataset of another configuration is not overwritten without overwrite=true, and then
stays until the new one is complete.

For example:
  twbench build dataset=demo
  twbench build dataset=coin_collector dataset.splits.train=10000 compute.n_jobs=8 out=data/cc10k
  twbench build dataset=coin_collector_easy 'challenge.level={randint: [20, 50]}' out=datasets/mine
"""

__all__ = ["build", "composed", "run"]

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twbench.cli.application import run_application

if TYPE_CHECKING:
    from twbench.dataset import BuildConfig
    from twbench.dataset.files.index import DatasetIndex


def run(argv: Sequence[str]) -> int:
    """Run ``twbench build``."""
    return run_application("build", argv, lambda config: build(config), __doc__ or "")


def composed(settings: Sequence[str]) -> "BuildConfig":
    """Return what ``twbench build`` would build with these settings; raises ConfigError."""
    from twbench.dataset import parse_build

    found: list[dict[str, Any]] = []

    def keep(config: dict[str, Any]) -> int:
        found.append(config)
        return 0

    run_application("build", settings, keep, "")
    return parse_build(found[0])


def build(config: dict[str, Any]) -> int:
    """Build the dataset of the composed ``config`` and tell what was built; return 0."""
    from twbench.dataset import build_dataset, load_dataset, parse_build
    from twbench.dataset.card.summary import summary_table, text_table

    result = build_dataset(parse_build(config))
    index, folder = result.index, result.folder
    lines = [""]
    if result.existed:
        lines += [f"{folder} is already there, from the same configuration.", ""]
    lines += [text_table(summary_table(folder, index)), ""]
    rejected = sum(counts.rejected for counts in index.splits.values())
    if not result.existed:
        lines.append(
            f"{index.size} games in {result.seconds:.1f} s, each won by its walkthrough;"
            f" {rejected} candidates rejected."
        )
        lines += _failures(folder, index)
    first = next(iter(index.splits))
    story = next(load_dataset(folder)[first].manifest())["story"]
    lines += [
        f"fingerprint  {index.fingerprint}",
        f"verify it    twbench verify {folder}",
        f"play a game  twbench play {folder / story}",
    ]
    sys.stdout.write("\n".join(lines).lstrip("\n") + "\n")
    return 0


def _failures(folder: Path, index: "DatasetIndex") -> list[str]:
    """Tell of candidates that speak against their challenge, and what that means."""
    from twbench.dataset.files.schema import REJECTED, read_rows
    from twbench.dataset.items.failure import FAILURES

    rows = [r for r in read_rows(folder / "rejected.parquet", REJECTED) if r["reason"] in FAILURES]
    if not rows:
        return []
    lines = [
        f"Of these {len(rows)} failed, see rejected.parquet. The first, of {rows[0]['challenge']}"
        f" with seed {rows[0]['seed']}: {rows[0]['detail'].rstrip('.')}."
    ]
    if not index.reproducible:
        lines.append(
            "Not reproducible: another machine, with more time or memory, may not reject the same."
        )
    return lines
