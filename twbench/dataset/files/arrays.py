"""Arrow arrays and tables of Python's values, made column by column.

`pyarrow.array` and `pyarrow.Table.from_pylist` ask whether what they are given is of pandas, and so
import it: a third of a second in every process that makes one small table. Here the buffers are
made by `buffers`, and Arrow takes them as they are. Nor is `pyarrow.compute` asked for lengths or
items: it takes as long to load as some games to build.
"""

__all__ = [
    "array_of",
    "arrow_table",
    "arrow_type",
    "bytes_of",
    "items_of",
    "lengths_of",
    "rows_of",
    "schema_of",
    "table_of",
]

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pyarrow as pa

from twbench.dataset.files.buffers import LaidOut, lay_out
from twbench.dataset.files.columns import (
    BYTES,
    FLAG,
    INT32,
    INT64,
    TEXT,
    Column,
    Kind,
    ListOf,
    Record,
)

_TYPES = {
    TEXT: pa.string(),
    BYTES: pa.binary(),
    INT32: pa.int32(),
    INT64: pa.int64(),
    FLAG: pa.bool_(),
}
_KINDS = {arrow: kind for kind, arrow in _TYPES.items()}


def schema_of(columns: Iterable[Column]) -> pa.Schema:
    """Return what Arrow calls these columns."""
    return pa.schema(
        [pa.field(name, arrow_type(kind), nullable=nullable) for name, kind, nullable in columns]
    )


def arrow_type(kind: Kind) -> pa.DataType:
    """Return what Arrow calls a kind of values; no field of a record is null."""
    if isinstance(kind, ListOf):
        return pa.list_(arrow_type(kind.item))
    if isinstance(kind, Record):
        return pa.struct(
            [pa.field(name, arrow_type(field), nullable=False) for name, field in kind.fields]
        )
    return _TYPES[kind]


def table_of(rows: Iterable[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    """Return the table of ``rows``, as ``pyarrow.Table.from_pylist`` does.

    A key that a row lacks is null. Raises OverflowError for a number that its column cannot hold,
    TypeError for a value of another type.
    """
    known = list(rows)
    columns = [array_of([row.get(field.name) for row in known], field.type) for field in schema]
    return pa.Table.from_arrays(columns, schema=schema)


def arrow_table(columns: Iterable[LaidOut], schema: pa.Schema) -> pa.Table:
    """Return the table of columns that were laid out."""
    arrays = [_array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def array_of(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """Return the array of ``values`` of a type, None for null; raises as `table_of` does."""
    known = _kind(kind)
    return pa.array(values, kind) if known is None else _array(lay_out(values, known), kind)


def lengths_of(lists: pa.ChunkedArray) -> list[int]:
    """Return the length of each list of a column without nulls."""
    return [
        end - start for chunk in lists.chunks for start, end in pairwise(chunk.offsets.to_pylist())
    ]


def items_of(lists: pa.ChunkedArray) -> Iterator[pa.Array]:
    """Yield the items of all lists of a column without nulls, which may be null themselves.

    ``flatten`` does the same by `pyarrow.compute`.
    """
    for chunk in lists.chunks:
        first, end = (chunk.offsets[place].as_py() for place in (0, len(chunk)))
        yield chunk.values.slice(first, end - first)


def bytes_of(column: pa.ChunkedArray) -> list[memoryview | None]:
    """Return the values of a column of bytes where they are, None for null.

    A scalar of Arrow's has a copy of its value.
    """
    found: list[memoryview | None] = []
    for chunk in filter(len, column.chunks):
        known, offsets, values = chunk.buffers()
        begin, end = chunk.offset, chunk.offset + len(chunk)
        places, view = memoryview(offsets).cast("i"), memoryview(values or b"")
        found += [
            view[places[at] : places[at + 1]]
            if known is None or memoryview(known)[at >> 3] >> (at & 7) & 1
            else None
            for at in range(begin, end)
        ]
    return found


def rows_of(table: pa.Table) -> list[dict[str, Any]]:
    """Return the rows of ``table``, as ``to_pylist`` does.

    Lists whose items Arrow has in a dictionary share these: where games have most of their words in
    common, that takes a third of the time, and of what is done with the words later.
    """
    columns = [
        _shared_lists(column) if _has_dictionary(column.type) else column.to_pylist()
        for column in table.columns
    ]
    names = table.column_names
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]


def _has_dictionary(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) and pa.types.is_dictionary(kind.value_type))


def _shared_lists(lists: pa.ChunkedArray) -> Iterator[list[Any]]:
    """Yield the lists of a column without nulls whose items are in dictionaries."""
    for chunk in lists.chunks:
        items = chunk.values.dictionary.to_pylist().__getitem__
        places = _int32s(chunk.values.indices)
        for start, end in pairwise(_int32s(chunk.offsets)):
            yield list(map(items, places[start:end]))


def _int32s(numbers: pa.Int32Array) -> memoryview:
    """Return the values of an array without nulls.

    ``to_pylist`` makes an object of Arrow's for each, which takes twenty times as long.
    """
    _, values = numbers.buffers()
    start, end = numbers.offset, numbers.offset + len(numbers)
    return memoryview(values or b"")[4 * start : 4 * end].cast("i")


def _kind(arrow: pa.DataType) -> Kind | None:
    """Return the kind of values that a type has, None if it is none of ours."""
    if pa.types.is_list(arrow):
        item = _kind(arrow.value_type)
        return None if item is None else ListOf(item)
    if pa.types.is_struct(arrow):
        fields = [arrow.field(number) for number in range(arrow.num_fields)]
        kinds = [(field.name, _kind(field.type)) for field in fields]
        known = tuple((name, kind) for name, kind in kinds if kind is not None)
        return Record(known) if len(known) == len(kinds) else None
    return _KINDS.get(arrow)


def _array(column: LaidOut, kind: pa.DataType) -> pa.Array:
    """Let Arrow have a column."""
    below: list[pa.DataType] = []
    if pa.types.is_list(kind):
        below = [kind.value_type]
    elif pa.types.is_struct(kind):
        below = [kind.field(number).type for number in range(kind.num_fields)]
    children = [_array(child, one) for child, one in zip(column.children, below, strict=True)]
    buffers = [None if buffer is None else pa.py_buffer(buffer) for buffer in column.buffers]
    return pa.Array.from_buffers(
        kind, column.length, buffers, column.nulls, children=children or None
    )
