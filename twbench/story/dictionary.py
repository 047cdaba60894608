"""The story's dictionary and the records of its words.

Source: The Z-Machine Standards Document 1.1, section 13. An entry is the six bytes of the word,
then flags as Inform sets them (so that tools that list nouns and verbs work), the address of the
word's record, and its class (`twbench.story.layout.WordClass`).
"""

__all__ = ["build_dictionary"]

import struct
from collections.abc import Mapping

from twbench.errors import StoryLimitError
from twbench.story.layout import WordClass
from twbench.story.program import LogicProgram
from twbench.story.world import StoryWorld
from twbench.story.zstring import encode_word, significant

ENTRY_SIZE = 10
SEPARATORS = b".,"
_NOUN, _VERB, _PREPOSITION = 0x80, 0x01, 0x08


def build_dictionary(
    world: StoryWorld, program: LogicProgram, verb_addresses: Mapping[str, int], base: int
) -> tuple[bytes, int]:
    """Return the words' records and the dictionary, and where the dictionary begins in them.

    ``base`` is the address that they will have; where the end lies beyond what a story can
    address, the caller has to refuse them. Raises StoryLimitError where two words cannot be
    told apart though they mean different things.
    """
    named = _named_objects(world)
    words = sorted({*named, *program.verbs, *program.classes})
    records = bytearray()
    entries: dict[bytes, tuple[str, bytes]] = {}
    for word in words:
        verb = verb_addresses.get(word, 0)
        objects = named.get(word, [])
        address = base + len(records) if verb or objects else 0
        if address:
            for value in (verb, len(objects), *objects):
                records += value.to_bytes(2, "big")
        number = program.classes.get(word, WordClass.NONE)
        flags = (
            _NOUN * bool(objects)
            | _VERB * bool(verb)
            | _PREPOSITION * (number >= WordClass.FIRST_LITERAL)
        )
        code = encode_word(word)
        if code in entries:
            _report_clash(word, entries[code][0])
        entries[code] = (word, struct.pack(">BHB", flags, address & 0xFFFF, number))
    header = bytes([len(SEPARATORS)]) + SEPARATORS + bytes([ENTRY_SIZE])
    header += len(entries).to_bytes(2, "big")
    body = b"".join(code + data for code, (_, data) in sorted(entries.items()))
    return bytes(records) + header + body, base + len(records)


def _named_objects(world: StoryWorld) -> dict[str, list[int]]:
    """Return the objects that each word names; words that look alike to a story are merged."""
    named: dict[bytes, tuple[str, list[int]]] = {}
    for entity in world.objects:
        if world.is_room(entity):
            continue  # rooms are never in scope
        for word in entity.words:
            _, objects = named.setdefault(encode_word(word), (word, []))
            if objects[-1:] != [entity.number]:
                objects.append(entity.number)
    return dict(named.values())


def _report_clash(word: str, other: str) -> None:
    raise StoryLimitError(
        f"A story cannot tell the words {other!r} and {word!r} apart: it looks at"
        f" {significant(word)!r} only. One of them has to change."
    )
