"""Strings of all versions of the Z-machine."""

import pytest

from twbench.envs.objects.texts import decode, text_at

TEXT, TABLE, ABBREVIATED = 0x80, 0x40, 0x70


def story(version: int, *codes: int) -> bytes:
    """A header and a string; the second abbreviation of the first table is "hi"."""
    memory = bytearray(0x100)
    memory[0] = version
    memory[0x18:0x1A] = TABLE.to_bytes(2)
    memory[TABLE + 2 : TABLE + 4] = (ABBREVIATED // 2).to_bytes(2)
    memory[ABBREVIATED : ABBREVIATED + 2] = packed(13, 14, 5)
    memory[TEXT : TEXT + 2 * -(-len(codes) // 3)] = packed(*codes)
    return bytes(memory)


def packed(*codes: int) -> bytes:
    codes += (5,) * (-len(codes) % 3)
    threes = (codes[i : i + 3] for i in range(0, len(codes), 3))
    words = [first << 10 | second << 5 | third for first, second, third in threes]
    words[-1] |= 0x8000
    return b"".join(word.to_bytes(2) for word in words)


@pytest.mark.parametrize(
    ("versions", "codes", "text"),
    [
        ((1,), (2, 6, 6, 3, 8), "Aa1"),
        ((2,), (2, 6, 6, 3, 8), "Aa0"),
        ((1,), (13, 1, 14), "h\ni"),
        ((2, 3, 5), (1, 1, 14), "hii"),
        ((1,), (4, 6, 7, 2, 8, 5, 8), "AB1c"),
        ((2,), (5, 8, 9, 4, 6), "01a"),
        ((3, 5, 8), (4, 13, 14, 5, 8), "Hi0"),
        ((6, 7), (4, 13, 14, 5, 9), "Hi1"),
    ],
)
def test_shifts_and_abbreviations_are_those_of_the_version(versions, codes, text):
    for version in versions:
        assert decode(story(version, *codes), TEXT) == text


@pytest.mark.parametrize(
    ("version", "address"), [(1, 0x200), (3, 0x200), (5, 0x400), (6, 0x480), (7, 0x480), (8, 0x800)]
)
def test_where_a_text_lies(version, address):
    memory = bytearray(64)
    memory[0], memory[0x2B] = version, 0x10
    assert text_at(bytes(memory), 0x100) == address
