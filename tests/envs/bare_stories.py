"""Stories made by hand: a sound header, and some code."""

_UNITS = {1: 2, 2: 2, 3: 2, 4: 4, 5: 4, 6: 8, 7: 8, 8: 8}


def story_of(code: bytes, version: int = 5) -> bytes:
    """A story that begins by running ``code``."""
    story = bytearray(2048)
    story[0] = version
    start = 0x500
    if version == 6:  # where it is a routine, at a packed address
        start, code = start // 4, b"\0" + code
    for address, value in (
        (0x04, 0x500),
        (0x06, start),
        (0x08, 0x400),
        (0x0A, 0x40),
        (0x0C, 0x140),
        (0x0E, 0x400),
        (0x1A, len(story) // _UNITS[version]),
    ):
        story[address : address + 2] = value.to_bytes(2, "big")
    story[0x500 : 0x500 + len(code)] = code
    return bytes(story)
