"""Columns as Arrow has them in memory, without Arrow.

A worker lays out the columns of its rows, and the leader gives them to Arrow as they are: nothing
is made of values twice, and no worker has to load Arrow (its Columnar Format, "Physical Memory
Layout"). A table in bytes is a header and the buffers of its columns one behind the other; the
header names the columns in one line, and says in another how long each of the buffers is.
"""

__all__ = ["LaidOut", "OtherColumnsError", "lay_out", "read_columns", "write_rows"]

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any, NamedTuple

from twbench.dataset.files.columns import BYTES, FLAG, INT32, TEXT, Column, Kind, ListOf, Record

_CODES = {INT32: "i", "int64": "q"}
_EMPTY = {TEXT: "", BYTES: b"", FLAG: False}
"""What stands in the place of null; elsewhere 0 does."""
_ALIGNED = 8
"""Numbers begin at multiples of their size."""


class OtherColumnsError(Exception):
    """A table has other columns than those that it was to be read as."""


class LaidOut(NamedTuple):
    """Values of a column: how many there are, how many of them are null, and their buffers.

    A buffer is None where Arrow needs none. The items of lists and the fields of records are
    ``children``.
    """

    length: int
    nulls: int
    buffers: "tuple[bytes | memoryview | None, ...]"
    children: "tuple[LaidOut, ...]" = ()


def lay_out(values: Sequence[Any], kind: Kind) -> LaidOut:
    """Lay out ``values`` of a kind, None for null.

    Raises OverflowError for a number that its kind cannot hold, TypeError for a value of another
    kind.
    """
    length = len(values)
    nulls, validity = _validity(values)
    if isinstance(kind, ListOf):
        lists = [() if value is None else value for value in values]
        items = lay_out(list(chain.from_iterable(lists)), kind.item)
        return LaidOut(length, nulls, (validity, _offsets(lists)), (items,))
    if isinstance(kind, Record):
        fields = tuple(
            lay_out([None if value is None else value[name] for value in values], field)
            for name, field in kind.fields
        )
        return LaidOut(length, nulls, (validity,), fields)
    if nulls:
        empty = _EMPTY.get(kind, 0)
        values = [empty if value is None else value for value in values]
    return LaidOut(length, nulls, (validity, *_data(values, kind)))


def _data(values: Sequence[Any], kind: str) -> tuple[bytes, ...]:
    """Return the buffers that hold values of a kind without parts, none of which is null."""
    if kind == TEXT:
        joined = "".join(values)
        data = joined.encode()
        # Mostly all is ASCII, with a byte for each character: then one call encodes everything.
        parts = values if len(data) == len(joined) else [text.encode() for text in values]
        return _offsets(parts), data
    if kind == BYTES:
        return _offsets(values), b"".join(values)
    if kind == FLAG:
        if not {*map(type, values)} <= {bool}:
            raise TypeError("A column of true and false has another value.")
        return (_bits(values),)
    return (array(_CODES[kind], values).tobytes(),)


def write_rows(rows: Sequence[Mapping[str, Any]], columns: Sequence[Column]) -> bytes:
    """Return the table of ``rows``; a key that a row lacks is null. Raises as `lay_out` does."""
    made = [lay_out([row.get(name) for row in rows], kind) for name, kind, _ in columns]
    parts = [part for column in made for part in _parts(column)]
    sizes = [[None if one is None else len(one) for one in part.buffers] for part in parts]
    shape = [[part.length, part.nulls, size] for part, size in zip(parts, sizes, strict=True)]
    text = b"\n".join((_named(tuple(columns)), json.dumps(shape).encode()))
    text += b" " * _gap(len(text))
    buffers = [one for part in parts for one in part.buffers if one is not None]
    padded = chain.from_iterable((one, bytes(_gap(len(one)))) for one in buffers)
    return b"".join((len(text).to_bytes(_ALIGNED, "little"), text, *padded))


def read_columns(data: memoryview, columns: Sequence[Column]) -> list[LaidOut]:
    """Return the columns of a table that `write_rows` has written; they lie in ``data``.

    Raises OtherColumnsError if they are others than these.
    """
    start = _ALIGNED + int.from_bytes(data[:_ALIGNED], "little")
    names, _, shape = bytes(data[_ALIGNED:start]).partition(b"\n")
    if names != _named(tuple(columns)):
        raise OtherColumnsError
    parts = _cut(data[start:], json.loads(shape))
    return [_column(parts, kind) for _, kind, _ in columns]


@lru_cache(maxsize=16)
def _named(columns: tuple[Column, ...]) -> bytes:
    """Return the line of a header that says which columns these are: as JSON, without breaks."""
    return json.dumps(columns).encode()


def _cut(data: memoryview, parts: Iterable[Any]) -> Iterator[LaidOut]:
    """Yield the parts that ``data`` is made of; the children of a part are the next ones."""
    place = 0
    for length, nulls, sizes in parts:
        buffers: list[memoryview | None] = []
        for size in sizes:
            buffers.append(None if size is None else data[place : place + size])
            place += 0 if size is None else size + _gap(size)
        yield LaidOut(length, nulls, tuple(buffers))


def _column(parts: Iterator[LaidOut], kind: Kind) -> LaidOut:
    part = next(parts)
    if isinstance(kind, ListOf):
        return part._replace(children=(_column(parts, kind.item),))
    if isinstance(kind, Record):
        return part._replace(children=tuple(_column(parts, field) for _, field in kind.fields))
    return part


def _parts(column: LaidOut) -> Iterator[LaidOut]:
    """Yield a column and all that is below it."""
    yield column
    for child in column.children:
        yield from _parts(child)


def _gap(size: int) -> int:
    """Return how many bytes there are behind so many, for the next ones to be aligned."""
    return -size % _ALIGNED


def _validity(values: Sequence[Any]) -> tuple[int, bytes | None]:
    """Return how many values are null, and the bits of those that are not, if some are."""
    nulls = len([None for value in values if value is None])
    if not nulls:
        return 0, None
    return nulls, _bits([value is not None for value in values])


def _bits(flags: Sequence[bool]) -> bytes:
    """Return a bit for each flag, the first in the lowest bit of the first byte."""
    number = int("".join("1" if flag else "0" for flag in reversed(flags)) or "0", 2)
    return number.to_bytes(-(-len(flags) // 8), "little")


def _offsets(parts: Iterable[Any]) -> bytes:
    """Return where each part begins when they lie one behind the other, and where the last ends."""
    return array("i", accumulate(map(len, parts), initial=0)).tobytes()
