"""Arrow arrays and tables of Python's values, made column by column.

`pyarrow.array` and `pyarrow.Table.from_pylist` ask whether what they are given is of pandas, and so
import it: a third of a second in every process that makes one small table. Here the buffers are
written at once (Arrow Columnar Format, "Physical Memory Layout"). Nor is `pyarrow.compute` asked
for lengths: it takes as long to load as some games to build.
"""

__all__ = ["array_of", "lengths_of", "table_of"]

from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any

import pyarrow as pa

_CODES = {pa.int32(): "i", pa.int64(): "q"}


def table_of(rows: Iterable[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    """Return the table of ``rows``, as ``pyarrow.Table.from_pylist`` does.

    A key that a row lacks is null. Raises OverflowError for a number that its column cannot hold,
    TypeError for a value of another type.
    """
    known = list(rows)
    columns = [array_of([row.get(field.name) for row in known], field.type) for field in schema]
    return pa.Table.from_arrays(columns, schema=schema)


def array_of(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """Return the array of ``values`` of a type, None for null; raises as `table_of` does."""
    nulls, validity = _validity(values)
    if kind in _CODES:
        numbers = array(_CODES[kind], values if not nulls else [value or 0 for value in values])
        return pa.Array.from_buffers(kind, len(values), [validity, _buffer(numbers)], nulls)
    if pa.types.is_boolean(kind):
        if not {*map(type, values)} <= {bool, type(None)}:
            raise TypeError("A column of true and false has another value.")
        bits = pa.py_buffer(_bits([value is True for value in values]))
        return pa.Array.from_buffers(kind, len(values), [validity, bits], nulls)
    if kind == pa.string():
        texts = values if not nulls else ["" if value is None else value for value in values]
        joined = "".join(texts)
        data = joined.encode()
        # Mostly all is ASCII, with a byte for each character: then one call encodes everything.
        parts = texts if len(data) == len(joined) else [text.encode() for text in texts]
        buffers = [validity, _offsets(parts), pa.py_buffer(data)]
        return pa.Array.from_buffers(kind, len(values), buffers, nulls)
    if kind == pa.binary():
        pieces = values if not nulls else [b"" if value is None else value for value in values]
        buffers = [validity, _offsets(pieces), pa.py_buffer(b"".join(pieces))]
        return pa.Array.from_buffers(kind, len(values), buffers, nulls)
    if pa.types.is_list(kind):
        lists = [() if value is None else value for value in values]
        items = array_of(list(chain.from_iterable(lists)), kind.value_type)
        return pa.Array.from_buffers(
            kind, len(values), [validity, _offsets(lists)], nulls, children=[items]
        )
    if pa.types.is_struct(kind) and not nulls:
        fields = [kind.field(number) for number in range(kind.num_fields)]
        children = [
            array_of([value[field.name] for value in values], field.type) for field in fields
        ]
        return pa.Array.from_buffers(kind, len(values), [None], children=children)
    return pa.array(values, kind)


def lengths_of(lists: pa.ChunkedArray) -> list[int]:
    """Return the length of each list of a column without nulls."""
    return [
        end - start for chunk in lists.chunks for start, end in pairwise(chunk.offsets.to_pylist())
    ]


def _validity(values: Sequence[Any]) -> tuple[int, pa.Buffer | None]:
    """Return how many values are null, and the bits of those that are not, if some are."""
    nulls = len([None for value in values if value is None])
    if not nulls:
        return 0, None
    return nulls, pa.py_buffer(_bits([value is not None for value in values]))


def _bits(flags: Sequence[bool]) -> bytes:
    """Return a bit for each flag, the first in the lowest bit of the first byte."""
    number = int("".join("1" if flag else "0" for flag in reversed(flags)) or "0", 2)
    return number.to_bytes(-(-len(flags) // 8), "little")


def _offsets(parts: Iterable[Any]) -> pa.Buffer:
    """Return where each part begins when they lie one behind the other, and where the last ends."""
    return _buffer(array("i", accumulate(map(len, parts), initial=0)))


def _buffer(numbers: "array[int]") -> pa.Buffer:
    return pa.py_buffer(numbers.tobytes())
