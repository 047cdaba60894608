"""Builds a dataset: generates games, compiles them, proves each walkthrough, writes manifests.

The result depends on the configuration alone. A build that was interrupted, or ran short of games,
goes on where it was when the command is given again, with all that the configuration still makes in
the same way. A dataset of another configuration is not overwritten without overwrite=true, and then
stays until the new one is complete.

For example:
  twbench build dataset=demo
  twbench build dataset=coin_collector dataset.splits.train=10000 compute.n_jobs=8 out=data/cc10k
  twbench build dataset=coin_collector_easy 'challenge.level={randint: [20, 50]}' out=datasets/mine
  twbench build dataset=jericho dataset.stories=FOLDER    (your stories: none is shipped)
"""

__all__ = ["build", "composed", "made_datasets", "run"]

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twbench.cli.application import options, run_application
from twbench.cli.closing import module_options, reasons
from twbench.cli.own_process import is_of_command, load_arrow_for_command
from twbench.whole_numbers import counted

if TYPE_CHECKING:
    from twbench.dataset import BuildConfig
    from twbench.dataset.building.build import BuildResult
    from twbench.dataset.files.index import DatasetIndex
    from twbench.modules import ExtensionModule

_TYPED = re.compile(r"\+{0,2}([A-Za-z_][\w.]*)=")


def run(argv: Sequence[str]) -> int:
    """Run ``twbench build``."""
    typed = [found[1] for word in argv if (found := _TYPED.match(word))]
    return run_application("build", argv, lambda config: build(config, typed), __doc__ or "")


def composed(settings: Sequence[str]) -> "BuildConfig":
    """Return what ``twbench build`` would build with these settings; raises ConfigError."""
    from twbench.dataset import parse_build

    found: list[dict[str, Any]] = []

    def keep(config: dict[str, Any]) -> int:
        found.append(config)
        return 0

    run_application("build", settings, keep, "")
    return parse_build(found[0])


def made_datasets() -> list[str]:
    """Return the names of the shipped datasets whose games are made, not found by the user."""
    from twbench.cli.composition import settings_of

    names = options("dataset")
    return [n for n in names if "stories" not in settings_of(f"dataset/{n}.yaml")["dataset"]]


def build(config: dict[str, Any], typed: Sequence[str] = ()) -> int:
    """Build the dataset of the composed ``config`` and tell what was built; return 0.

    ``typed`` are the keys of the settings on the command line: each must change some game.
    """
    from twbench.dataset.config.mixture import refuse_overruled
    from twbench.dataset.config.recipe import is_of_found_games, parse_build

    found = is_of_found_games(config)
    parsed = None if found else parse_build(config)
    if not found:
        refuse_overruled(typed, config)
    if parsed is not None and _of_ours_alone(parsed):
        if parsed.compute.backend == "processes":
            _fork_workers(parsed.compute.n_jobs)
        load_arrow_for_command()
        if is_of_command():
            from twbench.cli.tqdm_alone import load_tqdm_alone

            load_tqdm_alone()

    from twbench.dataset import build_dataset

    result = build_dataset(parsed or config)
    lines = _told_games(result, found)
    if found:
        lines += _lacking(config)
    modules = () if parsed is None else parsed.recipe.dataset.extensions.modules
    lines += _next_commands(result, modules)
    sys.stdout.write("\n".join(lines).lstrip("\n") + "\n")
    return 0


def _told_games(result: "BuildResult", found: bool) -> list[str]:
    """Tell of the games that the dataset has, which were made, or ``found`` in a folder."""
    from twbench.dataset.card.summary import summary_table, text_table

    index, folder = result.index, result.folder
    lines = [""]
    if result.existed:
        lines += [f"{folder} is already there, from the same configuration.", ""]
    lines += [text_table(summary_table(folder, index)), ""]
    rejected = sum(counts.rejected for counts in index.splits.values())
    if not result.existed:
        told = "; see the column verified" if found else ", each won by its walkthrough"
        lines.append(
            f"{counted(index.size, 'game')} in {result.seconds:.1f} s{told};"
            f" {counted(rejected, 'candidate')} rejected."
        )
        lines += reasons(folder) if found else []
        lines += _failures(folder, index)
    return lines


def _next_commands(result: "BuildResult", modules: Sequence["ExtensionModule"]) -> list[str]:
    """Tell the fingerprint of a dataset, and how it is verified and played."""
    from twbench.dataset.card.summary import first_story

    index, folder = result.index, result.folder
    story = first_story(folder, index, next(iter(index.splits)))
    return [
        f"fingerprint  {index.fingerprint}",
        f"verify it    twbench verify {folder}{module_options(modules, 'family', 'sampler')}",
        f"play a game  twbench play {folder / story}{module_options(modules, 'family')}",
    ]


def _of_ours_alone(config: "BuildConfig") -> bool:
    """Say whether the build is all that this process does, and runs no code of others.

    Hydra may have more builds run in it, whose configurations are not known yet.
    """
    return "hydra" not in sys.modules and not config.recipe.dataset.extensions.serialize()


def _fork_workers(n_jobs: int) -> None:
    """Fork the workers before Arrow is loaded, which has threads, and after what they need."""
    import twbench.dataset.building.chunk_work  # noqa: F401
    from twbench.dataset.workers.pool import fork_workers

    fork_workers(n_jobs)


def _lacking(config: dict[str, Any]) -> list[str]:
    """Tell what of the catalogues of its families a dataset of found games has not."""
    from twbench.dataset.building.found import lacking, parse_found

    return [str(one) for one in lacking(parse_found(config).folders)]


def _failures(folder: Path, index: "DatasetIndex") -> list[str]:
    """Tell of candidates that speak against their challenge, and what that means."""
    from twbench.dataset.files.columns import REJECTED_FILE
    from twbench.dataset.files.schema import REJECTED, read_rows
    from twbench.dataset.items.failure import FAILURES

    rows = [r for r in read_rows(folder / REJECTED_FILE, REJECTED) if r["reason"] in FAILURES]
    if not rows:
        return []
    challenge, seed, detail = (rows[0][name] for name in ("challenge", "seed", "detail"))
    made = "" if seed is None else f", of {challenge} with seed {seed}"  # stories are found
    lines = [
        f"Of these {len(rows)} failed, see rejected.parquet. The first{made}: {detail.rstrip('.')}."
    ]
    if not index.reproducible:
        lines.append(
            "Not reproducible: another machine, with more time or memory, may not reject the same."
        )
    return lines
