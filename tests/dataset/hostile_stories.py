"""Stories by nobody, made by hand: one ends at once, one never does, one breaks what reads it.

Each is a header, an object table at 0x40, global variables at 0x200, a dictionary at 0x400 and code
at 0x500. Source: The Z-Machine Standards Document 1.1, sections 11 and 13 to 15.
"""

SIZE = 0x800
QUIT = b"\xba"
JUMP_TO_ITSELF = b"\x8c\xff\xff"
NO_WORDS = b"\x00\x06\x00\x00"
WORDS_BEYOND_THE_FILE = b"\x00\xff\x7f\xff"


def story(code: bytes, dictionary: bytes = NO_WORDS) -> bytes:
    """Return a story of version 5 that passes for a sound one."""
    data = bytearray(SIZE)
    data[0] = 5
    addresses = {0x04: 0x500, 0x06: 0x500, 0x08: 0x400, 0x0A: 0x40, 0x0C: 0x200, 0x0E: 0x400}
    for at, value in (addresses | {0x1A: SIZE // 4}).items():
        data[at : at + 2] = value.to_bytes(2, "big")
    data[0x400 : 0x400 + len(dictionary)] = dictionary
    data[0x500 : 0x500 + len(code)] = code
    return bytes(data)


HARMLESS = story(QUIT)
HANGING = story(JUMP_TO_ITSELF)
CRASHING = story(QUIT, WORDS_BEYOND_THE_FILE)
