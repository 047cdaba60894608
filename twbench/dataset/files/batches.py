"""Rows of a table in a file from which a few can be read quickly, and only as they were written.

Parquet is made to be read in large pieces: to get at one row, its whole row group is decoded. Here
rows lie in small batches, as an Arrow IPC stream, which any Arrow reads from its beginning. Behind
its end stands where each batch is, with the SHA-256 of its bytes:

```
stream        the schema, batches of a fixed number of rows (the last may be shorter), the end
places        for each batch: offset and length (8 bytes each, little-endian), SHA-256
tail          SHA-256 of what the rows were taken from, their number (8), rows of a batch (4),
              SHA-256 of places and tail up to here, the name of this format (16)
```

A batch is compared with its hash each time it is read: that takes less than to make its rows.
"""

__all__ = ["BatchFile", "BatchLayout", "Spill", "write_batches"]

import hashlib
import os
import stat
import struct
import tempfile
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple

import pyarrow as pa

from twbench.dataset.files.arrays import array_of
from twbench.system.cache_folder import is_private

_PLACE = struct.Struct("<QQ32s")
_HEAD = struct.Struct("<32sQI")
_TAIL = struct.Struct(f"{_HEAD.format}32s16s")
_NAME = b"twbench-batches1"
_MOST_PLACES = 1 << 28
"""Bytes of places that are read at once, for five million batches."""


class BatchLayout(NamedTuple):
    """How rows lie in a file: their columns, and how many are in a batch."""

    schema: pa.Schema
    rows: int


class BatchPlace(NamedTuple):
    """Where a batch is in its file, in bytes, and their SHA-256."""

    offset: int
    length: int
    digest: bytes


def read_batch(descriptor: int, place: BatchPlace, schema: pa.Schema) -> pa.RecordBatch | None:
    """Return a batch of the open file; None if its bytes are not those that were written."""
    data = os.pread(descriptor, place.length, place.offset)
    if hashlib.sha256(data).digest() != place.digest:
        return None
    return pa.ipc.read_record_batch(pa.py_buffer(data), schema)


class _Writer:
    """Writes tables into ``sink`` as batches."""

    def __init__(self, sink: BinaryIO, layout: BatchLayout):
        self._sink = _Counting(sink)
        self._layout = layout
        self._rows = 0
        self._places: list[BatchPlace] = []
        self._writer = pa.ipc.new_stream(pa.PythonFile(self._sink, mode="w"), layout.schema)
        # The schema is written with the first batch, and is to be no part of one that is read.
        none = [array_of((), field.type) for field in layout.schema]
        self._writer.write_batch(pa.RecordBatch.from_arrays(none, schema=layout.schema))

    def write(self, table: pa.Table) -> list[BatchPlace]:
        """Write a table; return where its batches are."""
        added = []
        for batch in table.combine_chunks().to_batches(max_chunksize=self._layout.rows):
            # What the writer of the stream would write, but in one piece instead of a hundred.
            data = batch.serialize()
            digest = hashlib.sha256(data).digest()
            added.append(BatchPlace(self._sink.position, data.size, digest))
            self._sink.write(data)
        self._places += added
        self._rows += table.num_rows
        return added

    def finish(self, source: bytes) -> None:
        """End the stream, and write where all batches are; ``source`` is a SHA-256."""
        self._writer.close()
        places = b"".join(_PLACE.pack(*place) for place in self._places)
        head = _HEAD.pack(source, self._rows, self._layout.rows)
        digest = hashlib.sha256(places + head).digest()
        self._sink.write(places + head + digest + _NAME)


def write_batches(
    sink: BinaryIO, layout: BatchLayout, tables: Iterable[pa.Table], source: bytes
) -> None:
    """Write a file for `BatchFile`; all tables but the last must fill their batches.

    ``source`` is the SHA-256 of what the tables are taken from.
    """
    writer = _Writer(sink, layout)
    for table in tables:
        writer.write(table)
    writer.finish(source)


class Spill:
    """Tables in a temporary file without a name, which goes with the process.

    It may take ``most`` bytes, and begins anew when it has more.
    """

    def __init__(self, layout: BatchLayout, most: int):
        self._layout = layout
        self._most = most
        self._empty()

    def _empty(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  (held open)
        self._close = weakref.finalize(self, self._file.close)
        self._writer = _Writer(self._file, self._layout)
        self._places: dict[tuple[int, int], list[BatchPlace]] = {}

    def batch(self, table: tuple[int, int], row: int) -> tuple[pa.RecordBatch, int] | None:
        """Return the batch that has the row of a table, and where in it; None without the table."""
        places = self._places.get(table)
        if places is None:
            return None
        number, position = divmod(row, self._layout.rows)
        if number >= len(places):
            return None
        self._file.flush()
        batch = read_batch(self._file.fileno(), places[number], self._layout.schema)
        return None if batch is None else (batch, position)

    def keep(self, name: tuple[int, int], table: pa.Table) -> None:
        """Keep a table under a name."""
        if self._file.tell() > self._most:
            self._close()
            self._empty()
        self._places[name] = self._writer.write(table)


class BatchFile:
    """A finished file of batches, which is held open until it is closed."""

    def __init__(self, descriptor: int, rows: int, layout: BatchLayout, places: bytes):
        self._descriptor = descriptor
        self._layout = layout
        self._places = places
        self._close = weakref.finalize(self, os.close, descriptor)
        self.rows = rows

    @classmethod
    def open(cls, path: Path, source: bytes, layout: BatchLayout) -> "BatchFile | None":
        """Open the file at ``path``; None if none can be read there of this source and layout.

        It must be whole, and one that nobody but this user can have written.
        """
        descriptor = None
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
            found = _read_places(descriptor, source, layout)
        except OSError:
            found = None
        if descriptor is None or found is None:
            if descriptor is not None:
                os.close(descriptor)
            return None
        rows, places = found
        return cls(descriptor, rows, layout, places)

    def batch(self, row: int) -> tuple[pa.RecordBatch, int] | None:
        """Return the batch that has ``row``, and which of its rows that is; None if damaged."""
        number, position = divmod(row, self._layout.rows)
        place = BatchPlace(*_PLACE.unpack_from(self._places, number * _PLACE.size))
        batch = read_batch(self._descriptor, place, self._layout.schema)
        return None if batch is None else (batch, position)

    def close(self) -> None:
        """Close the file, which is done at the latest when nobody has it any more."""
        self._close()


def _read_places(descriptor: int, source: bytes, layout: BatchLayout) -> tuple[int, bytes] | None:
    """Return the number of rows and the places of all batches; None if the file is not that."""
    status = os.fstat(descriptor)
    size = status.st_size
    if not (stat.S_ISREG(status.st_mode) and is_private(status)) or size < _TAIL.size:
        return None
    tail = os.pread(descriptor, _TAIL.size, size - _TAIL.size)
    found, rows, together, digest, name = _TAIL.unpack(tail)
    length = -(-rows // layout.rows) * _PLACE.size
    if (found, together, name) != (source, layout.rows, _NAME) or length > _MOST_PLACES:
        return None
    if length > size - _TAIL.size:
        return None
    places = os.pread(descriptor, length, size - _TAIL.size - length)
    same = hashlib.sha256(places + tail[: _HEAD.size]).digest() == digest
    return (rows, places) if same else None


class _Counting:
    """A file that Arrow writes into, which knows how much was written."""

    closed = False

    def __init__(self, sink: BinaryIO):
        self._sink = sink
        self.position = 0

    def write(self, data: "bytes | pa.Buffer") -> int:
        """Write ``data``."""
        self._sink.write(data)
        self.position += len(data)
        return len(data)

    def flush(self) -> None:
        """Do nothing: whoever opened the file flushes it."""

    def close(self) -> None:
        """Do nothing: whoever opened the file closes it."""
