"""Copies of a dataset's Parquet files in which rows can be read at random, for all processes.

They lie in the user's own folder of such things (`twbench.system.cache_folder`), and never in a
dataset:

```
<cache>/batches-1/<SHA-256 of the Parquet file>.arrows     see `batches`
<cache>/batches-1/lock                                     held by whoever makes one
```

A copy is made only of a file that has the SHA-256 which ``dataset.json`` gives, and is named after
that hash. So it has the content that the index names, in whatever folder the dataset lies, and can
be used as long as it is whole. A damaged copy, or a file of something else under its name, is made
again. Another layout has another folder, so that versions of twbench do not disturb each other.
"""

__all__ = ["CachedTables", "Copying", "cached_at", "cached_tables"]

import contextlib
import fcntl
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from twbench.dataset.files.batches import BatchFile, BatchLayout, write_batches
from twbench.dataset.files.index import DatasetIndex, file_sha256
from twbench.dataset.files.schema import read_tables, reading
from twbench.errors import DatasetError, InputWarning
from twbench.system.cache_folder import CACHE_VARIABLE, cache_folder, private_folder
from twbench.system.files import new_private, private_copy, remove_unfinished, replacing
from twbench.untrusted import inside, is_mostly_holes, regular_file

_FOLDER = "batches-1"
_WRITTEN = 64
"""Batches that are written at once."""
_MOST_OPEN = 64
"""Files of one kind and split that are held open."""


def cached_at(wanted: bool | None) -> Path | None:
    """Return the folder of the copies; None if there are to be none.

    Unless that is said, they are used where ``TWBENCH_CACHE`` names their folder.
    """
    if wanted is None:
        wanted = bool(os.environ.get(CACHE_VARIABLE))
    return cache_folder() / _FOLDER if wanted else None


class Copying(NamedTuple):
    """How tables with the columns ``schema`` are copied: each is changed to the ``layout``."""

    schema: pa.Schema
    layout: BatchLayout
    change: Callable[[pa.Table], pa.Table]


def cached_tables(
    home: Path | None, folder: Path, names: Sequence[str], index: DatasetIndex, copying: Copying
) -> "CachedTables | None":
    """Return the copies of files of the dataset in ``folder``; None without a home for them."""
    return None if home is None else CachedTables(home, folder, names, index.files, copying)


class CachedTables:
    """The copies of some Parquet files of the dataset in ``folder``, made when they are needed.

    ``hashes`` are those that the index has of the files ``names``. Where no copy can be written,
    which is warned of, rows are to be read from the files themselves.
    """

    def __init__(
        self,
        home: Path,
        folder: Path,
        names: Sequence[str],
        hashes: Mapping[str, str],
        copying: Copying,
    ):
        self._home = home
        self._folder = folder
        self._names = names
        self._hashes = hashes
        self._copying = copying
        # By shard, from the one that was used the longest ago; and those that cannot be written.
        self._open: dict[int, BatchFile] = {}
        self._unwritable = False

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self._home, self._folder, self._names, self._hashes, self._copying)

    def batch(self, shard: int, row: int) -> tuple[pa.RecordBatch, int] | None:
        """Return the batch that has the row of a shard, and where in it; None without a copy.

        Raises DatasetError if the Parquet file is not that of the index, or has no such row.
        """
        file = self._file(shard)
        if file is None:
            return None
        if row >= file.rows:
            raise DatasetError(f"{self._folder / self._names[shard]} has no row {row}.")
        found = file.batch(row)
        if found is None:
            self._forget(shard)
            file = self._made(shard, row)
            found = None if file is None else file.batch(row)
        return found

    def _file(self, shard: int) -> BatchFile | None:
        file = self._open.pop(shard, None)
        if file is None:
            file = self._found(shard) or self._made(shard, None)
            if file is None:
                return None
            while len(self._open) >= _MOST_OPEN:
                self._forget(next(iter(self._open)))
        self._open[shard] = file
        return file

    def _forget(self, shard: int) -> None:
        file = self._open.pop(shard, None)
        if file is not None:
            file.close()

    def _source(self, shard: int) -> str:
        name = self._names[shard]
        if name not in self._hashes:
            raise DatasetError(f"{self._folder}: dataset.json has no hash of {name}.")
        return self._hashes[name]

    def _path(self, shard: int) -> Path:
        return self._home / f"{self._source(shard)}.arrows"

    def _found(self, shard: int) -> BatchFile | None:
        """Open the copy of a shard; None if there is none, or none that is whole."""
        if not self._home.is_dir():
            return None
        self._check_home()
        source = bytes.fromhex(self._source(shard))
        return BatchFile.open(self._path(shard), source, self._copying.layout)

    def _check_home(self) -> None:
        if not private_folder(self._home):
            raise DatasetError(
                f"{self._home} is no folder of this user into which nobody else may write: copies"
                " of tables in it could be anybody's."
            )

    def _made(self, shard: int, row: int | None) -> BatchFile | None:
        """Make the copy of a shard, unless another process has; None if it cannot be written.

        With a ``row`` the copy that is there is good if this row can be read in it.
        """
        if self._unwritable:
            return None
        try:
            with self._alone():
                file = self._found(shard)
                if file is not None and (row is None or file.batch(row) is not None):
                    return file
                remove_unfinished(self._home)
                self._make(shard)
                return self._found(shard)
        except OSError as error:
            self._unwritable = True
            warnings.warn(
                f"No copies of tables can be kept in {self._home} ({error.strerror or error}):"
                " rows are read more slowly.",
                InputWarning,
                stacklevel=2,
            )
            return None

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Let no other process make copies in this context."""
        self._check_home()
        lock = os.open(self._home / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            # A process that was forked meanwhile would hold it for as long as it lives.
            fcntl.flock(lock, fcntl.LOCK_UN)
            os.close(lock)

    def _make(self, shard: int) -> None:
        """Write the copy; raises DatasetError if the file is not the one that the index names."""
        source = inside(self._folder, self._names[shard], DatasetError)
        if not regular_file(source):
            raise DatasetError(f"{source} is missing.")
        if is_mostly_holes(source):
            raise DatasetError(f"{source} is changed: most of it is holes, and was not read.")
        # Others may write to a dataset, and exchange a file between two looks at it. So nothing is
        # read but what has the hash, in a folder that is nobody else's.
        with reading(source, DatasetError):
            file = source.open("rb")
        with file, private_copy(file, self._home) as own:
            if file_sha256(own) != self._source(shard):
                raise DatasetError(f"{source} is changed: its SHA-256 is not that of dataset.json.")
            try:
                self._write(shard, own)
            except DatasetError as error:  # which begins with what it is about
                told = str(error).removeprefix(str(own))
                raise DatasetError(f"{source}{told}") from error

    def _write(self, shard: int, source: Path) -> None:
        copying = self._copying

        def changed(table: pa.Table) -> pa.Table:
            with reading(source, DatasetError):  # Python's values take more memory than Arrow's
                return copying.change(table)

        tables = map(changed, read_tables(source, copying.schema, _WRITTEN * copying.layout.rows))
        digest = bytes.fromhex(self._source(shard))
        with replacing(self._path(shard)) as unfinished, new_private(unfinished) as sink:
            write_batches(sink, copying.layout, tables, digest)
