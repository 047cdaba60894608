"""From finished chunks to the files of a dataset, in the order of splits and indexes.

All steps can be repeated: a build that is killed here starts this stage again and ends with the
same bytes. Rows are streamed, so memory does not grow with the dataset.
"""

__all__ = ["Accepted", "Assembly"]

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from twbench import __version__
from twbench.dataset.card import write_card
from twbench.dataset.chunk import Chunk
from twbench.dataset.config import Recipe, Split
from twbench.dataset.counts import Counts
from twbench.dataset.croissant import write_croissant
from twbench.dataset.fingerprint import fingerprint, row_digest
from twbench.dataset.index import DatasetIndex, SplitCounts, file_sha256, shard_names
from twbench.dataset.plan import Slot
from twbench.dataset.schema import MANIFEST, REJECTED, write_parquet
from twbench.dataset.workspace import DATASET_FILE, write_atomically

CACHED_CHUNKS = 8

Accepted = Mapping[Slot, tuple[Chunk, int]]
"""For each place the chunk that holds its game, and the number of the attempt."""


class Assembly:
    """Writes one dataset into ``out`` from the candidates that were accepted.

    ``rejected`` are the rows of all others, in the order of split, index and attempt.
    """

    def __init__(
        self, out: Path, recipe: Recipe, accepted: Accepted, rejected: Sequence[dict[str, Any]]
    ):
        self._out = out
        self._recipe = recipe
        self._accepted = accepted
        self._rejected = rejected
        self._tables: dict[Path, tuple[pa.Table, dict[tuple[str, int, int], int]]] = {}
        self._digests: list[str] = []

    def write(self) -> DatasetIndex:
        """Write all files, ``dataset.json`` last; return its content."""
        splits = self._recipe.dataset.splits
        group = self._recipe.output.row_group_size
        counts = Counts([split.name for split in splits])
        files: list[Path] = []
        for split in splits:
            files += self._write_split(split, counts)
        for name, table in (
            ("entities.parquet", counts.entities()),
            ("rejected.parquet", pa.Table.from_pylist(list(self._rejected), schema=REJECTED)),
            ("vocab.parquet", counts.vocab()),
        ):
            write_parquet(self._out / name, table.schema, [table], group)
            files.append(self._out / name)
        self._digests += [row_digest(row) for row in self._rejected]
        config = self._recipe.serialize()
        index = DatasetIndex(
            name=self._recipe.dataset.name,
            version=__version__,
            fingerprint=fingerprint(config, __version__, self._digests),
            config=config,
            splits={split.name: self._split_counts(split.name) for split in splits},
            files={path.relative_to(self._out).as_posix(): file_sha256(path) for path in files},
        )
        for path in (write_card(self._out, index), write_croissant(self._out, index)):
            index.files[path.name] = file_sha256(path)
        write_atomically(self._out / DATASET_FILE, index.dump())
        return index

    def _write_split(self, split: Split, counts: Counts) -> list[Path]:
        paths = []
        size = self._recipe.output.shard_size
        for number, name in enumerate(shard_names(split.name, split.size, size)):
            indexes = range(number * size, min((number + 1) * size, split.size))
            path = self._out / name
            rows = self._rows(split.name, indexes, counts)
            write_parquet(path, MANIFEST, rows, self._recipe.output.row_group_size)
            paths.append(path)
        return paths

    def _rows(self, split: str, indexes: range, counts: Counts) -> Iterator[pa.Table]:
        """Yield the manifest rows of ``indexes``, and put their files into place."""
        run: list[int] = []
        holder: Chunk | None = None
        for index in indexes:
            chunk, attempt = self._accepted[Slot(split, index)]
            if holder is not None and chunk != holder:
                yield self._take(holder, run, split, counts)
                run = []
            holder = chunk
            run.append(self._table(chunk)[1][split, index, attempt])
        if holder is not None:
            yield self._take(holder, run, split, counts)

    def _take(self, chunk: Chunk, positions: list[int], split: str, counts: Counts) -> pa.Table:
        taken = self._table(chunk)[0].take(positions)
        self._digests += taken.column("digest").to_pylist()
        counts.add(split, taken)
        self._move_files(chunk, taken)
        return taken.drop_columns(["digest"])

    def _move_files(self, chunk: Chunk, taken: pa.Table) -> None:
        for kept, target, _ in chunk.files(taken):
            place = self._out / target
            if kept.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                kept.replace(place)

    def _table(self, chunk: Chunk) -> tuple[pa.Table, dict[tuple[str, int, int], int]]:
        """Return the items of ``chunk``, and the row number of each."""
        found = self._tables.get(chunk.folder)
        if found is None:
            items = chunk.items()
            keys = zip(
                *(items.column(name).to_pylist() for name in ("split", "index", "attempt")),
                strict=True,
            )
            found = items, {key: row for row, key in enumerate(keys)}
            if len(self._tables) >= CACHED_CHUNKS:
                del self._tables[next(iter(self._tables))]
            self._tables[chunk.folder] = found
        return found

    def _split_counts(self, split: str) -> SplitCounts:
        attempts = [
            attempt + 1 for slot, (_, attempt) in self._accepted.items() if slot.split == split
        ]
        rejected = sum(row["split"] == split for row in self._rejected)
        return SplitCounts(games=len(attempts), attempts=sum(attempts), rejected=rejected)
