"""The tables of a dataset, of which one description after the other asks for a few columns.

To open a file takes longer than to read all of a small one, so small ones are read once.
"""

__all__ = ["columns_of_table"]

from functools import lru_cache
from pathlib import Path

import pyarrow as pa

from twbench.dataset.files.schema import file_version, read_table
from twbench.errors import DatasetError
from twbench.untrusted import inside

SMALL = 1 << 18
"""Bytes of a file that is read whole."""


def columns_of_table(
    folder: Path, name: str, schema: pa.Schema, columns: list[str] | None = None
) -> pa.Table:
    """Return these columns (default: all) of a table in ``folder``, which has those of ``schema``.

    Raises DatasetError if the file is missing or damaged, or has other columns.
    """
    path = inside(folder, name, DatasetError)
    found = path.stat() if path.is_file() else None
    if found is None or found.st_size > SMALL:
        return read_table(path, columns, schema=schema)
    table = _whole(path, file_version(found), schema)
    return table if columns is None else table.select(columns)


@lru_cache(maxsize=16)
def _whole(path: Path, version: tuple[int, ...], schema: pa.Schema) -> pa.Table:
    return read_table(path, schema=schema)
