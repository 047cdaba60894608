"""Places and what is in them, in few bytes each: a build remembers all of its places to its end."""

__all__ = ["Accepted", "Holders", "Places", "Taken"]

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, overload

from twbench.dataset.config.plan import Slot


class Places(Sequence[Slot]):
    """Places of some ``splits``, in the order in which they were added; eight bytes each."""

    def __init__(self, splits: Sequence[str], slots: Iterable[Slot] = ()):
        self._splits = tuple(splits)
        self._numbers = {split: number for number, split in enumerate(splits)}
        self._codes = array("Q")
        for slot in slots:
            self.append(slot)

    def append(self, slot: Slot) -> None:
        """Add a place at the end."""
        self._codes.append(slot.index * len(self._splits) + self._numbers[slot.split])

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Slot: ...
    @overload
    def __getitem__(self, index: slice) -> list[Slot]: ...
    def __getitem__(self, index: int | slice) -> Slot | list[Slot]:
        if isinstance(index, slice):
            return list(map(self._slot, self._codes[index]))
        return self._slot(self._codes[index])

    def __iter__(self) -> Iterator[Slot]:
        return map(self._slot, self._codes)

    def _slot(self, code: int) -> Slot:
        index, number = divmod(code, len(self._splits))
        return Slot(self._splits[number], index)


class Holders:
    """The number of the chunk that holds each candidate, by place and attempt."""

    def __init__(self) -> None:
        self._first: dict[str, array[int]] = {}
        self._later: dict[tuple[str, int, int], int] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def get(self, slot: Slot, attempt: int) -> int | None:
        """Return the number of the chunk, or None if none holds the candidate."""
        if attempt:
            return self._later.get((slot.split, slot.index, attempt))
        return _get(self._first.get(slot.split), slot.index)

    def put(self, slot: Slot, attempt: int, chunk: int) -> None:
        """Note that the chunk of this number holds the candidate."""
        self._size += self.get(slot, attempt) is None
        if attempt:
            self._later[slot.split, slot.index, attempt] = chunk
        else:
            _put(self._first.setdefault(slot.split, array("I")), slot.index, chunk)


class Taken(NamedTuple):
    """The candidate that fills a place: the number of its chunk, and what it was made for."""

    chunk: int
    made_for: int
    attempt: int


class Accepted:
    """For each place that is filled the candidate that fills it.

    That need not be one that was made for the place: where files cannot be imported, `imports`
    moves those behind them up, so that no place is left empty.
    """

    def __init__(self) -> None:
        self._chunks: dict[str, array[int]] = {}
        self._indexes: dict[str, array[int]] = {}
        self._attempts: dict[str, array[int]] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def put(self, slot: Slot, taken: Taken) -> None:
        """Fill a place that was empty."""
        self._size += 1
        columns = (self._chunks, "I"), (self._indexes, "Q"), (self._attempts, "I")
        for (column, code), number in zip(columns, taken, strict=True):
            _put(column.setdefault(slot.split, array(code)), slot.index, number)

    def get(self, slot: Slot) -> Taken | None:
        """Return what fills a place, or None if nothing does."""
        chunk = _get(self._chunks.get(slot.split), slot.index)
        if chunk is None:
            return None
        index, attempt = self._indexes[slot.split], self._attempts[slot.split]
        return Taken(chunk, index[slot.index] - 1, attempt[slot.index] - 1)

    def __getitem__(self, slot: Slot) -> Taken:
        found = self.get(slot)
        if found is None:
            raise KeyError(slot)
        return found

    def attempts(self, split: str) -> list[int]:
        """Return the numbers of the attempts of the places that are filled."""
        return [number - 1 for number in self._attempts.get(split, ()) if number]


def _get(column: "array[int] | None", index: int) -> int | None:
    if column is None or index >= len(column) or not column[index]:
        return None
    return column[index] - 1


def _put(column: "array[int]", index: int, number: int) -> None:
    """Write a number into a column, in which zero stands for none."""
    missing = index + 1 - len(column)
    if missing > 0:
        column.frombytes(bytes(missing * column.itemsize))
    column[index] = number + 1
