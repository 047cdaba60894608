"""Building a dataset: plan, make and prove candidates in parallel, judge them, write the files.

Candidates are made in rounds: first one for every place, then another for each place whose
candidate was rejected, and so on. All of a round are judged before the next begins. The result
therefore depends on the recipe alone; what a round costs in waiting is little, since rounds after
the first are short.
"""

__all__ = ["BuildResult", "build_dataset"]

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twbench import challenges, families
from twbench.dataset.building.assemble import Assembly, Content
from twbench.dataset.building.candidates import Candidates, progress_bar
from twbench.dataset.building.chunk_work import ChunkWork
from twbench.dataset.building.chunk_writer import Outcome, rejection_row
from twbench.dataset.building.feasibility import SMALL, Feasibility
from twbench.dataset.building.places import Accepted, Places, Taken
from twbench.dataset.building.workspace import Workspace, open_workspace
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import BuildConfig, is_of_found_games, parse_build
from twbench.dataset.config.shortage import Shortage, short_of
from twbench.dataset.config.split_names import split_order
from twbench.dataset.files.arrays import table_of
from twbench.dataset.files.columns import REJECTED_FILE
from twbench.dataset.files.index import INDEX_FILE, DatasetIndex, read_index
from twbench.dataset.files.schema import REJECTED, write_parquet
from twbench.dataset.items import item
from twbench.dataset.items.deduplication import Deduplication
from twbench.dataset.items.item import Sample
from twbench.dataset.workers.engines import Engine, engine
from twbench.errors import ChallengeError, ConfigError, GenerationError


@dataclass(frozen=True, slots=True)
class BuildResult:
    """A finished dataset; ``existed`` if it was already there, ``seconds`` of work just now."""

    folder: Path
    index: DatasetIndex
    seconds: float
    existed: bool


def build_dataset(config: BuildConfig | Mapping[str, Any], progress: bool = True) -> BuildResult:
    """Build the dataset of ``config``, or finish it if an earlier build was interrupted.

    That is a `BuildConfig`, or plain values as `twbench.dataset.config.recipe` has them (or, for
    games that are found, `twbench.dataset.building.found`):

    >>> result = build_dataset(
    ...     {
    ...         "dataset": {"name": "mine", "splits": {"train": 4, "test": 2}},
    ...         "challenge": {"name": "coin_collector", "level": {"randint": [3, 6]}},
    ...         "compute": {"backend": "serial"},
    ...         "out": "datasets/mine",
    ...     },
    ...     progress=False,
    ... )
    >>> result.index.size
    6

    Raises DatasetError if the folder is in use or holds something else, GenerationError if there
    are not enough different games, and ChallengeError if a challenge always fails. What was made
    until then is kept, and taken up by the next build as far as its configuration makes the same.
    ``progress`` shows a bar on the standard error stream.
    """
    started = time.monotonic()
    if not isinstance(config, BuildConfig) and is_of_found_games(config):
        from twbench.dataset.building.found import build_found, parse_found  # and so all of imports

        found = parse_found(config)
        existed = (found.out / INDEX_FILE).is_file() and not found.overwrite
        index = build_found(found, progress)
        return BuildResult(found.out, index, time.monotonic() - started, existed)
    if not isinstance(config, BuildConfig):
        config = parse_build(config)
    with open_workspace(config.out, config.recipe.serialize(), config.overwrite) as workspace:
        if workspace.finished:
            index = read_index(config.out)
        else:
            index = _Building(config, workspace, progress).run()
    return BuildResult(config.out, index, time.monotonic() - started, workspace.finished)


class _Building:
    """The state of one build in its locked workspace."""

    def __init__(self, config: BuildConfig, workspace: Workspace, progress: bool):
        self._config = config
        self._workspace = workspace
        self._dataset = config.recipe.dataset
        self._split_names = [split.name for split in self._dataset.splits]
        self._plan = Plan(config.recipe)
        self._deduplication = self._new_deduplication()
        self._accepted = Accepted()
        self._rejected: list[dict[str, Any]] = []
        self._require()
        self._bar = progress_bar(self._dataset.name, self._dataset.size, progress)

    def run(self) -> DatasetIndex:
        """Fill every place, then write the dataset."""
        recipe = self._config.recipe
        work = ChunkWork(
            make=item.build_in_parts,
            lose=item.lose_item,
            seconds=item.patience,
            folder=self._workspace.chunk_folder,
            failures=self._workspace.failures,
            packed=recipe.output.packed,
            quiet=False,
        )
        try:
            with self._bar, engine(self._config.compute) as workers:
                candidates = Candidates(self._workspace, self._plan, work, workers)
                if not len(candidates) and self._dataset.size >= SMALL:
                    self._look_ahead(candidates, workers)
                pending = self._fill(candidates)
        except ChallengeError as error:
            self._workspace.forget(error.challenge)  # it may be mended when the build goes on
            raise
        self._deduplication = self._new_deduplication()  # what it remembers takes most memory
        self._rejected += filter(self._was_judged, candidates.rejections())
        self._rejected.sort(key=_by_place)
        if pending:
            raise GenerationError(self._give_up(pending, candidates))
        sizes = {split.name: split.size for split in self._dataset.splits}
        content = Content(self._dataset.name, recipe.serialize(), sizes, recipe.output)
        assembly = Assembly(
            self._workspace.out, content, candidates.chunk, self._accepted, self._rejected
        )
        return assembly.write()

    def _require(self) -> None:
        """Raise InputError where the games cannot be proven here, before any is made."""
        self._plan.extensions.use()
        for name in sorted({challenges.get(name).family for name in self._plan.strictest}):
            families.get(name).require()

    def _look_ahead(self, candidates: Candidates, workers: Engine) -> None:
        """Look at the first candidates; raises ConfigError if there are not enough games."""

        def make_first(slots: Sequence[Slot]) -> list[Sample]:
            for _ in candidates.make(slots, 0, self._config.compute.chunk_size):
                pass
            return [candidates.sample(slot, 0) for slot in slots]

        feasibility = Feasibility(self._plan, self._new_deduplication(), workers, make_first)
        problems = feasibility.problems()
        if problems:
            self._workspace.remove()
            raise ConfigError(
                "\n  ".join(["The dataset cannot be filled with different games:", *problems])
            )
        if not self._bar.disable:
            self._bar.write("\n".join(feasibility.lines()), file=sys.stderr)

    def _new_deduplication(self) -> Deduplication:
        return Deduplication(self._plan.strictest, self._dataset.held_out)

    def _fill(self, candidates: Candidates) -> Sequence[Slot]:
        """Make and judge candidates round by round; return the places that stay empty."""
        pending: Sequence[Slot] = Places(self._split_names, self._plan.decided())
        for attempt in range(self._dataset.max_attempts):
            pending = self._round(candidates, pending, attempt)
            if not pending:
                break
            self._bar.set_postfix_str(short_of(pending, self._plan))
        return pending

    def _round(self, candidates: Candidates, slots: Sequence[Slot], attempt: int) -> Places:
        """Make a candidate for each place; return the places that are still empty.

        Candidates are judged in the order of ``slots``, each as soon as all before it are made.
        """
        empty = Places(self._split_names)
        waiting = iter(slots)
        following = next(waiting, None)
        # It yields before it makes anything: what an earlier build has left is judged then.
        for _ in candidates.make(slots, attempt, self._config.compute.chunk_size):
            while following is not None and candidates.has(following, attempt):
                if not self._takes(following, attempt, *candidates.take(following, attempt)):
                    empty.append(following)
                following = next(waiting, None)
            self._bar.update(len(self._accepted) - self._bar.n)
        return empty

    def _takes(self, slot: Slot, attempt: int, outcome: Outcome, taken: Taken) -> bool:
        """Accept or reject a candidate."""
        game = outcome.game
        if game is None:
            return False
        conflict = self._deduplication.accept(slot, game, self._plan.hygiene(slot))
        if conflict is None:
            self._accepted.put(slot, taken)
            return True
        self._rejected.append(
            rejection_row(
                self._plan.spec(slot, attempt),
                conflict.reason,
                conflict.detail,
                game.game_id,
                game.structure_hash,
            )
        )
        return False

    def _was_judged(self, row: Mapping[str, Any]) -> bool:
        """Say whether a candidate, which another recipe may have left, had its turn in this one."""
        taken = self._accepted.get(Slot(row["split"], row["index"]))
        return taken is None or row["attempt"] < taken.attempt

    def _give_up(self, empty: Sequence[Slot], candidates: Candidates) -> str:
        """Write the table of rejected candidates; return what is to be said of the shortage."""
        path = self._workspace.work / REJECTED_FILE
        rows = table_of(self._rejected, REJECTED)
        write_parquet(path, REJECTED, [rows], self._config.recipe.output.row_group_size)
        shortage = Shortage(self._plan, empty, candidates.structures(), self._rejected)
        return f"{shortage.text()}\nWhat was made is kept; why each was rejected is in {path}."


def _by_place(row: Mapping[str, Any]) -> tuple[tuple[int, str], int, int]:
    return split_order(row["split"]), row["index"], row["attempt"]
