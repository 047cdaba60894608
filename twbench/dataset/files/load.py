"""Reading a dataset: `load_dataset` gives splits, a split gives rows, a row has its files' paths.

```
dataset = load_dataset("datasets/demo")
len(dataset["train"]), dataset["train"][0]["walkthrough"]
for row in dataset["test"]:
    play(row["story"])
```

The files of a packed dataset are written into a temporary folder of this process when somebody
needs them as files, and not if they are only played here; `unpacked` gives that of a path within
such a dataset.
"""

__all__ = ["Dataset", "DatasetSplit", "load_dataset", "unpacked"]

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from operator import index as as_index
from pathlib import Path
from typing import Any, overload

import pyarrow as pa

from twbench.dataset.files.batches import BatchLayout, Spill
from twbench.dataset.files.cached_tables import Copying, cached_at, cached_tables
from twbench.dataset.files.index import INDEX_FILE, KINDS, DatasetIndex, existing_file, read_index
from twbench.dataset.files.schema import (
    MANIFEST,
    MOST_KEPT,
    file_version,
    read_group,
    read_rows,
    read_table,
    reading,
)
from twbench.dataset.files.storage import READING, PackedFiles
from twbench.errors import DatasetError, InputError, nearest
from twbench.system.scratch import new_scratch_folder
from twbench.untrusted import inside

Row = dict[str, Any]
Version = tuple[int, ...]
_BATCHES = BatchLayout(MANIFEST, 8)
_MOST_SPILLED = 1 << 30
"""Bytes of rows that a split keeps in a temporary file: some 160,000 rows."""


def _as_texts(table: pa.Table) -> pa.Table:
    texts = [json.dumps(row) for row in table.to_pylist()]
    return pa.table([pa.array(texts, pa.string())], schema=_TEXTS)


# A row of a table has a value of Arrow for each column, each word and each name: to read a text
# takes a fourth of the time that it takes to make Python's of them.
_TEXTS = pa.schema([pa.field("row", pa.string(), nullable=False)])
_COPIED = Copying(MANIFEST, BatchLayout(_TEXTS, 4), _as_texts)


class DatasetSplit(Sequence[Row]):
    """The games of one split, in order: a sequence of rows that are read when asked for.

    A row is a dictionary of the manifest's columns, in which ``story`` and ``game`` are the paths
    of existing files rather than names relative to the dataset (``game`` is None for stories by
    other makers). Where the dataset is packed they may stand for paths (`os.PathLike`), whose files
    are there as soon as anybody but twbench looks.

    Rows can be read in any order, and by several threads: the row groups that they are in are kept,
    in a form in which a row is quickly found, as copies for all processes (see `load_dataset`) or
    in a temporary file of this one. `manifest` gives rows without files. What is damaged, and a
    name that leads out of the dataset, raises DatasetError. So does a dataset that was built anew
    since it was opened: its rows are not mixed with those of before.
    """

    def __init__(
        self,
        folder: Path,
        index: DatasetIndex,
        name: str,
        copies: Path | None = None,
        version: Version = (),
    ):
        self.name = name
        self._folder = folder
        self._size = index.splits[name].games
        self._shard_size = int(index.config["output"]["shard_size"])
        self._group_size = int(index.config["output"]["row_group_size"])
        names = index.shards(name)
        self._paths = [inside(folder, shard, DatasetError) for shard in names]
        self._counts = index.shard_rows(name)
        self._copies = cached_tables(copies, folder, names, index, _COPIED)
        # By process: a fork of this one must not write into its file.
        self._spills: dict[int, Spill] = {}
        # Rows that follow one another, from the number of the first on: to make some takes hardly
        # longer than to make one, where they are read in their order.
        self._first = 0
        self._rows: list[Row] = []
        self._packed = PackedFiles(folder, index, name, copies) if index.packed else None
        self._fingerprint = index.fingerprint
        self._version = version

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy elsewhere needs: nothing of what was read here."""
        return {**self.__dict__, "_spills": {}, "_first": 0, "_rows": []}

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._size))]
        number = as_index(index)
        number += self._size if number < 0 else 0
        if not 0 <= number < self._size:
            raise IndexError(f"Split {self.name} has {self._size} games; there is no {index}.")
        with READING:
            if not 0 <= number - self._first < len(self._rows):
                follows = number == self._first + len(self._rows)
                self._rows = self._made(*divmod(number, self._shard_size), together=follows)
                self._first = number
            row = self._rows[number - self._first]
        return self._resolved(row)

    def _made(self, shard: int, place: int, together: bool) -> list[Row]:
        """Return a row of a shard, with some that follow if ``together``; raises DatasetError."""
        count = None if together else 1
        found = None if self._copies is None else self._copies.batch(shard, place)
        if found is not None:
            batch, position = found
            texts = batch.slice(position, count).column(0).to_pylist()
            return list(map(json.loads, texts))
        group, row = divmod(place, self._group_size)
        found = self._spilled(shard, group, row)
        rows = [] if found is None else _rows(found[0].slice(found[1], count), self._paths[shard])
        if not rows or rows[0]["index"] != shard * self._shard_size + place:
            raise DatasetError(
                f"{self._paths[shard]} is damaged: it has no row {place} in its place."
            )
        return rows

    def _spilled(self, shard: int, group: int, row: int) -> tuple[pa.RecordBatch, int] | None:
        process = os.getpid()
        spill = self._spills.get(process)
        if spill is None:
            spill = Spill(_BATCHES, _MOST_SPILLED)
            self._spills = {process: spill}
        found = spill.batch((shard, group), row)
        if found is None:
            table = read_group(self._paths[shard], MANIFEST, group)
            self._check_index()
            spill.keep((shard, group), table)
            found = spill.batch((shard, group), row)
        return found

    def __iter__(self) -> Iterator[Row]:
        return map(self._resolved, self.manifest())

    def manifest(self) -> Iterator[Row]:
        """Yield the rows as the manifest has them, with names instead of paths: no file is read."""
        for path, count in zip(self._paths, self._counts, strict=True):
            rows = read_rows(path, MANIFEST, count)
            for row in islice(rows, 1):  # once: the file stays open for the others
                self._check_index()
                yield row
            yield from rows

    def _check_index(self) -> None:
        """Raise DatasetError unless what was just read is of the dataset that was opened.

        A new one takes its place at once: if the old index is there, so were the old tables.
        """
        version = _version_of(self._folder)
        if not version or version != self._version:
            if read_index(self._folder).fingerprint != self._fingerprint:
                raise DatasetError(
                    f"{self._folder} was built anew since it was opened: load it again."
                )
            self._version = version

    def __repr__(self) -> str:
        return f"DatasetSplit({self.name!r}, {self._size} games)"

    def _resolved(self, row: Row) -> Row:
        if self._packed is not None:
            folder = _unpacked(os.getpid(), self._fingerprint)
            return {**row, **self._packed.at_hand(row, folder)}
        paths = {kind: row[kind] and existing_file(self._folder, row[kind]) for kind in KINDS}
        return {**row, **paths}


def _rows(batch: pa.RecordBatch, path: Path) -> list[Row]:
    """Return the rows of a batch; raises DatasetError if they take more memory than rows may.

    Python's values take some twenty times as much as Arrow's. Other threads have less memory while
    there is a limit: so there is one for large rows alone.
    """
    large = batch.get_total_buffer_size() > MOST_KEPT
    with reading(path, DatasetError) if large else contextlib.nullcontext():
        rows: list[Row] = batch.to_pylist()
    return rows


def _version_of(folder: Path) -> Version:
    """Return what is another one when the index of a dataset was changed; nothing if it is gone."""
    try:
        return file_version((folder / INDEX_FILE).stat())
    except OSError:
        return ()


class Dataset(Mapping[str, DatasetSplit]):
    """A finished dataset: a mapping from split names to `DatasetSplit`."""

    def __init__(
        self,
        folder: Path,
        index: DatasetIndex,
        copies: Path | None = None,
        version: Version = (),
    ):
        self.folder = folder
        self.index = index
        self._splits = {
            name: DatasetSplit(folder, index, name, copies, version) for name in index.splits
        }

    @property
    def name(self) -> str:
        """The name of the dataset."""
        return self.index.name

    @property
    def fingerprint(self) -> str:
        """The fingerprint of its content, as stored."""
        return self.index.fingerprint

    def __getitem__(self, name: str) -> DatasetSplit:
        if name not in self._splits:
            raise DatasetError(
                f"Dataset {self.name} has no split {name!r}; it has {', '.join(self._splits)}."
                f"{nearest(name, self._splits)}"
            )
        return self._splits[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._splits)

    def __len__(self) -> int:
        return len(self._splits)

    def __contains__(self, name: object) -> bool:
        return name in self._splits

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name}: {len(split)}" for name, split in self._splits.items())
        return f"Dataset({self.name!r}, {sizes})"


def load_dataset(path: str | os.PathLike[str], *, cache: bool | None = None) -> Dataset:
    """Open the dataset in the folder ``path``; raises DatasetError if there is no finished one.

    With a ``cache``, copies of its tables from which rows can be read at random are kept in the
    user's folder for such things, and made when they are first needed; None stands for whether
    the environment variable ``TWBENCH_CACHE`` names that folder (`docs/large-datasets.md`).

    >>> dataset = load_dataset("datasets/mine")
    >>> [row["challenge"] for row in dataset["test"]]
    ['coin_collector', 'coin_collector']
    """
    if not isinstance(cache, bool | None):
        raise InputError(f"cache must be True, False or None, not {cache!r}.")
    folder = Path(path)
    version = _version_of(folder)  # before the index is read, which may be another one by then
    return Dataset(folder, read_index(folder), cached_at(cache), version)


def unpacked(path: Path) -> Path:
    """Return a file for a ``path`` within a packed dataset; any other is returned as it is."""
    for folder in path.parents:
        if (folder / INDEX_FILE).is_file():
            index = read_index(folder)
            return _find(folder, index, path) if index.packed else path
    return path


def _find(folder: Path, index: DatasetIndex, path: Path) -> Path:
    name = path.relative_to(folder).as_posix()
    kind = "game" if path.suffix == ".json" else "story"
    for split in index.splits:
        for number, shard in enumerate(index.shards(split)):
            names = read_table(folder / shard, [kind]).column(kind).to_pylist()
            if name in names:
                place = number * int(index.config["output"]["shard_size"]) + names.index(name)
                found: Path = DatasetSplit(folder, index, split)[place][kind]
                return found
    return path


@cache
def _unpacked(process: int, fingerprint: str) -> Path:
    """Return the folder of a process for a dataset's files, which goes when the process ends."""
    return new_scratch_folder()
