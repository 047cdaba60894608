"""The story's dictionary and the records of its words.

Source: The Z-Machine Standards Document 1.1, section 13. An entry is the six bytes of the word,
then flags as Inform sets them (so that tools that list nouns and verbs work), its class
(`twbench.story.zcode.layout.WordClass`), and the address of the word's record.
"""

__all__ = [
    "ENTRY_SIZE",
    "SEPARATORS",
    "WORD_ENTRY",
    "ProgramWord",
    "ProgramWords",
    "build_dictionary",
]

import struct
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, NoReturn

from twbench.errors import StoryLimitError
from twbench.story.contents.world import StoryWorld
from twbench.story.zcode.layout import WordClass
from twbench.story.zcode.zstring import encode_word, significant

ENTRY_SIZE = 10
SEPARATORS = b".,"
_NOUN, _VERB, _PREPOSITION = 0x80, 0x01, 0x08
WORD_ENTRY = struct.Struct(">6sBBH")


class ProgramWord(NamedTuple):
    """A word of the dictionary that a program gives a meaning.

    ``flags`` are those that it has in every game, whether it names something there or not;
    ``word_class`` is a number of `WordClass`. For a verb, ``lines`` tells how many bytes into the
    program the list of its grammar lines is, and ``record`` the same of its record for games in
    which it names nothing.
    """

    flags: int = 0
    lines: int | None = None
    record: int | None = None
    word_class: int = 0

    @classmethod
    def of(cls, lines: int | None, record: int | None, word_class: int) -> "ProgramWord":
        """Return a word that may begin a command, or be a part of one."""
        flags = _PREPOSITION if word_class >= WordClass.FIRST_LITERAL else 0
        return cls(flags | (0 if lines is None else _VERB), lines, record, word_class)


_NAME = ProgramWord()


class ProgramWords:
    """The words of a program, ready to be put into the dictionaries of many stories.

    Attributes:
        words: the words with their meaning.
        spelled: the words by their codes, which are sorted.
        codes: these.

    """

    def __init__(
        self, words: Mapping[str, ProgramWord], spelled: Mapping[bytes, str] | None = None
    ):
        if spelled is None:
            spelled = dict(sorted({encode_word(text): text for text in words}.items()))
        self.words = words
        self.spelled = spelled
        self.codes = list(spelled)
        order = [(code, words[text]) for code, text in spelled.items()]
        # All entries are one number: see `twbench.story.zcode.block.Image`.
        self._constants = _number(
            WORD_ENTRY.pack(code, word.flags, word.word_class, word.record or 0)
            for code, word in order
        )
        self._verbs = _number(
            WORD_ENTRY.pack(bytes(len(code)), 0, 0, word.record is not None) for code, word in order
        )

    def entries(self, program_base: int) -> bytes:
        """Return the entries of all words, in order, for a program at this address."""
        number = self._constants + self._verbs * program_base
        return number.to_bytes(ENTRY_SIZE * len(self.codes), "big")


def build_dictionary(
    world: StoryWorld, program: ProgramWords, program_base: int, base: int
) -> tuple[bytes, int]:
    """Return the records of words that name objects and the dictionary, and where that begins.

    A record is the address of a verb's grammar lines, how many objects the word names, and their
    numbers. Records are in the order of the entries.

    ``program_base`` is the address of the program. ``base`` is the address that the records will
    have; where the end lies beyond what a story can address, the caller has to refuse them.
    Raises StoryLimitError where two words cannot be told apart though they mean different things.
    """
    named = sorted(_named_objects(world).items())
    records: list[int] = []
    entries: list[tuple[bytes, bytes]] = []
    for code, (text, objects) in named:
        word = program.words.get(text, _NAME)
        # Cut to a word, so that tables which are too large can be built, and be refused in a
        # sentence by whoever knows how large all of them are.
        address = base + 2 * len(records) & 0xFFFF
        word_class = world.states.get(text, 0) if word is _NAME else word.word_class
        entries.append((code, WORD_ENTRY.pack(code, word.flags | _NOUN, word_class, address)))
        lines = 0 if word.lines is None else program_base + word.lines
        records += lines, len(objects), *objects
    body = _merged(program.codes, program.entries(program_base), entries)
    count = len(body) // ENTRY_SIZE
    names = {text for _, (text, _) in named}
    # Words of objects that look alike share an entry already. If there are still fewer entries than
    # words, a word of the program looks like another one. All words are listed only then, to name
    # the two.
    if count < len(program.words) + len(names.difference(program.words)):
        _report_clash(sorted(names.union(program.words)))
    header = bytes([len(SEPARATORS), *SEPARATORS, ENTRY_SIZE]) + count.to_bytes(2, "big")
    data = struct.pack(f">{len(records)}H", *records)
    return b"".join([data, header, body]), base + len(data)


def _number(entries: Iterable[bytes]) -> int:
    return int.from_bytes(b"".join(entries), "big")


def _merged(codes: Sequence[bytes], known: bytes, entries: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return ``known`` entries, which have these codes, with others instead of or between them."""
    pieces: list[bytes] = []
    done = 0
    # Both are sorted, and the result must be: interpreters may search it by halves. So each search
    # can begin where the last one has ended.
    end = len(codes)
    for code, entry in entries:
        place = bisect_left(codes, code, done)
        if place > done:
            pieces.append(known[ENTRY_SIZE * done : ENTRY_SIZE * place])
        pieces.append(entry)
        done = place + (place < end and codes[place] == code)
    return b"".join([*pieces, known[ENTRY_SIZE * done :]])


def _named_objects(world: StoryWorld) -> dict[bytes, tuple[str, list[int]]]:
    """Return each word that names objects, and these, by the word's code.

    Words that look alike to a story are merged.
    """
    named: dict[bytes, tuple[str, list[int]]] = {}
    for word, objects in world.named.items():
        code = encode_word(word)
        if code in named:
            first, others = named[code]
            named[code] = first, sorted({*others, *objects})
        else:
            named[code] = word, objects
    return named


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
