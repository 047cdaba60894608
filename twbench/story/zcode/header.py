"""The header of stories, as twbench writes it.

Most of its 64 bytes are what Inform makes of any runtime. Others tell where parts of the story are,
or are made of the whole of it. Source: The Z-Machine Standards Document 1.1, section 11.
"""

__all__ = ["LONGEST_FILE", "check_header", "set_addresses", "set_word"]

from typing import NoReturn

from twbench.errors import StoryFileError
from twbench.story.zcode.signature import HEADER_SIZE, SIGNATURE_AT
from twbench.story.zcode.template import ENTRY_SIZE, Template

LONGEST_FILE = 0xFFFF * 8
"""Bytes of the longest story: the header has a word for their number, which counts eights."""
_OBJECTS = 0x0A
_LENGTH = 0x1A
_TERMINATORS = 0x2E
"""Where the table of characters is that end a line; it is empty, a byte of zero."""
_PLACES = frozenset(range(0x04, 0x10))
"""Of code, dictionary, objects, variables, static memory: those differ, by game and runtime."""
_CHECKSUM = frozenset((0x1C, 0x1D))


def set_word(story: bytearray, address: int, value: int) -> None:
    """Write a word into a story."""
    story[address] = value >> 8
    story[address + 1] = value & 0xFF


def set_addresses(
    story: bytearray,
    template: Template,
    signature: bytes,
    *,
    code: int,
    dictionary: int,
    objects: int,
    static: int,
) -> None:
    """Write where the parts of a story are, what it begins with, and its signature."""
    entry = template.symbols["entry"]
    # A story begins at a byte address, so below 64 KiB, but its code may lie beyond: it begins
    # with an instruction among the variables, which calls the code.
    story[entry : entry + ENTRY_SIZE] = template.entry_at(code)
    # Where high memory begins is a hint for interpreters that swap; it may lie below the code.
    set_word(story, 0x04, min(code, 0xFFFF))
    set_word(story, 0x06, entry)
    set_word(story, 0x08, dictionary)
    set_word(story, _OBJECTS, objects)
    set_word(story, 0x0E, static)
    story[SIGNATURE_AT : SIGNATURE_AT + len(signature)] = signature


def check_header(story: bytes, template: Template, signature: bytes) -> None:
    """Raise StoryFileError unless ``story`` has the header of what twbench links with a runtime.

    It may be an earlier one of the kind of ``template``. Where the parts of the story are, and
    whether its checksum is that of the other bytes, is not looked at.
    """
    expected = bytearray(template.story[:HEADER_SIZE])
    expected[SIGNATURE_AT : SIGNATURE_AT + len(signature)] = signature
    eights, rest = divmod(len(story), 8)
    if rest or eights > 0xFFFF:
        _refuse(_LENGTH)
    expected[_LENGTH : _LENGTH + 2] = eights.to_bytes(2, "big")
    # That byte is the last of the runtime's variables, and objects are what comes next.
    objects = int.from_bytes(story[_OBJECTS : _OBJECTS + 2], "big")
    expected[_TERMINATORS : _TERMINATORS + 2] = (objects - 1 & 0xFFFF).to_bytes(2, "big")
    for at in (*_PLACES, *_CHECKSUM):
        expected[at : at + 1] = story[at : at + 1]
    if story[:HEADER_SIZE] != expected:
        _refuse(next(at for at, byte in enumerate(expected) if story[at : at + 1] != bytes([byte])))


def _refuse(place: int) -> NoReturn:
    raise StoryFileError(f"Byte {place} of the story's header is not what twbench writes there.")
