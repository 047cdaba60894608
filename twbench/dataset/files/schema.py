"""The `columns` of a dataset's tables as explicit Arrow schemas, and how tables are kept in files.

Written bytes depend on the rows (and the version of pyarrow) alone: options are fixed here, row
groups have a fixed size, and rows have a stated order.
"""

__all__ = [
    "MANIFEST",
    "MOST_KEPT",
    "PACK",
    "REJECTED",
    "check_count",
    "check_readable",
    "count_rows",
    "entities_schema",
    "file_version",
    "read_group",
    "read_rows",
    "read_table",
    "read_tables",
    "reading",
    "vocab_schema",
    "write_parquet",
]

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from twbench.bounded_cache import BoundedCache
from twbench.dataset.files import columns
from twbench.dataset.files.arrays import items_of, rows_of, schema_of, table_of
from twbench.dataset.files.columns import INT32, TEXT, Column
from twbench.errors import DatasetError, InputError
from twbench.system.files import replacing
from twbench.untrusted import at_most, beginning, regular_file
from twbench.whole_numbers import counted

MAX_VALUES = 20_000_000
"""Values of a column in one row group; words of a game count one by one."""
MAX_MEMORY = 2 << 30
"""Bytes that reading a row group may take: a file of a kilobyte can ask for any number."""
MOST_KEPT = 1 << 26
"""Bytes of a table that is kept for who asks next: ours have some megabytes."""

MANIFEST = schema_of(columns.MANIFEST)
"""One row per game, in the order of the index."""
PACK = schema_of(columns.PACK)
"""The files themselves, where a dataset is packed: a row for each row of the manifest."""
REJECTED = schema_of(columns.REJECTED)
"""One row per candidate not taken, by split, index and attempt."""
_POINTER = b"version https://git-lfs.github.com/spec/"
"""How a file begins that stands for a large one in a clone without Git LFS."""
_NO_THREAD = "Failed to launch worker thread"
"""What Arrow says where the system has no more of them."""
_TEXTS = pa.list_(pa.string())
_FIRST_GROUPS: BoundedCache[tuple[Path, tuple[int, ...]], pa.Table] = BoundedCache(4)
"""Row groups, some megabytes each, that were read to see whether they can be, by their files."""


def vocab_schema(splits: Sequence[str]) -> pa.Schema:
    """Return the columns of ``vocab.parquet``: a word, and in how many games of each split."""
    return schema_of([Column("word", TEXT), *(Column(split, INT32) for split in splits)])


def entities_schema(splits: Sequence[str]) -> pa.Schema:
    """Return the columns of ``entities.parquet``: name, type, and games of each split."""
    named = [Column("name", TEXT), Column("type", TEXT)]
    return schema_of([*named, *(Column(split, INT32) for split in splits)])


def write_parquet(
    path: Path, schema: pa.Schema, tables: Iterable[pa.Table], row_group_size: int
) -> None:
    """Write the rows of ``tables`` to ``path``, in row groups that do not show how they came.

    Raises OSError; the file appears under its name when it is complete.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        replacing(path) as unfinished,
        pq.ParquetWriter(
            unfinished,
            schema,
            version="2.6",
            data_page_version="1.0",
            compression="zstd",
            compression_level=3,
            use_dictionary=True,
            write_statistics=True,
            store_schema=True,
        ) as writer,
    ):
        for group in _regroup(tables, schema, row_group_size):
            writer.write_table(group, row_group_size=row_group_size)


def read_table(
    path: Path,
    columns: list[str] | None = None,
    *,
    schema: pa.Schema | None = None,
    error: type[InputError] = DatasetError,
) -> pa.Table:
    """Return these columns (default: all) of ``path``; raises ``error`` if it is damaged.

    With a ``schema`` the file must have its columns, in order and type.
    """
    with reading(path, error):
        with _open(path, schema, error) as file:
            if file.num_row_groups == 0:  # which pyarrow 18 does not read
                table = table_of((), file.schema_arrow)
            else:
                table = _checked(file.read(columns, use_threads=False), path, error)
        return table if columns is None else table.select(columns)


def check_readable(path: Path, schema: pa.Schema) -> list[int]:
    """Raise as `read_rows` does unless the first row group of ``path`` can be read.

    Return how many rows each row group has. No rows are made of the first one, which takes longer
    than to read it. It is at hand for who reads the rows next, unless it is large or there were
    other files since.
    """
    error = DatasetError
    with reading(path, error), _with_shared_texts(path, schema, error) as file:
        if file.num_row_groups:
            _first_group(file, path, error, keep=True)
        return _rows_of_groups(file)


def _rows_of_groups(file: pq.ParquetFile) -> list[int]:
    """Return how many rows can be read: the file may say anything of all of them."""
    groups = map(file.metadata.row_group, range(file.num_row_groups))
    return [group.num_rows for group in groups]


def count_rows(path: Path, schema: pa.Schema, error: type[InputError] = DatasetError) -> int:
    """Return how many rows ``path`` has, without reading any; raises as `read_rows` does."""
    with reading(path, error), _open(path, schema, error) as file:
        return sum(_rows_of_groups(file))


def read_rows(
    path: Path,
    schema: pa.Schema,
    count: int | None = None,
    *,
    error: type[InputError] = DatasetError,
    memory: int = MAX_MEMORY,
) -> Iterator[dict[str, Any]]:
    """Yield the rows of ``path``, of which one row group at a time is held.

    ``count`` is how many there are to be: millions of rows fit in a file of some kilobytes. Raises
    ``error`` if the file is damaged, has other columns or another number of rows, or if a row group
    takes more than so many bytes of ``memory``.
    """
    with reading(path, error, memory):
        file = _with_shared_texts(path, schema, error)
    with file:
        if count is not None:
            check_count(path, sum(_rows_of_groups(file)), count)
        for group in range(file.num_row_groups):
            with reading(path, error, memory):
                if group:
                    rows = rows_of(_group(file, group, path, error))
                else:
                    rows = rows_of(_first_group(file, path, error))
            yield from rows


def check_count(path: Path, found: int, count: int) -> None:
    """Raise DatasetError unless as many rows are ``found`` in ``path`` as there are to be."""
    if found != count:
        raise DatasetError(
            f"{path} is damaged: it has {counted(found, 'row', ',')}; dataset.json says that there"
            f" are {count:,}."
        )


def _first_group(
    file: pq.ParquetFile, path: Path, error: type[InputError], keep: bool = False
) -> pa.Table:
    """Return the first row group of ``file``, as its lists of texts are read; ``keep`` it once."""
    key = path, file_version(path.stat())
    table = _FIRST_GROUPS.pop(key, None)
    if table is None:
        table = _group(file, 0, path, error)
    return _FIRST_GROUPS.keep(key, table) if keep and table.nbytes <= MOST_KEPT else table


def _with_shared_texts(path: Path, schema: pa.Schema, error: type[InputError]) -> pq.ParquetFile:
    """Open a file whose lists of texts are read as dictionaries: each text once for all lists."""
    with _open(path, schema, error) as checked:
        lists = [field.name for field in schema if field.type == _TEXTS]
        return pq.ParquetFile(
            path,
            memory_map=False,
            metadata=checked.metadata,
            read_dictionary=[f"{name}.list.element" for name in lists],
        )


def read_group(
    path: Path, schema: pa.Schema, group: int, columns: list[str] | None = None
) -> pa.Table:
    """Return one row group of ``path``, with these ``columns`` (default: all).

    Raises as `read_rows` does.
    """
    with reading(path, DatasetError), _open(path, schema, DatasetError, group) as file:
        return _group(file, group, path, DatasetError, columns)


def read_tables(path: Path, schema: pa.Schema, rows: int) -> Iterator[pa.Table]:
    """Yield the rows of ``path`` in tables of ``rows``, of which the last may be shorter.

    Raises as `read_rows` does.
    """
    with reading(path, DatasetError):
        groups = pq.read_metadata(path).num_row_groups
    tables = (read_group(path, schema, group) for group in range(groups))
    yield from _regroup(tables, schema, rows)


def _open(
    path: Path, schema: pa.Schema | None, error: type[InputError], group: int | None = None
) -> pq.ParquetFile:
    """Open a file of which all row groups are to be read, or only one."""
    if group is None:
        if path.exists() and not regular_file(path):
            raise error(f"{path} is no file.")
        file = pq.ParquetFile(path, memory_map=False)
    else:
        file = _open_again(path, error)
    numbers = range(file.num_row_groups) if group is None else (group,)
    # What it says of a single column is not looked at: Arrow may end the process over it, while an
    # error in reading is an exception.
    if any(file.metadata.row_group(number).num_rows > MAX_VALUES for number in numbers):
        file.close()
        raise error(_too_many(path))
    if schema is not None and not file.schema_arrow.equals(schema):
        file.close()
        raise error(f"{path} does not have the columns of this table, in order and type.")
    # Other programs go by it: by that of Hugging Face a text may be the place of a picture.
    if schema is not None and file.schema_arrow.metadata:
        file.close()
        raise error(f"{path} has notes on its columns, which no table of twbench has.")
    return file


def _open_again(path: Path, error: type[InputError]) -> pq.ParquetFile:
    """Open a file of which row groups are read one by one.

    What stands in it about all of them is read the first time only, unless the file was changed.
    """
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise error(f"{path} is no file.")
    metadata = _metadata(path, file_version(found))
    # To gather the columns' bytes before they are decoded is for files that are far away.
    source = pa.OSFile(os.fspath(path))
    return pq.ParquetFile(source, metadata=metadata, pre_buffer=False)


def file_version(found: os.stat_result) -> tuple[int, ...]:
    """Return what is another one when a file was changed, or is another file."""
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


@lru_cache(maxsize=32)
def _metadata(path: Path, version: tuple[int, ...]) -> pq.FileMetaData:
    return pq.read_metadata(path)


def _group(
    file: pq.ParquetFile,
    group: int,
    path: Path,
    error: type[InputError],
    columns: list[str] | None = None,
) -> pa.Table:
    return _checked(file.read_row_group(group, columns, use_threads=False), path, error)


def _checked(table: pa.Table, path: Path, error: type[InputError]) -> pa.Table:
    """Return ``table``, whose texts are UTF-8 and whose lists have no gaps."""
    table.validate(full=True)
    for name, column in zip(table.column_names, table.columns, strict=True):
        for items in items_of(column) if pa.types.is_list(column.type) else ():
            if len(items) > MAX_VALUES:
                raise error(_too_many(path))
            if items.null_count:
                raise error(f"{path} is damaged: a list in its column {name} has a gap.")
    return table


def _too_many(path: Path) -> str:
    return f"{path} has more than {MAX_VALUES:,} values of a column in one row group."


@contextlib.contextmanager
def reading(path: Path, error: type[InputError], memory: int = MAX_MEMORY) -> Iterator[None]:
    """Raise ``error`` for whatever a file that is no sound table leads to."""
    try:
        with at_most(memory):
            yield
    except InputError:
        raise
    except FileNotFoundError:
        raise error(f"{path} is missing.") from None
    except Exception as problem:  # the library believes what a file says, and breaks in many ways
        raise error(f"{path} {_fault(path, problem, memory)}.") from problem


def _fault(path: Path, problem: Exception, memory: int) -> str:
    """Say what is wrong with a file that cannot be read, or with where it is read."""
    if isinstance(problem, MemoryError):
        return f"cannot be read: it takes more than {memory >> 30} GiB of memory, or than there is"
    if isinstance(problem, OSError) and problem.errno:
        return f"cannot be read: {os.strerror(problem.errno)}"
    if _NO_THREAD in str(problem):
        return "cannot be read: the system begins no more threads"
    if _is_pointer(path):
        return "is a pointer of Git LFS: get the file with git lfs pull"
    return "is damaged: it is no table that can be read"


def _is_pointer(path: Path) -> bool:
    try:
        return beginning(path, len(_POINTER)) == _POINTER
    except OSError:
        return False


def _regroup(
    tables: Iterable[pa.Table], schema: pa.Schema, row_group_size: int
) -> Iterable[pa.Table]:
    """Yield the same rows in contiguous tables of ``row_group_size`` (the last may be shorter)."""
    waiting = table_of((), schema)
    for table in tables:
        waiting = pa.concat_tables([waiting, table])
        while waiting.num_rows >= row_group_size:
            yield waiting.slice(0, row_group_size).combine_chunks()
            waiting = waiting.slice(row_group_size)
    if waiting.num_rows:
        yield waiting.combine_chunks()
