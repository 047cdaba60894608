"""The tables of a dataset, of which one description after the other asks for a few columns.

To open a file takes longer than to read all of a small one, but for the words of games, so small
ones are read once; and those that this process has written are not read at all.
"""

__all__ = ["columns_of_table", "write_table"]

from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa

from twbench.bounded_cache import BoundedCache
from twbench.dataset.files.schema import MOST_KEPT, file_version, read_table, write_parquet
from twbench.errors import DatasetError
from twbench.untrusted import inside

SMALL = 1 << 18
"""Bytes of a file that is read whole."""
FEW = 512
"""Rows of a table that is remembered when it is written."""
_AT_HAND: BoundedCache[tuple[Path, tuple[int, ...]], pa.Table] = BoundedCache(16)
"""Tables by their files, as these are; a dataset has some six."""


def columns_of_table(
    folder: Path, name: str, schema: pa.Schema, columns: list[str] | None = None
) -> pa.Table:
    """Return these columns (default: all) of a table in ``folder``, which has those of ``schema``.

    Raises DatasetError if the file is missing or damaged, or has other columns.
    """
    path = inside(folder, name, DatasetError)
    found = path.stat() if path.is_file() else None
    if found is None:
        return read_table(path, columns, schema=schema)
    version = file_version(found)
    table = _AT_HAND.get((path, version))
    most = _without_words(schema)
    if table is None or table.schema not in (schema, most):
        if found.st_size > SMALL:
            return read_table(path, columns, schema=schema)
        table = read_table(path, most.names, schema=schema)
        if table.nbytes <= MOST_KEPT:
            _AT_HAND.keep((path, version), table)
    wanted = schema.names if columns is None else columns
    if not set(table.column_names).issuperset(wanted):
        return read_table(path, columns, schema=schema)
    return table.select(wanted)


def _without_words(schema: pa.Schema) -> pa.Schema:
    """Return the columns that are read of a small manifest: its words are half of it."""
    return pa.schema([field for field in schema if field.name != "vocab"])


def write_table(
    path: Path, schema: pa.Schema, tables: Iterable[pa.Table], row_group_size: int
) -> None:
    """Write a table as `write_parquet` does; if it has few rows, it need not be read afterwards."""
    passed: list[pa.Table] = []
    write_parquet(path, schema, _noting(tables, passed), row_group_size)
    if passed:
        _AT_HAND.keep((path, file_version(path.stat())), pa.concat_tables(passed))


def _noting(tables: Iterable[pa.Table], passed: list[pa.Table]) -> Iterator[pa.Table]:
    """Yield ``tables``, and have all of them in ``passed``, or none where there are many rows."""
    rows = 0
    for table in tables:
        rows += table.num_rows
        if rows <= FEW:
            passed.append(table)
        else:
            passed.clear()
        yield table
