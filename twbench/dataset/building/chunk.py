"""Finished chunks, as `chunk_writer` has written them."""

__all__ = ["Chunk"]

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from twbench.dataset.building.chunk_writer import (
    ITEMS,
    ITEMS_FILE,
    PACKED_FILE,
    REJECTIONS,
    REJECTIONS_FILE,
    Outcome,
    outcome_of,
    stem,
)
from twbench.dataset.files.arrays import arrow_table, schema_of
from twbench.dataset.files.buffers import OtherColumnsError, read_columns
from twbench.dataset.files.columns import PACK, Column
from twbench.dataset.files.index import KINDS, has_sha256, kinds_of
from twbench.errors import DatasetError
from twbench.hashing import sha256_hex
from twbench.untrusted import check_name, inside, read_bytes

_LARGEST = 1 << 30
"""Bytes of a table of a chunk, which holds the stories and games of a packed one."""
_DIGEST_SIZE = hashlib.sha256().digest_size
_SCHEMAS: dict[tuple[Column, ...], pa.Schema] = {
    columns: schema_of(columns) for columns in (ITEMS, REJECTIONS, PACK)
}


class Chunk(NamedTuple):
    """A finished chunk on disk."""

    folder: Path

    def outcomes(self) -> list[Outcome]:
        """Return what became of every candidate of the chunk."""
        columns = list(Outcome._fields[1:])
        items = self.items().select(["split", "index", *columns])
        recorded = {column.name for column in REJECTIONS}
        known = ["split", "index", *(name for name in columns if name in recorded)]
        rejections = self.rejections().select(known)
        return [outcome_of(row) for table in (items, rejections) for row in table.to_pylist()]

    def items(self) -> pa.Table:
        """Return the manifest rows with their digests and keys."""
        return _read_table(self.folder / ITEMS_FILE, ITEMS)

    def rejections(self) -> pa.Table:
        """Return the rows of candidates that could not be taken."""
        return _read_table(self.folder / REJECTIONS_FILE, REJECTIONS)

    def packed(self) -> pa.Table:
        """Return the stories and games of a chunk that is to be packed: a row for each item."""
        return _read_table(self.folder / PACKED_FILE, PACK)

    @property
    def is_packed(self) -> bool:
        """Whether the chunk is for a dataset that is to be packed."""
        return (self.folder / PACKED_FILE).is_file()

    def files(self, items: pa.Table) -> Iterator[tuple[str, str, str]]:
        """Yield each story and game of ``items``: its name here, where it belongs, and its hash."""
        names = ["split", "index", "attempt", "story_format"]
        names += ["story", "story_sha256", "game", "game_sha256"]
        for row in items.select(names).to_pylist():
            name = stem(row)
            for kind in kinds_of(row):
                suffix = row["story_format"] if kind == "story" else "json"
                kept = check_name(self.folder, f"{name}.{suffix}", DatasetError)
                yield kept, row[kind], row[f"{kind}_sha256"]

    def take_back(self, out: Path) -> None:
        """Take the files back that have been moved into their place in ``out``."""
        if self.is_packed:
            return
        for name, target, _ in self.files(self.items()):
            kept, place = self._places(name, out, target)
            if not kept.is_file() and place.is_file():
                place.replace(kept)

    def is_sound(self, out: Path) -> bool:
        """Say whether all files are there, in the chunk or already in their place in ``out``."""
        try:
            self.rejections()
            items = self.items()
            if self.is_packed:
                return self._packed_is_sound(items)
            return all(
                any(has_sha256(path, digest) for path in self._places(name, out, target))
                for name, target, digest in self.files(items)
            )
        except (OSError, DatasetError):
            return False

    def _places(self, name: str, out: Path, target: str) -> tuple[Path, Path]:
        """Return where a file is kept, and where it belongs in ``out``."""
        return inside(self.folder, name, DatasetError), inside(out, target, DatasetError)

    def _packed_is_sound(self, items: pa.Table) -> bool:
        packed = self.packed()
        rows = items.select([*KINDS, *(f"{kind}_sha256" for kind in KINDS)]).to_pylist()
        return packed.num_rows == items.num_rows and all(
            sha256_hex(contents[kind]) == row[f"{kind}_sha256"]
            for row, contents in zip(rows, packed.to_pylist(), strict=True)
            for kind in kinds_of(row)
        )


def _read_table(path: Path, columns: tuple[Column, ...]) -> pa.Table:
    """Read a table; raises DatasetError if it is damaged or of another kind."""
    content = memoryview(read_bytes(path, DatasetError, _LARGEST))
    digest, table = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
    if hashlib.sha256(table).digest() != digest:
        raise DatasetError(f"{path} is damaged.")
    try:
        return arrow_table(read_columns(table, columns), _SCHEMAS[columns])
    except OtherColumnsError:
        raise DatasetError(f"{path} is of another version of twbench.") from None
