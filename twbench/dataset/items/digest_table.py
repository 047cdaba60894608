"""Numbers by texts, for many millions: a dataset's games have to be remembered to be compared.

Of a text nothing is kept but 96 bits of a hash: that two of a hundred million texts share them has
a chance of one in ten trillions. An entry takes some 30 bytes, where a dict takes 200.
"""

__all__ = ["DigestTable"]

import hashlib
import struct
from array import array
from typing import Literal

_SMALLEST = 1 << 8
_WORDS = struct.Struct("<QI")
_EMPTY = 0


class DigestTable:
    """Whole numbers from 0 on by texts; with the ``code`` I they are less than 4,294,967,295.

    The code is one of the module `array`; with Q numbers may have 63 bits.
    """

    def __init__(self, code: Literal["I", "Q"] = "Q") -> None:
        self._size = 0
        self._low, self._high, self._values = array("Q"), array("I"), array(code)
        self._grow(_SMALLEST)

    def __len__(self) -> int:
        return self._size

    def get(self, text: str) -> int | None:
        """Return the number of ``text``, or None if it has none."""
        value = self._values[self._find(*_words(text))]
        return None if value == _EMPTY else value - 1

    def __setitem__(self, text: str, number: int) -> None:
        low, high = _words(text)
        place = self._find(low, high)
        if self._values[place] == _EMPTY:
            self._size += 1
            if 5 * self._size > 4 * len(self._values):
                self._grow(len(self._values) * 3 // 2)
                place = self._find(low, high)
            self._low[place], self._high[place] = low, high
        self._values[place] = number + 1

    def _find(self, low: int, high: int) -> int:
        """Return the place of an entry, or the free one where it would be."""
        lows, highs, values = self._low, self._high, self._values
        capacity = len(values)
        place = low % capacity
        while values[place] != _EMPTY and (lows[place] != low or highs[place] != high):
            place = (place + 1) % capacity
        return place

    def _grow(self, capacity: int) -> None:
        old = zip(self._low, self._high, self._values, strict=True) if self._size else ()
        self._low, self._high = array("Q", [0]) * capacity, array("I", [0]) * capacity
        self._values = array(self._values.typecode, [_EMPTY]) * capacity
        for low, high, value in old:
            if value != _EMPTY:
                place = self._find(low, high)
                self._low[place], self._high[place], self._values[place] = low, high, value


def _words(text: str) -> tuple[int, int]:
    low, high = _WORDS.unpack(hashlib.blake2b(text.encode(), digest_size=_WORDS.size).digest())
    return low, high
