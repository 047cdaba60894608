"""Reading a dataset: `load_dataset` gives splits, a split gives rows, a row has its files' paths.

```
dataset = load_dataset("datasets/demo")
len(dataset["train"]), dataset["train"][0]["walkthrough"]
for row in dataset["test"]:
    play(row["story"])
```

The files of a packed dataset are written, when their row is asked for, into a temporary folder of
this process; `locate` does the same for a path within such a dataset.
"""

__all__ = ["Dataset", "DatasetSplit", "load_dataset", "locate"]

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, overload

import pyarrow as pa

from twbench.dataset.files.index import INDEX_FILE, DatasetIndex, read_index
from twbench.dataset.files.schema import MANIFEST, read_group_table, read_rows, read_table
from twbench.dataset.files.storage import PackedFiles
from twbench.errors import DatasetError, nearest
from twbench.system.scratch import new_scratch_folder
from twbench.untrusted import inside, regular_file

Row = dict[str, Any]
_MADE_TOGETHER = 16
_MOST_HELD = 32_000_000
"""Bytes of row groups that a split holds: some 6,000 rows."""


class DatasetSplit(Sequence[Row]):
    """The games of one split, in order: a sequence of rows that are read when asked for.

    A row is a dictionary of the manifest's columns, in which ``story`` and ``game`` are the paths
    of existing files rather than names relative to the dataset (``game`` is None for stories by
    other makers).

    Some row groups are held in memory, up to 32 MB, and their rows made when they are asked for: so
    rows can be read in any order. `manifest` gives rows without files. What is damaged,
    and a name that leads out of the dataset, raises DatasetError.
    """

    def __init__(self, folder: Path, index: DatasetIndex, name: str):
        self.name = name
        self._folder = folder
        self._size = index.splits[name].games
        self._shard_size = int(index.config["output"]["shard_size"])
        self._group_size = int(index.config["output"]["row_group_size"])
        self._paths = [inside(folder, shard, DatasetError) for shard in index.shards(name)]
        # Row groups by shard and number, from the one that was used the longest ago; and rows that
        # follow one another, from the number of the first on: to make some takes hardly longer than
        # to make one, where they are read in their order.
        self._groups: dict[tuple[int, int], pa.Table] = {}
        self._first = 0
        self._rows: list[Row] = []
        self._packed = PackedFiles(folder, index, name) if index.packed else None
        self._fingerprint = index.fingerprint

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._size))]
        number = index + self._size if index < 0 else index
        if not 0 <= number < self._size:
            raise IndexError(f"Split {self.name} has {self._size} games; there is no {index}.")
        if not 0 <= number - self._first < len(self._rows):
            shard, place = divmod(number, self._shard_size)
            group, position = divmod(place, self._group_size)
            follows = number == self._first + len(self._rows)
            table = self._group(shard, group).slice(position, _MADE_TOGETHER if follows else 1)
            self._first, self._rows = number, table.to_pylist()
        return self._resolved(self._rows[number - self._first])

    def _group(self, shard: int, group: int) -> pa.Table:
        """Return a row group, which is held from then on, with others as long as they are small."""
        groups = self._groups
        table = groups.pop((shard, group), None)
        if table is None:
            table = read_group_table(self._paths[shard], MANIFEST, group)
            while groups and table.nbytes + sum(one.nbytes for one in groups.values()) > _MOST_HELD:
                del groups[next(iter(groups))]
        groups[shard, group] = table
        return table

    def __iter__(self) -> Iterator[Row]:
        return map(self._resolved, self.manifest())

    def manifest(self) -> Iterator[Row]:
        """Yield the rows as the manifest has them, with names instead of paths: no file is read."""
        for path in self._paths:
            yield from read_rows(path, MANIFEST)

    def __repr__(self) -> str:
        return f"DatasetSplit({self.name!r}, {self._size} games)"

    def _resolved(self, row: Row) -> Row:
        folder = self._folder
        if self._packed is not None:
            folder = _unpacked(os.getpid()) / self._fingerprint[:16]
            self._packed.unpack(row, folder)
        paths = {kind: row[kind] and _existing(folder, row[kind]) for kind in ("story", "game")}
        return {**row, **paths}


def _existing(folder: Path, name: str) -> Path:
    path = inside(folder, name, DatasetError)
    if not regular_file(path):
        raise DatasetError(f"The dataset is damaged: {path} is missing.")
    return path


class Dataset(Mapping[str, DatasetSplit]):
    """A finished dataset: a mapping from split names to `DatasetSplit`."""

    def __init__(self, folder: Path, index: DatasetIndex):
        self.folder = folder
        self.index = index
        self._splits = {name: DatasetSplit(folder, index, name) for name in index.splits}

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


def load_dataset(path: str | os.PathLike[str]) -> Dataset:
    """Open the dataset in the folder ``path``; raises DatasetError if there is no finished one.

    >>> dataset = load_dataset("datasets/mine")
    >>> [row["challenge"] for row in dataset["test"]]
    ['coin_collector', 'coin_collector']
    """
    folder = Path(path)
    return Dataset(folder, read_index(folder))


def locate(path: Path) -> Path:
    """Return the file that ``path`` names; one within a packed dataset is unpacked first.

    A path that leads nowhere is returned as it is.
    """
    if path.exists():
        return path
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
def _unpacked(process: int) -> Path:
    """Return the folder of a process for unpacked files, which goes when the process ends."""
    return new_scratch_folder()
