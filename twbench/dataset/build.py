"""Building a dataset: plan, make and prove candidates in parallel, judge them, write the files.

Candidates are made in rounds: first one for every place, then another for each place whose
candidate was rejected, and so on. All of a round are judged before the next begins. The result
therefore depends on the recipe alone; what a round costs in waiting is little, since rounds after
the first are short.
"""

__all__ = ["BuildResult", "build_dataset"]

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twbench.dataset import item
from twbench.dataset.assemble import Assembly, Content
from twbench.dataset.candidates import Candidates, Made, progress_bar
from twbench.dataset.chunk import rejection_row
from twbench.dataset.chunk_work import ChunkWork
from twbench.dataset.config import BuildConfig, split_order
from twbench.dataset.engines import engine
from twbench.dataset.hygiene import Claimant, Claims
from twbench.dataset.index import DatasetIndex, read_index
from twbench.dataset.plan import Plan, Slot
from twbench.dataset.workspace import Workspace, open_workspace
from twbench.errors import GenerationError
from twbench.hashing import canonical_json


@dataclass(frozen=True, slots=True)
class BuildResult:
    """A finished dataset; ``existed`` if it was already there, ``seconds`` of work just now."""

    folder: Path
    index: DatasetIndex
    seconds: float
    existed: bool


def build_dataset(config: BuildConfig, progress: bool = True) -> BuildResult:
    """Build the dataset of ``config``, or finish it if an earlier build was interrupted.

    Raises DatasetError if the folder is in use or holds something else, GenerationError if there
    are not enough different games, and ChallengeError if a challenge always fails. ``progress``
    shows a bar on the standard error stream.
    """
    started = time.monotonic()
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
        self._plan = Plan(config.recipe)
        self._claims = Claims(self._plan.strictest, self._dataset.held_out)
        self._accepted: dict[Slot, Made] = {}
        self._rejected: list[dict[str, Any]] = []
        self._bar = progress_bar(self._dataset.name, self._dataset.size, progress)

    def run(self) -> DatasetIndex:
        """Fill every place, then write the dataset."""
        recipe = self._config.recipe
        work = ChunkWork(
            make=item.build_item,
            lose=item.lose_item,
            limit=item.patience,
            folder=self._workspace.chunk_folder,
            failures=self._workspace.failures,
            packed=recipe.output.packed,
            quiet=False,
        )
        with self._bar, engine(self._config.compute) as workers:
            candidates = Candidates(self._workspace, self._plan.spec, work, workers, self._bar)
            pending = self._fill(candidates)
        if pending:
            raise GenerationError(self._shortage(pending, candidates))
        self._rejected += candidates.rejections()
        self._rejected.sort(key=_by_place)
        sizes = {split.name: split.size for split in self._dataset.splits}
        content = Content(self._dataset.name, recipe.serialize(), sizes, recipe.output)
        return Assembly(self._config.out, content, self._accepted, self._rejected).write()

    def _fill(self, candidates: Candidates) -> Sequence[Slot]:
        """Make and judge candidates round by round; return the places that stay empty."""
        pending: Sequence[Slot] = list(self._plan.slots())
        for attempt in range(self._dataset.max_attempts):
            candidates.make(pending, attempt, self._config.compute.chunk_size)
            pending = self._judge(candidates, pending, attempt)
            if not pending:
                break
            self._bar.update(len(self._accepted) - self._bar.n)
        return pending

    def _judge(self, candidates: Candidates, slots: Iterable[Slot], attempt: int) -> list[Slot]:
        """Accept or reject the candidates number ``attempt``; return the places still empty."""
        empty = []
        for slot in sorted(slots, key=self._plan.claim_order):
            made = candidates.made[slot, attempt]
            outcome, _ = made
            if outcome.game_id is None or outcome.structure_hash is None:
                empty.append(slot)
                continue
            game = Claimant(*(getattr(outcome, name) for name in Claimant._fields))
            refusal = self._claims.claim(slot, game, self._plan.hygiene(slot))
            if refusal is None:
                self._accepted[slot] = made
                continue
            empty.append(slot)
            self._rejected.append(
                rejection_row(
                    self._plan.spec(slot, attempt),
                    refusal.reason,
                    refusal.detail,
                    outcome.game_id,
                    outcome.structure_hash,
                )
            )
        return sorted(empty, key=lambda slot: (split_order(slot.split), slot.index))

    def _shortage(self, empty: Sequence[Slot], candidates: Candidates) -> str:
        """Say which splits could not be filled, and how many different games there were."""
        missing = Counter(slot.split for slot in empty)
        sizes = {split.name: split.size for split in self._dataset.splits}
        found = ", ".join(
            f"{sizes[name] - count} of {sizes[name]} for split {name}"
            for name, count in missing.items()
        )
        wanted = self._plan.spec(empty[0], 0)
        games, structures = set(), set()
        for (slot, attempt), (outcome, _) in candidates.made.items():
            spec = self._plan.spec(slot, attempt)
            if (spec.challenge, spec.params) == (wanted.challenge, wanted.params):
                games.add(outcome.game_id)
                structures.add(outcome.structure_hash)
        return (
            f"Not enough different games: after {self._dataset.max_attempts} attempts for each"
            f" place there are {found}. {wanted.challenge} {canonical_json(wanted.params)} gave"
            f" {len(games - {None})} different games of {len(structures - {None})} different"
            " puzzles. Ask for fewer games, vary the parameters more, or let splits share puzzles"
            " with dataset.hygiene=none."
        )


def _by_place(row: Mapping[str, Any]) -> tuple[tuple[int, str], int, int]:
    return split_order(row["split"]), row["index"], row["attempt"]
