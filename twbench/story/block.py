"""Tables of words under construction, whose addresses are not known yet."""

__all__ = ["Block", "Image", "Key", "Pointer", "Table", "Text", "Word"]

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from twbench.story.layout import STATIC_TEXT

Key = tuple[str, ...]


class Pointer(NamedTuple):
    """A word that will hold the address of another word of the same block."""

    offset: int
    halved: bool = False


class Text(NamedTuple):
    """A word that will hold a text: a packed string address or, as a handle, one marked as such."""

    text: str
    handle: bool = True


class Table(NamedTuple):
    """A word that will hold the address of a table that belongs to the game, not to its logic."""

    key: Key


Word = int | Pointer | Text | Table


@dataclass(slots=True)
class Block:
    """A growing sequence of words; what is placed in it is found by its offset in words.

    ``pointers``, ``texts`` and ``tables`` are the words that are no numbers yet, by their places.
    """

    words: list[Word] = field(default_factory=list)
    pointers: list[tuple[int, Pointer]] = field(default_factory=list)
    texts: list[tuple[int, Text]] = field(default_factory=list)
    tables: list[tuple[int, Table]] = field(default_factory=list)
    placed: dict[tuple[Word, ...], int] = field(default_factory=dict)

    def place(self, words: Sequence[Word]) -> int:
        """Append ``words``, unless they are there already; return the offset of the first one."""
        start = len(self.words)
        known = self.placed.setdefault(tuple(words), start)
        if known != start:
            return known
        self.words += words
        for position, word in enumerate(words, start):
            if word.__class__ is int:
                continue
            if isinstance(word, Pointer):
                self.pointers.append((position, word))
            elif isinstance(word, Text):
                self.texts.append((position, word))
            elif isinstance(word, Table):
                self.tables.append((position, word))
        return start

    def append(
        self,
        words: Sequence[Word],
        pointers: Iterable[tuple[int, Pointer]],
        texts: Iterable[tuple[int, Text]],
    ) -> int:
        """Append ``words`` that are not there yet for certain; return the offset of the first one.

        The pointers and texts among them are given with their places in ``words``.
        """
        start = len(self.words)
        self.words += words
        self.pointers += [(start + position, pointer) for position, pointer in pointers]
        self.texts += [(start + position, text) for position, text in texts]
        return start

    def linked(
        self, base: int, tables: Mapping[Key, int], strings: Mapping[str, int], first: int
    ) -> bytes:
        """Return the bytes of the block at byte address ``base``, which must be even.

        ``tables`` has the addresses of other tables, ``strings`` the packed addresses of strings,
        counted from that of the ``first``.
        """
        words: list[Any] = list(self.words)
        half, first_handle = base >> 1, first | STATIC_TEXT
        for position, (offset, halved) in self.pointers:
            words[position] = half + offset if halved else base + 2 * offset
        for position, (text, handle) in self.texts:
            words[position] = strings[text] + (first_handle if handle else first)
        for position, (key,) in self.tables:
            words[position] = tables[key]
        return struct.pack(f">{len(words)}H", *words)


class Image:
    """A finished block that is placed into many stories: `at` returns what `Block.linked` does.

    All its words together are one number, so that an address is added to every word that needs it
    by one multiplication: with a number that has 1 in these words and 0 in all others. No sum is
    carried into another word, since each is an address.
    """

    def __init__(self, block: Block, strings: Mapping[str, int]):
        """Take a block and its strings: their packed addresses, counted from the first string."""
        size = len(block.words)
        constants: list[Any] = list(block.words)
        addresses, halves, texts = [0] * size, [0] * size, [0] * size
        for position, (offset, halved) in block.pointers:
            constants[position] = offset if halved else 2 * offset
            (halves if halved else addresses)[position] = 1
        for position, (text, handle) in block.texts:
            constants[position] = strings[text] | (STATIC_TEXT if handle else 0)
            texts[position] = 1
        for position, _ in block.tables:
            constants[position] = 0
        self.size = 2 * size
        self._constants, self._addresses = _number(constants), _number(addresses)
        self._halves, self._texts = _number(halves), _number(texts)
        self._tables = [(2 * position, table.key) for position, table in block.tables]

    def at(self, base: int, tables: Mapping[Key, int], first: int) -> bytes:
        """Return the bytes for a block at ``base``; ``first`` is as for `Block.linked`."""
        number = self._constants + self._addresses * base
        number += self._halves * (base >> 1) + self._texts * first
        data = bytearray(number.to_bytes(self.size, "big"))
        for position, key in self._tables:
            data[position : position + 2] = tables[key].to_bytes(2, "big")
        return bytes(data)


def _number(words: Sequence[int]) -> int:
    return int.from_bytes(struct.pack(f">{len(words)}H", *words), "big")
