"""Tables of words under construction, whose addresses are not known yet."""

__all__ = ["Block"]

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

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
    """A growing sequence of words; what is placed in it is found by its offset in words."""

    words: list[int] = field(default_factory=list)
    pointers: list[tuple[int, Pointer]] = field(default_factory=list)
    texts: list[tuple[int, Text]] = field(default_factory=list)
    tables: list[tuple[int, Key]] = field(default_factory=list)
    placed: dict[tuple[Word, ...], int] = field(default_factory=dict)

    def place(self, words: Sequence[Word]) -> int:
        """Append ``words``, unless they are there already; return the offset of the first one."""
        start = len(self.words)
        known = self.placed.setdefault(tuple(words), start)
        if known != start:
            return known
        self.words += [word if isinstance(word, int) else 0 for word in words]
        for position, word in enumerate(words, start):
            if isinstance(word, int):
                continue
            if isinstance(word, Pointer):
                self.pointers.append((position, word))
            elif isinstance(word, Text):
                self.texts.append((position, word))
            else:
                self.tables.append((position, word.key))
        return start

    def linked(self, base: int, tables: Mapping[Key, int], strings: Mapping[str, int]) -> list[int]:
        """Return the words for a block at byte address ``base``, which must be even."""
        words = list(self.words)
        for position, pointer in self.pointers:
            address = base + 2 * pointer.offset
            words[position] = address >> 1 if pointer.halved else address
        for position, (text, handle) in self.texts:
            words[position] = strings[text] | (STATIC_TEXT if handle else 0)
        for position, key in self.tables:
            words[position] = tables[key]
        return words
