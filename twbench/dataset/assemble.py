"""From finished chunks to the files of a dataset, in the order of splits and indexes.

All steps can be repeated: a build that is killed here starts this stage again and ends with the
same bytes. Rows are streamed, so memory does not grow with the dataset.
"""

__all__ = ["Accepted", "Assembly", "Content"]

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from twbench import __version__
from twbench.dataset.card import write_card, write_picture
from twbench.dataset.chunk import Chunk
from twbench.dataset.config import OutputConfig
from twbench.dataset.counts import Counts
from twbench.dataset.croissant import write_croissant
from twbench.dataset.fingerprint import fingerprint, row_digest
from twbench.dataset.index import (
    DatasetIndex,
    SplitCounts,
    file_sha256,
    pack_names,
    shard_names,
)
from twbench.dataset.plan import Slot
from twbench.dataset.schema import MANIFEST, PACK, REJECTED, write_parquet
from twbench.dataset.storage import PACKED_TOGETHER
from twbench.dataset.workspace import DATASET_FILE, write_atomically

CACHED_CHUNKS = 8

Accepted = Mapping[Slot, tuple[Chunk, int]]
"""For each place the chunk that holds its game, and the number of the attempt."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a dataset is to be: its name, its recipe as plain data, and the sizes of its splits."""

    name: str
    config: dict[str, Any]
    sizes: Mapping[str, int]
    output: OutputConfig


class Assembly:
    """Writes one dataset into ``out`` from the candidates that were accepted.

    ``rejected`` are the rows of all others, in the order of split, index and attempt.
    """

    def __init__(
        self, out: Path, content: Content, accepted: Accepted, rejected: Sequence[dict[str, Any]]
    ):
        self._out = out
        self._content = content
        self._accepted = accepted
        self._rejected = rejected
        self._tables: dict[Path, tuple[pa.Table, dict[tuple[str, int, int], int]]] = {}
        self._digests: list[str] = []

    def write(self) -> DatasetIndex:
        """Write all files, ``dataset.json`` last; return its content."""
        content = self._content
        counts = Counts(list(content.sizes))
        files: list[Path] = []
        for split, size in content.sizes.items():
            files += self._write_split(split, size, counts)
        for name, table in (
            ("entities.parquet", counts.entities()),
            ("rejected.parquet", pa.Table.from_pylist(list(self._rejected), schema=REJECTED)),
            ("vocab.parquet", counts.vocab()),
        ):
            write_parquet(self._out / name, table.schema, [table], content.output.row_group_size)
            files.append(self._out / name)
        self._digests += [row_digest(row) for row in self._rejected]
        index = DatasetIndex(
            name=content.name,
            version=__version__,
            fingerprint=fingerprint(content.config, __version__, self._digests),
            config=content.config,
            splits={split: self._split_counts(split) for split in content.sizes},
            files={path.relative_to(self._out).as_posix(): file_sha256(path) for path in files},
        )
        for path in self._describe(index):
            index.files[path.name] = file_sha256(path)
        write_atomically(self._out / DATASET_FILE, index.dump())
        return index

    def _describe(self, index: DatasetIndex) -> Iterator[Path]:
        """Write the files that tell people and programs about the dataset."""
        for write in (write_picture, write_card, write_croissant):
            yield write(self._out, index)

    def _write_split(self, split: str, size: int, counts: Counts) -> list[Path]:
        """Write the manifest of a split, and its stories and games; return the Parquet files."""
        output = self._content.output
        paths = []
        names = zip(
            shard_names(split, size, output.shard_size),
            pack_names(split, size, output.shard_size),
            strict=True,
        )
        for number, (name, pack_name) in enumerate(names):
            first = number * output.shard_size
            indexes = range(first, min(first + output.shard_size, size))
            rows = self._rows(split, indexes, counts)
            write_parquet(self._out / name, MANIFEST, rows, output.row_group_size)
            paths.append(self._out / name)
            if output.packed:
                pack = (chunk.packed().take(run) for chunk, run in self._runs(split, indexes))
                write_parquet(self._out / pack_name, PACK, pack, PACKED_TOGETHER)
                paths.append(self._out / pack_name)
        return paths

    def _rows(self, split: str, indexes: range, counts: Counts) -> Iterator[pa.Table]:
        """Yield the manifest rows of ``indexes``, and put their files into place."""
        for chunk, positions in self._runs(split, indexes):
            taken = self._table(chunk)[0].take(positions)
            self._digests += taken.column("digest").to_pylist()
            counts.add(split, taken)
            if not self._content.output.packed:
                self._move_files(chunk, taken)
            yield taken.drop_columns(["digest"])

    def _runs(self, split: str, indexes: range) -> Iterator[tuple[Chunk, list[int]]]:
        """Yield chunks, each with the positions in it of consecutive ``indexes``."""
        run: list[int] = []
        holder: Chunk | None = None
        for index in indexes:
            chunk, attempt = self._accepted[Slot(split, index)]
            if holder is not None and chunk != holder:
                yield holder, run
                run = []
            holder = chunk
            run.append(self._table(chunk)[1][split, index, attempt])
        if holder is not None:
            yield holder, run

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
        tries = sum(attempts) + (rejected if "import" in self._content.config else 0)
        return SplitCounts(games=len(attempts), attempts=tries, rejected=rejected)
