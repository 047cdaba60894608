"""Stories made by hand: a sound header, and some code."""


def story_of(code: bytes) -> bytes:
    """A story of version 5 that begins by running ``code``."""
    story = bytearray(2048)
    story[0] = 5
    for address, value in (
        (0x04, 0x500),
        (0x06, 0x500),
        (0x08, 0x400),
        (0x0A, 0x40),
        (0x0C, 0x140),
        (0x0E, 0x400),
        (0x1A, len(story) // 4),
    ):
        story[address : address + 2] = value.to_bytes(2, "big")
    story[0x500 : 0x500 + len(code)] = code
    return bytes(story)
