"""Infos of many environments: as a part of a vector tells them, and as Gymnasium lays them out.

In Gymnasium's vectors there is for each key an array with an entry for each environment, and under
``_key`` one of truth values, which says for which of them the key is known. These arrays are made
once, of what all parts tell: to send one to another process takes as long as to send a dozen texts.
What a part tells is columns, a list for each key, where all of its environments tell the same keys,
as they nearly always do, and else rows: the infos of each environment, or None.
"""

__all__ = ["Columns", "Infos", "Rows", "as_columns", "laid_out"]

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

Infos = dict[str, Any]
Columns = dict[str, Sequence[Any] | NDArray[Any]]
Rows = Sequence[Infos | None]
_FINAL = "final_obs"
"""The key whose values are laid out as an array of objects, whatever they are."""
_NUMBERS = (int, float, bool)
_NO_NUMBERS = (list, str, tuple)
_ARRAYS = (np.ndarray, np.number)
_BOOLS, _OBJECTS = np.dtype(np.bool_), np.dtype(object)


def as_columns(rows: Rows) -> Columns | Rows:
    """Return the infos of some environments by key, if all of them tell the same keys."""
    told = cast("Sequence[Infos]", rows)
    if not all(rows) or sum(map(len, told)) != len(told[0]) * len(rows):
        return rows
    columns: Columns = {}
    for key in told[0]:
        try:
            values = list(map(itemgetter(key), told))
        except KeyError:
            return rows
        columns[key] = _compact(values, key)
    return columns


def laid_out(parts: Sequence[Columns | Rows], number: int) -> Infos:
    """Return the infos of ``number`` environments, of which each part tells some.

    Entries that are not known are zero, or None.
    """
    tables = _tables(parts)
    if tables is None:
        return _merged([row for part in parts for row in _as_rows(part)])
    infos: Infos = {}
    for key in tables[0]:
        columns = [table[key] for table in tables]
        known = _all_of(number).copy()
        infos[key] = _whole(key, columns, known)
        infos[f"_{key}"] = known
    return infos


def _tables(parts: Sequence[Columns | Rows]) -> list[Columns] | None:
    """Return the columns of all parts, if they have such, and of the same keys."""
    tables: list[Columns] = []
    for part in parts:
        if not isinstance(part, dict) or (tables and part.keys() != tables[0].keys()):
            return None
        tables.append(part)
    return tables


def _compact(values: list[Any], key: str) -> Sequence[Any] | NDArray[Any]:
    """Return a column: arrays as one, of which there is less to send."""
    if isinstance(values[0], _ARRAYS) and key != _FINAL:
        return _column(values, _all_of(len(values)))
    return values


@cache
def _all_of(number: int) -> NDArray[np.bool_]:
    """Return as many truth values as there are environments; a copy of them is made the fastest."""
    return np.ones(number, _BOOLS)


def _as_rows(part: Columns | Rows) -> Iterable[Infos | None]:
    if not isinstance(part, dict):
        return part
    return [dict(zip(part, values, strict=True)) for values in zip(*part.values(), strict=True)]


def _whole(
    key: str, columns: Sequence[Sequence[Any] | NDArray[Any]], known: NDArray[np.bool_]
) -> Any:
    """Return the column of all environments, all of which are ``known``."""
    first = columns[0]
    if isinstance(first, np.ndarray) and all(isinstance(one, np.ndarray) for one in columns):
        if len(columns) == 1:
            return first
        return np.concatenate(columns, dtype=first.dtype, casting="unsafe")
    values = first if len(columns) == 1 else chain.from_iterable(columns)
    if isinstance(first[0], _NO_NUMBERS):
        return np.fromiter(values, _OBJECTS, len(known))
    return _laid_out(key, list(values), known)


def _merged(rows: Rows) -> Infos:
    """Return the infos of environments that tell different keys, or nothing."""
    merged: Infos = {}
    telling = [row for row in rows if row]
    for key in dict.fromkeys(chain.from_iterable(telling)):
        known = np.array([key in (row or ()) for row in rows], dtype=_BOOLS)
        merged[key] = _laid_out(key, [row[key] for row in telling if key in row], known)
        merged[f"_{key}"] = known
    return merged


def _laid_out(key: str, values: Sequence[Any], known: NDArray[np.bool_]) -> Any:
    """Return a key's values in their places, those for which it is ``known``."""
    first = values[0]
    if isinstance(first, _NO_NUMBERS) or key == _FINAL:
        return _objects(values, known)
    if isinstance(first, dict):
        told = iter(values)
        return _merged([next(told) if is_known else None for is_known in known])
    return _column(values, known)


def _column(values: Sequence[Any], known: NDArray[np.bool_]) -> NDArray[Any]:
    """Return an array with the values where they are known, and zeros or None elsewhere."""
    first = values[0]
    column: NDArray[Any]
    if isinstance(first, np.ndarray):
        column = np.zeros((len(known), *first.shape), dtype=first.dtype)
    elif type(first) in _NUMBERS or isinstance(first, np.number):
        column = np.zeros(len(known), dtype=type(first))
    else:
        return _objects(values, known)
    try:
        column[known] = values
    except (TypeError, ValueError):  # of different shapes: each fills its place, as in Gymnasium
        for place, value in zip(np.flatnonzero(known), values, strict=True):
            column[place] = value
    return column


def _objects(values: Sequence[Any], known: NDArray[np.bool_]) -> NDArray[Any]:
    """Return an array with the values where they are known, and None elsewhere."""
    # One by one: an array of lists that are as long as each other has two dimensions.
    objects: NDArray[Any] = np.fromiter(values, _OBJECTS, len(values))
    if len(values) == len(known):
        return objects
    column: NDArray[Any] = np.full(len(known), None, dtype=_OBJECTS)
    column[known] = objects
    return column
