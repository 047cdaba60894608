"""The story's dictionary and the records of its words.

Source: The Z-Machine Standards Document 1.1, section 13. An entry is the six bytes of the word,
then flags as Inform sets them (so that tools that list nouns and verbs work), the address of the
word's record, and its class (`twbench.story.layout.WordClass`).
"""

__all__ = ["ProgramWord", "build_dictionary"]

import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

from twbench.errors import StoryLimitError
from twbench.story.layout import WordClass
from twbench.story.world import StoryWorld
from twbench.story.zstring import encode_word, significant

ENTRY_SIZE = 10
SEPARATORS = b".,"
_NOUN, _VERB, _PREPOSITION = 0x80, 0x01, 0x08
_ENTRY = struct.Struct(">6sBHB")


class ProgramWord(NamedTuple):
    """A word of the dictionary that a program gives a meaning.

    ``code`` is the word as the dictionary has it, ``flags`` those that it has whatever it names,
    ``word_class`` a number of `WordClass`, ``entry`` the whole entry if the word has no record. For
    a verb, ``lines`` tells how many bytes into the program the list of its grammar lines is.
    """

    code: bytes
    entry: bytes
    flags: int
    lines: int | None = None
    word_class: int = 0

    @classmethod
    def of(cls, word: str, lines: int | None = None, word_class: int = 0) -> "ProgramWord":
        """Return a word; without grammar lines and class, it only names objects."""
        flags = _PREPOSITION if word_class >= WordClass.FIRST_LITERAL else 0
        if lines is not None:
            flags |= _VERB
        code = encode_word(word)
        return cls(code, _ENTRY.pack(code, flags, 0, word_class), flags, lines, word_class)


def build_dictionary(
    world: StoryWorld, words: Mapping[str, ProgramWord], program_base: int, base: int
) -> tuple[bytes, int]:
    """Return the words' records and the dictionary, and where the dictionary begins in them.

    ``words`` are those of the program, sorted, and ``program_base`` is its address. ``base`` is
    the address that the records will have; where the end lies beyond what a story can address,
    the caller has to refuse them. Raises StoryLimitError where two words cannot be told apart
    though they mean different things.
    """
    named = _named_objects(world)
    names = {text: ProgramWord.of(text) for text in named if text not in words}
    known = {**words, **names}
    entries = {word.code: word.entry for word in known.values()}
    if len(entries) < len(known):
        _report_clash(sorted(known))
    verbs = [text for text, word in words.items() if word.lines is not None]
    records: list[int] = []
    entry_of = _ENTRY.pack
    for text in sorted({*verbs, *named}):
        code, _, flags, lines, word_class = known[text]
        objects = named.get(text)
        address = base + 2 * len(records) & 0xFFFF
        records.append(0 if lines is None else program_base + lines)
        if objects is None:
            records.append(0)
        else:
            flags |= _NOUN
            records.append(len(objects))
            records += objects
        entries[code] = entry_of(code, flags, address, word_class)
    body = b"".join([entries[code] for code in sorted(entries)])
    header = bytes([len(SEPARATORS), *SEPARATORS, ENTRY_SIZE]) + len(entries).to_bytes(2, "big")
    return struct.pack(f">{len(records)}H", *records) + header + body, base + 2 * len(records)


def _named_objects(world: StoryWorld) -> dict[str, list[int]]:
    """Return the objects that each word names; words that look alike to a story are merged."""
    named: dict[bytes, tuple[str, list[int]]] = {}
    for entity in world.objects:
        if entity.is_room:
            continue  # rooms are never in scope
        for word in entity.words:
            _, objects = named.setdefault(encode_word(word), (word, []))
            if objects[-1:] != [entity.number]:
                objects.append(entity.number)
    return dict(named.values())


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
