"""Verifying a dataset: every byte, every row and every walkthrough.

What is checked, from the whole to the single game:

1. ``dataset.json`` is canonical, and its files, counts and fingerprint are those found;
2. no file is missing, changed or additional;
3. the manifests have the columns, places, names and paths they must have; no game appears twice,
   and no structure is in two splits unless the recipe allows it;
4. ``vocab.parquet`` and ``entities.parquet`` count what the manifests hold;
5. each game is what its row says, and its walkthrough wins in the compiled story;
6. on request, all games or some are built anew and compared byte by byte.
"""

__all__ = ["Problem", "Verification", "verify_dataset"]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import joblib
import pyarrow as pa
from tqdm import tqdm

from twbench.dataset import item
from twbench.dataset.check import check_game, rebuild_game
from twbench.dataset.config import Recipe, parse_recipe
from twbench.dataset.counts import Counts
from twbench.dataset.fingerprint import fingerprint, row_digest
from twbench.dataset.hygiene import Claims
from twbench.dataset.index import INDEX_FILE, DatasetIndex, SplitCounts, file_sha256, read_index
from twbench.dataset.plan import Plan, Slot
from twbench.dataset.schema import MANIFEST, REJECTED, read_parquet
from twbench.errors import ConfigError, DatasetError
from twbench.seeding import Rng, derive_seed

CHECKED_TOGETHER = 16


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """Something wrong with the file ``path`` of a dataset."""

    path: str
    what: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


@dataclass(frozen=True, slots=True)
class Verification:
    """The result: ``problems`` (none: the dataset is sound) and how much was looked at."""

    index: DatasetIndex
    problems: tuple[Problem, ...]
    games: int
    rebuilt: int


def verify_dataset(
    folder: Path,
    rebuild: int | None = 0,
    n_jobs: int = -1,
    progress: bool = True,
) -> Verification:
    """Check the dataset in ``folder``; ``rebuild`` games (None: all) are built anew.

    Raises DatasetError if there is no readable ``dataset.json``: everything else is a problem in
    the result.
    """
    index = read_index(folder)
    return _Verifier(folder, index, n_jobs, progress).run(rebuild)


class _Verifier:
    def __init__(self, folder: Path, index: DatasetIndex, n_jobs: int, progress: bool):
        self._folder = folder
        self._index = index
        self._n_jobs = n_jobs
        self._progress = progress
        self._problems: set[Problem] = set()

    def run(self, rebuild: int | None) -> Verification:
        """Do all checks."""
        rows: list[dict[str, Any]] = []
        recipe = self._check_recipe()
        self._check_index_text()
        self._check_tables()
        if recipe is not None:
            rows = self._read_manifests(recipe)
            self._check_rows(rows, recipe)
            self._check_counts(rows)
            self._check_fingerprint(rows)
        self._check_extra_files(rows)
        chosen = self._choose(rows, rebuild)
        self._check_games(rows, chosen, recipe)
        return Verification(self._index, tuple(sorted(self._problems)), len(rows), len(chosen))

    def _report(self, path: str, what: str) -> None:
        self._problems.add(Problem(path, what))

    def _check_index_text(self) -> None:
        if (self._folder / INDEX_FILE).read_text(encoding="utf-8") != self._index.dump():
            self._report(INDEX_FILE, "changed: it is not written as twbench writes it")

    def _check_recipe(self) -> Recipe | None:
        try:
            recipe = parse_recipe(self._index.config)
        except ConfigError as error:
            self._report(INDEX_FILE, f"its configuration is wrong: {error}")
            return None
        if recipe.serialize() != self._index.config:
            self._report(INDEX_FILE, "changed: its configuration is not written out in full")
        if recipe.dataset.name != self._index.name:
            self._report(INDEX_FILE, "changed: its name is not that of its configuration")
        sizes = {split.name: split.size for split in recipe.dataset.splits}
        if sizes != {name: counts.games for name, counts in self._index.splits.items()}:
            self._report(INDEX_FILE, "changed: its splits are not those of its configuration")
            return None
        return recipe

    def _check_tables(self) -> None:
        for name, digest in self._index.files.items():
            path = self._folder / name
            if not path.is_file():
                self._report(name, "missing")
            elif file_sha256(path) != digest:
                self._report(name, "changed: its SHA-256 is not that of dataset.json")
        for name in self._expected_tables() - self._index.files.keys():
            self._report(INDEX_FILE, f"changed: it has no hash of {name}")

    def _expected_tables(self) -> set[str]:
        names = {"README.md", "croissant.json"}
        names |= {"entities.parquet", "rejected.parquet", "vocab.parquet"}
        for split in self._index.splits:
            names.update(self._index.shards(split))
        return names

    def _read(self, name: str, schema: pa.Schema) -> list[dict[str, Any]]:
        """Return the rows of a table, or none if it is missing or unreadable (a problem)."""
        try:
            with read_parquet(self._folder / name, schema) as file:
                return list(file.read().to_pylist())
        except DatasetError:
            self._report(name, "missing, unreadable, or with other columns")
        except (OSError, pa.ArrowException):
            self._report(name, "unreadable")
        return []

    def _read_manifests(self, recipe: Recipe) -> list[dict[str, Any]]:
        rows = []
        for split in self._index.splits:
            for name in self._index.shards(split):
                rows += self._read(name, MANIFEST)
        return rows

    def _check_rows(self, rows: Iterable[Mapping[str, Any]], recipe: Recipe) -> None:
        """Check places, names, paths, parameters, and the hygiene of the splits."""
        plan = Plan(recipe)
        claims = Claims(recipe.dataset.shared_structures)
        slots = plan.slots()
        for row in rows:
            slot = next(slots, None)
            where = f"data/{row['split']}"
            if slot != Slot(row["split"], row["index"]):
                self._report(where, f"row {row['index']} is not in its place")
                return
            for column, value in _planned(plan, slot, row).items():
                if row[column] != value:
                    self._report(where, f"row {row['index']}: {column} is not as planned")
            refusal = claims.claim(slot, row["game_id"], row["structure_hash"])
            if refusal is not None:
                self._report(where, f"row {row['index']}: {refusal.detail}")
        if next(slots, None) is not None:
            self._report("data", "rows are missing")

    def _check_counts(self, rows: Iterable[Mapping[str, Any]]) -> None:
        counts = Counts(list(self._index.splits))
        for row in rows:
            counts.add_row(row["split"], row)
        for name, table in (
            ("vocab.parquet", counts.vocab()),
            ("entities.parquet", counts.entities()),
        ):
            if self._read(name, table.schema) != table.to_pylist():
                self._report(name, "it does not count what the manifests hold")

    def _check_fingerprint(self, rows: Iterable[Mapping[str, Any]]) -> None:
        rejected = self._read("rejected.parquet", REJECTED)
        digests = [row_digest(row) for row in (*rows, *rejected)]
        if fingerprint(self._index.config, self._index.version, digests) != self._index.fingerprint:
            self._report(INDEX_FILE, "its fingerprint is not that of the content")
        for split, counts in self._index.splits.items():
            attempts = [row["attempt"] + 1 for row in rows if row["split"] == split]
            refused = sum(row["split"] == split for row in rejected)
            if counts != SplitCounts(len(attempts), sum(attempts), refused):
                self._report(INDEX_FILE, f"its counts of split {split} are not those found")

    def _check_extra_files(self, rows: Iterable[Mapping[str, Any]]) -> None:
        expected = self._expected_tables() | {INDEX_FILE}
        for row in rows:
            expected |= {row["story"], row["game"]}
        for path in sorted(self._folder.rglob("*")):
            name = path.relative_to(self._folder).as_posix()
            if not path.is_dir() and name not in expected:
                self._report(name, "no part of the dataset")

    def _choose(self, rows: list[dict[str, Any]], rebuild: int | None) -> set[int]:
        """Return the positions of the rows to rebuild: the same sample each time."""
        if rebuild is None or rebuild >= len(rows):
            return set(range(len(rows)))
        rng = Rng(derive_seed(0, "verify", self._index.fingerprint))
        return set(rng.sample(range(len(rows)), rebuild))

    def _check_games(
        self, rows: list[dict[str, Any]], chosen: set[int], recipe: Recipe | None
    ) -> None:
        plan = Plan(recipe) if recipe is not None else None
        parallel = joblib.Parallel(n_jobs=self._n_jobs, return_as="generator", batch_size=1)
        batches = [
            [(rows[i], i in chosen) for i in range(start, min(start + CHECKED_TOGETHER, len(rows)))]
            for start in range(0, len(rows), CHECKED_TOGETHER)
        ]
        calls = (joblib.delayed(_check_batch)(self._folder, batch, plan) for batch in batches)
        with tqdm(total=len(rows), desc="verify", unit="game", disable=not self._progress) as bar:
            for batch, faults in zip(batches, parallel(calls), strict=True):
                for path, what in faults:
                    self._report(path, what)
                bar.update(len(batch))


def _planned(plan: Plan, slot: Slot, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of ``row`` that follow from the recipe and its other columns."""
    spec = plan.spec(slot, row["attempt"])
    return item.planned_columns(spec, row["game_id"])


def _check_batch(
    folder: Path, batch: list[tuple[dict[str, Any], bool]], plan: Plan | None
) -> list[tuple[str, str]]:
    faults = []
    for row, again in batch:
        faults += check_game(folder, row)
        if again and plan is not None:
            faults += rebuild_game(folder, row, plan)
    return faults
