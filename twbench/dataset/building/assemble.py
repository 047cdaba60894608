"""From finished chunks to the files of a dataset, in the order of splits and indexes.

All steps can be repeated: a build that is killed here starts this stage again and ends with the
same bytes. Rows are streamed, so memory does not grow with the dataset.
"""

__all__ = ["Assembly", "Content"]

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from twbench.bounded_cache import BoundedCache
from twbench.dataset.building.chunk import Chunk
from twbench.dataset.building.places import Accepted
from twbench.dataset.card.counts import Counts
from twbench.dataset.card.descriptions import DESCRIPTIONS
from twbench.dataset.card.tables import write_table
from twbench.dataset.config.plan import Slot
from twbench.dataset.config.recipe import OutputConfig
from twbench.dataset.files.arrays import table_of
from twbench.dataset.files.beside import has_beside, write_beside
from twbench.dataset.files.columns import PACKED_TOGETHER, REJECTED_FILE
from twbench.dataset.files.fingerprint import fingerprint, row_digest
from twbench.dataset.files.index import (
    INDEX_FILE,
    DatasetIndex,
    SplitCounts,
    file_sha256,
    pack_names,
    shard_names,
)
from twbench.dataset.files.schema import MANIFEST, PACK, REJECTED, write_parquet
from twbench.dataset.items.failure import is_reproducible
from twbench.errors import DatasetError
from twbench.system.files import write_atomically
from twbench.untrusted import inside
from twbench.version import __version__

CACHED_CHUNKS = 64
"""Chunks are read in the order of places, once for each split that has some of their candidates;
candidates that came later lie in a few others."""

_DIGEST_SIZE = 32


class Content(NamedTuple):
    """What a dataset is to be: its name, its recipe as plain data, and the sizes of its splits."""

    name: str
    config: dict[str, Any]
    sizes: Mapping[str, int]
    output: OutputConfig


class Assembly:
    """Writes one dataset into ``out`` from the candidates that were accepted.

    Chunks have numbers in them, by which ``chunk`` returns each. ``rejected`` are the rows of all
    others, in the order of split, index and attempt.
    """

    def __init__(
        self,
        out: Path,
        content: Content,
        chunk: Callable[[int], Chunk],
        accepted: Accepted,
        rejected: Sequence[dict[str, Any]],
    ):
        self._out = out
        self._content = content
        self._chunk = chunk
        self._accepted = accepted
        self._rejected = rejected
        self._tables: BoundedCache[Path, tuple[pa.Table, dict[tuple[str, int, int], int]]]
        self._tables = BoundedCache(CACHED_CHUNKS)
        # One after the other as bytes, since there is one for each game.
        self._digests = bytearray()
        self._folders: set[str] = set()

    def write(self) -> DatasetIndex:
        """Write all files, ``dataset.json`` last; return its content."""
        content = self._content
        counts = Counts(list(content.sizes))
        files: list[Path] = []
        for split, size in content.sizes.items():
            files += self._write_split(split, size, counts)
        tables = {**counts.tables(), REJECTED_FILE: table_of(self._rejected, REJECTED)}
        for name, table in tables.items():
            write_table(self._out / name, table.schema, [table], content.output.row_group_size)
            files.append(self._out / name)
        for row in self._rejected:
            self._digests += bytes.fromhex(row_digest(row))
        index = DatasetIndex(
            name=content.name,
            version=__version__,
            fingerprint=fingerprint(content.config, __version__, self._row_digests()),
            config=content.config,
            splits={split: self._split_counts(split) for split in content.sizes},
            files={path.relative_to(self._out).as_posix(): file_sha256(path) for path in files},
            reproducible=is_reproducible(self._rejected),
        )
        for name, make in DESCRIPTIONS.items():
            text = make(self._out, index)
            if text is not None:
                write_atomically(self._out / name, text)
                index.files[name] = file_sha256(self._out / name)
        # Last of all: where this file is, the dataset is finished, and no build goes on with it.
        write_atomically(self._out / INDEX_FILE, index.dump(), lasting=True)
        return index

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
            write_table(self._out / name, MANIFEST, rows, output.row_group_size)
            paths.append(self._out / name)
            if output.packed:
                pack = (_taken(chunk.packed(), run) for chunk, run, _ in self._runs(split, indexes))
                write_parquet(self._out / pack_name, PACK, pack, PACKED_TOGETHER)
                paths.append(self._out / pack_name)
        return paths

    def _rows(self, split: str, indexes: range, counts: Counts) -> Iterator[pa.Table]:
        """Yield the manifest rows of ``indexes``, and put their files into place."""
        for chunk, positions, run in self._runs(split, indexes):
            taken = _taken(self._table(chunk)[0], positions)
            if not self._content.output.packed:
                self._move_files(chunk, taken)
            placed = _placed(taken, run)
            if not self._content.output.packed:
                self._write_beside(placed)
            self._digests += bytes.fromhex("".join(placed.column("digest").to_pylist()))
            counts.add(split, placed)
            yield placed.drop_columns(["digest"])

    def _runs(self, split: str, indexes: range) -> Iterator[tuple[Chunk, list[int], range]]:
        """Yield chunks, each with positions in it, and the consecutive indexes these are for."""
        places = ((index, self._accepted[Slot(split, index)]) for index in indexes)
        for number, group in groupby(places, key=lambda place: place[1].chunk):
            run = list(group)
            chunk = self._chunk(number)
            rows = self._table(chunk)[1]
            positions = [rows[split, taken.made_for, taken.attempt] for _, taken in run]
            yield chunk, positions, range(run[0][0], run[-1][0] + 1)

    def _row_digests(self) -> Iterator[str]:
        """Yield the digests of all rows, as they are written."""
        for start in range(0, len(self._digests), _DIGEST_SIZE):
            yield self._digests[start : start + _DIGEST_SIZE].hex()

    def _move_files(self, chunk: Chunk, taken: pa.Table) -> None:
        """Move the files of games into place, unless a build that was killed has done so."""
        out, kept = str(self._out), str(chunk.folder)
        for name, target, _ in chunk.files(taken):
            folder = target.rpartition("/")[0]
            if folder not in self._folders:
                inside(self._out, folder, DatasetError).mkdir(parents=True, exist_ok=True)
                self._folders.add(folder)
            with contextlib.suppress(FileNotFoundError):
                # What is moved is never followed; a Path for each takes longer than this.
                os.replace(f"{kept}/{name}", f"{out}/{target}")  # noqa: PTH105

    def _write_beside(self, placed: pa.Table) -> None:
        """Write what lies beside stories."""
        for row in placed.select(["family", "params", "story"]).to_pylist():
            if has_beside(row):
                write_beside(inside(self._out, row["story"], DatasetError), row)

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
            self._tables.keep(chunk.folder, found)
        return found

    def _split_counts(self, split: str) -> SplitCounts:
        rejected = sum(row["split"] == split for row in self._rejected)
        imported = "import" in self._content.config
        return SplitCounts.of(self._accepted.attempts(split), rejected, imported=imported)


def _placed(items: pa.Table, indexes: range) -> pa.Table:
    """Return ``items`` with these indexes, as they are in a manifest, and their digests."""
    items = items.drop_columns(["key"])
    if items.column("index").to_pylist() == list(indexes):
        return items
    # A digest is of the whole row, of its index too.
    rows = items.drop_columns(["digest"]).to_pylist()
    moved = [{**row, "index": index} for row, index in zip(rows, indexes, strict=True)]
    return table_of([{**row, "digest": row_digest(row)} for row in moved], items.schema)


def _taken(table: pa.Table, positions: Sequence[int]) -> pa.Table:
    """Return the rows at ``positions``.

    They are a few runs, most often one. `pyarrow.Table.take` would load all functions of Arrow.
    """
    starts = [0, *(n for n in range(1, len(positions)) if positions[n] != positions[n - 1] + 1)]
    ends = [*starts[1:], len(positions)]
    runs = [
        table.slice(positions[start], end - start) for start, end in zip(starts, ends, strict=True)
    ]
    return runs[0] if len(runs) == 1 else pa.concat_tables(runs)
