"""The story's dictionary and the records of its words.

Source: The Z-Machine Standards Document 1.1, section 13. An entry is the six bytes of the word,
then flags as Inform sets them (so that tools that list nouns and verbs work), the address of the
word's record, and its class (`twbench.story.layout.WordClass`).
"""

__all__ = ["ProgramWord", "ProgramWords", "build_dictionary"]

import struct
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

from twbench.errors import StoryLimitError
from twbench.story.layout import WordClass
from twbench.story.world import StoryWorld
from twbench.story.zstring import encode_word, significant

ENTRY_SIZE = 10
SEPARATORS = b".,"
_NOUN, _VERB, _PREPOSITION = 0x80, 0x01, 0x08
_VERB_RECORD = 4
_ENTRY = struct.Struct(">6sBHB")
_ADDRESS = 7
"""Where in an entry the address of its record is."""


class ProgramWord(NamedTuple):
    """A word of the dictionary that a program gives a meaning.

    ``flags`` are those that it has whatever it names, ``word_class`` is a number of `WordClass`.
    For a verb, ``lines`` tells how many bytes into the program the list of its grammar lines is.
    """

    flags: int = 0
    lines: int | None = None
    word_class: int = 0

    @classmethod
    def of(cls, lines: int | None, word_class: int) -> "ProgramWord":
        """Return a word that may begin a command, or be a part of one."""
        flags = _PREPOSITION if word_class >= WordClass.FIRST_LITERAL else 0
        return cls(flags | (0 if lines is None else _VERB), lines, word_class)


_NAME = ProgramWord()


class ProgramWords:
    """The words of a program, ready to be put into the dictionaries of many stories.

    Attributes:
        words: the words with their meaning.
        entries: the entry of each word by its code, in order, without the address of a record.
        verbs: the words that have records, sorted.

    """

    def __init__(self, words: Mapping[str, ProgramWord]):
        self.words = words
        entries = [(encode_word(text), word) for text, word in words.items()]
        self.entries = {
            code: _ENTRY.pack(code, word.flags, 0, word.word_class)
            for code, word in sorted(entries)
        }
        self.verbs = sorted(text for text, word in words.items() if word.lines is not None)
        self._lines = [words[text].lines or 0 for text in self.verbs]
        self._codes = list(map(encode_word, self.verbs))
        self._verb_entries = b"".join([self.entries[code] for code in self._codes])

    def records(self, program_base: int) -> list[int]:
        """Return the records of the verbs: two words each, for a program at this address."""
        records = [0] * (2 * len(self._lines))
        records[::2] = [program_base + lines for lines in self._lines]
        return records

    def verb_entries(self, addresses: Iterable[int]) -> Iterator[tuple[bytes, bytes]]:
        """Return the code of each verb, and its entry, given the addresses of their records."""
        words = struct.pack(f">{len(self.verbs)}H", *[address & 0xFFFF for address in addresses])
        data = bytearray(self._verb_entries)
        data[_ADDRESS::ENTRY_SIZE], data[_ADDRESS + 1 :: ENTRY_SIZE] = words[::2], words[1::2]
        entries = bytes(data)
        starts = range(0, len(entries), ENTRY_SIZE)
        return zip(self._codes, [entries[at : at + ENTRY_SIZE] for at in starts], strict=True)


def build_dictionary(
    world: StoryWorld, program: ProgramWords, program_base: int, base: int
) -> tuple[bytes, int]:
    """Return the words' records and the dictionary, and where the dictionary begins in them.

    A record is two words, and the numbers of the objects that the word names: the address of a
    verb's grammar lines, and how many objects there are. Records are in the order of the words.

    ``program_base`` is the address of the program. ``base`` is the address that the records will
    have; where the end lies beyond what a story can address, the caller has to refuse them.
    Raises StoryLimitError where two words cannot be told apart though they mean different things.
    """
    named = _named_objects(world)
    verbs, verb_records = program.verbs, program.records(program_base)
    records: list[int] = []
    verb_addresses: list[int] = []
    name_entries: list[tuple[bytes, bytes]] = []
    done = new = 0
    for text, (code, objects) in sorted(named.items()):
        before, done = done, bisect_left(verbs, text, done)
        verb_addresses += _addresses(base, records, done - before)
        records += verb_records[2 * before : 2 * done]
        word = program.words.get(text, _NAME)
        new += word is _NAME
        address = base + 2 * len(records)
        lines = 0
        if word.lines is not None:
            verb_addresses.append(address)
            lines = verb_records[2 * done]
            done += 1
        records += (lines, len(objects), *objects)
        entry = _ENTRY.pack(code, word.flags | _NOUN, address & 0xFFFF, word.word_class)
        name_entries.append((code, entry))
    verb_addresses += _addresses(base, records, len(verbs) - done)
    records += verb_records[2 * done :]
    entries = program.entries.copy()
    entries.update(program.verb_entries(verb_addresses))
    entries.update(name_entries)
    if len(entries) < len(program.words) + new:
        _report_clash(sorted({*program.words, *named}))
    header = bytes([len(SEPARATORS), *SEPARATORS, ENTRY_SIZE]) + len(entries).to_bytes(2, "big")
    body = b"".join(sorted(entries.values()))
    return struct.pack(f">{len(records)}H", *records) + header + body, base + 2 * len(records)


def _addresses(base: int, records: Sequence[int], count: int) -> range:
    """Return the addresses of the records of so many verbs, which name nothing."""
    address = base + 2 * len(records)
    return range(address, address + _VERB_RECORD * count, _VERB_RECORD)


def _named_objects(world: StoryWorld) -> dict[str, tuple[bytes, list[int]]]:
    """Return the code of each word that names objects, and these.

    Words that look alike to a story are merged.
    """
    named: dict[bytes, tuple[str, list[int]]] = {}
    for entity in world.objects:
        if entity.is_room:
            continue  # rooms are never in scope
        for word in entity.words:
            code = encode_word(word)
            known = named.get(code)
            if known is None:
                named[code] = word, [entity.number]
            elif known[1][-1] != entity.number:
                known[1].append(entity.number)
    return {word: (code, objects) for code, (word, objects) in named.items()}


def _report_clash(words: Sequence[str]) -> NoReturn:
    """Raise the error about the first of ``words``, which are sorted, that looks like another."""
    seen: dict[bytes, str] = {}
    for word in words:
        other = seen.setdefault(encode_word(word), word)
        if other != word:
            break
    raise StoryLimitError(
        f"A story cannot tell the words {other!r} and {word!r} apart: it looks at"
        f" {significant(word)!r} only. One of them has to change."
    )
