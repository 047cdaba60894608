"""The story's dictionary and the records of its words.

Source: The Z-Machine Standards Document 1.1, section 13. An entry is the six bytes of the word,
then flags as Inform sets them (so that tools that list nouns and verbs work), the address of the
word's record, and its class (`twbench.story.layout.WordClass`).
"""

__all__ = ["ProgramWord", "ProgramWords", "build_dictionary"]

import struct
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, NoReturn

from twbench.errors import StoryLimitError
from twbench.story.block import Block, Image
from twbench.story.layout import WordClass
from twbench.story.world import StoryWorld
from twbench.story.zstring import encode_word, significant

ENTRY_SIZE = 10
SEPARATORS = b".,"
_NOUN, _VERB, _PREPOSITION = 0x80, 0x01, 0x08
_RECORD = 4
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
        codes: the codes of the words, sorted.
        verbs: the words that have records, sorted.

    """

    def __init__(self, words: Mapping[str, ProgramWord]):
        self.words = words
        order = sorted({encode_word(text): text for text in words}.items())
        self.codes = [code for code, _ in order]
        self.verbs = sorted(text for text, word in words.items() if word.lines is not None)
        records = [word for text in self.verbs for word in (words[text].lines or 0, 0)]
        self._records = Image(Block(words=records, addresses=list(range(0, len(records), 2))))
        meanings = [(code, words[text]) for code, text in order]
        self._entries = b"".join(
            [_ENTRY.pack(code, word.flags, 0, word.word_class) for code, word in meanings]
        )
        numbers = {text: number for number, text in enumerate(self.verbs)}
        self._in_order = itemgetter(*[numbers.get(text, -1) for _, text in order])

    def records(self, program_base: int) -> bytes:
        """Return the records of the verbs: two words each, for a program at this address."""
        return self._records.at(program_base, {}, 0)

    def entries(self, addresses: Iterable[int]) -> bytes:
        """Return the entries of all words, in order, given the addresses of the verbs' records."""
        ordered = self._in_order([*addresses, 0])
        words = struct.pack(f">{len(ordered)}I", *ordered)
        entries = bytearray(self._entries)
        entries[_ADDRESS::ENTRY_SIZE] = words[2::4]
        entries[_ADDRESS + 1 :: ENTRY_SIZE] = words[3::4]
        return bytes(entries)


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
    records: list[bytes] = []
    addresses: list[int] = []
    entries: list[tuple[bytes, bytes]] = []
    end, done = base, 0
    for text, (code, objects) in sorted(named.items()):
        next_verb = bisect_left(verbs, text, done)
        if next_verb > done:
            records.append(verb_records[_RECORD * done : _RECORD * next_verb])
            addresses += range(end, end := end + _RECORD * (next_verb - done), _RECORD)
            done = next_verb
        word = program.words.get(text, _NAME)
        flags = word.flags | _NOUN
        entries.append((code, _ENTRY.pack(code, flags, end & 0xFFFF, word.word_class)))
        lines = 0
        if word.lines is not None:
            lines = program_base + word.lines
            addresses.append(end)
            done += 1
        record = lines, len(objects), *objects
        records.append(struct.pack(f">{len(record)}H", *record))
        end += 2 * len(record)
    records.append(verb_records[_RECORD * done :])
    addresses += range(end, end := end + _RECORD * (len(verbs) - done), _RECORD)
    body = _merged(program.codes, program.entries(addresses), sorted(entries))
    count = len(body) // ENTRY_SIZE
    if count < len(program.words) + len(named.keys() - program.words):
        _report_clash(sorted({*program.words, *named}))
    header = bytes([len(SEPARATORS), *SEPARATORS, ENTRY_SIZE]) + count.to_bytes(2, "big")
    return b"".join([*records, header, body]), end


def _merged(codes: Sequence[bytes], known: bytes, entries: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return ``known`` entries, which have these codes, with others instead of or between them."""
    pieces: list[bytes] = []
    done = 0
    for code, entry in entries:
        place = bisect_left(codes, code, done)
        pieces += known[ENTRY_SIZE * done : ENTRY_SIZE * place], entry
        done = place + (codes[place : place + 1] == [code])
    return b"".join([*pieces, known[ENTRY_SIZE * done :]])


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
