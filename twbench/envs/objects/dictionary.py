"""The words that a story understands.

Sources: The Z-Machine Standards Document 1.1, section 13; flags as the parsers of Inform and
Infocom set them (Inform Technical Manual, "Format of the dictionary"; infodump's notes).
"""

__all__ = ["ALL", "NAME_WORD", "NO_NAMES", "Dictionary", "Word"]

import re
from dataclasses import dataclass
from functools import cached_property

from twbench.envs.objects.texts import decode

ALL = "all"
"""What names everything at once."""
_FUNCTION_WORDS = """
    a all an and any both but each every everything except from he her hers him his i in is
    it its no none of off on one or out own she some that the their them these they this
    those to two what which with you your
"""
NAME_WORD = re.compile(r"[a-z0-9'#-]+")
"""A word of a name, in a text of small letters."""
NO_NAMES = frozenset(_FUNCTION_WORDS.split())
"""Words that dictionaries have beside nouns, and that name nothing by themselves."""
_LONG_WORDS = 4
"""The first version whose words keep nine letters, not six."""
_INFORM_VERB, _INFORM_PREPOSITION, _INFORM_NOUN = 0x01, 0x08, 0x80
_INFOCOM_DIRECTION, _INFOCOM_ADJECTIVE = 0x10, 0x20
_INFOCOM_VERB, _INFOCOM_NOUN = 0x40, 0x80


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the dictionary, cut off as the story keeps it, with three bytes of its own."""

    text: str
    address: int
    data: tuple[int, int, int]


class Dictionary:
    """The words of a story, given as the bytes of its file."""

    def __init__(self, story: bytes):
        self.story = story
        self.letters = 9 if story[0] >= _LONG_WORDS else 6
        """How many letters of a word count."""

    @cached_property
    def words(self) -> dict[str, Word]:
        """The words by their text, in the story's order."""
        story = self.story
        start = story[0x08] << 8 | story[0x09]
        sizes = start + 1 + (story[start] if start < len(story) else 0)
        size = story[sizes] if sizes < len(story) else 0
        code = 6 if self.letters == 9 else 4
        count = abs(int.from_bytes(story[sizes + 1 : sizes + 3], signed=True))
        found: dict[str, Word] = {}
        if size < code + 3:
            return found
        for at in range(sizes + 3, min(sizes + 3 + size * count, len(story) - size + 1), size):
            text = decode(story, at, code // 2)
            data = story[at + code], story[at + code + 1], story[at + code + 2]
            found.setdefault(text, Word(text, at, data))
        return found

    @cached_property
    def by_address(self) -> dict[int, str]:
        """The texts of the words by where they lie."""
        return {word.address: word.text for word in self.words.values()}

    @cached_property
    def is_infocom(self) -> bool:
        """Whether the words have the flags of Infocom's parser rather than of Inform's.

        These know directions, which are things in Inform's stories.
        """
        north = self.words.get("north")
        return north is not None and bool(north.data[0] & _INFOCOM_DIRECTION)

    @cached_property
    def names(self) -> frozenset[str]:
        """The words that may name things: nouns and adjectives."""
        mask = _INFOCOM_NOUN | _INFOCOM_ADJECTIVE if self.is_infocom else _INFORM_NOUN
        return frozenset(text for text, word in self.words.items() if word.data[0] & mask)

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The words that commands may begin with, directions of Infocom's excepted."""
        mask = _INFOCOM_VERB if self.is_infocom else _INFORM_VERB
        return frozenset(text for text, word in self.words.items() if word.data[0] & mask)

    def cut(self, word: str) -> str:
        """Return what the story keeps of a word."""
        return word[: self.letters]
