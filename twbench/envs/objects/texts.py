"""Decoding the strings of a story.

Source: The Z-Machine Standards Document 1.1, section 3 ("How text and characters are encoded").
"""

__all__ = ["decode", "text_at"]

from twbench.story.zcode.zstring import ALPHABETS, EXTRA_CHARACTERS, FIRST_EXTRA

_ALPHABETS_OF_1 = (*ALPHABETS[:2], " 0123456789.,!?_#'\"/\\<-:()")
_LETTERS = 6
"""The first Z-character that is a letter."""
_ABBREVIATIONS = {1: (), 2: (1,)}
_LATER_ABBREVIATIONS = (1, 2, 3)
_LINE_BREAK = 1
"""In version 1, where nothing is abbreviated."""
_MOST_WORDS = 128
"""Of an abbreviation, in which compilers have 64 characters at most, of four Z-characters each."""
_FIRST_LOCK = 4
"""The first Z-character that shifts, in the first two versions, for more than one letter."""
_LAST_WITH_LOCKS = 2
_ESCAPE = 6
_PACKED = {1: 2, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 4, 8: 8}
"""Bytes that a packed address counts."""
_WITH_OFFSET = (6, 7)
_LAST_WORD = 0x8000


def decode(data: bytes, address: int, words: int | None = None, deep: bool = True) -> str:
    """Return the string at an address of a story.

    ``words`` is how many words of three Z-characters it has at most; None is for as many as there
    are until the last is marked. What makes no sense is left out. Abbreviations have none
    themselves: they are not ``deep``.
    """
    codes = _codes(data, address, words)
    alphabets = _own_alphabets(data)
    abbreviations = _ABBREVIATIONS.get(data[0], _LATER_ABBREVIATIONS)
    text: list[str] = []
    alphabet, locked, at = 0, 0, 0
    while at < len(codes):
        code = codes[at]
        at += 1
        current, alphabet = alphabet, locked
        if code == 0:
            text.append(" ")
        elif code in abbreviations:
            if deep and at < len(codes):
                text.append(_abbreviation(data, 32 * (code - 1) + codes[at]))
            at += 1
        elif code == _LINE_BREAK and not abbreviations:
            text.append("\n")
        elif code < _LETTERS:
            alphabet = (locked + (1 if code % 2 == 0 else 2)) % len(alphabets)
            if code >= _FIRST_LOCK and data[0] <= _LAST_WITH_LOCKS:
                locked = alphabet
        elif code == _ESCAPE and current == 2:
            if at + 1 < len(codes):
                text.append(_zscii(codes[at] << 5 | codes[at + 1]))
            at += 2
        else:
            text.append(alphabets[current][code - _LETTERS])
    return "".join(text)


def _abbreviation(data: bytes, number: int) -> str:
    """Return the text that an abbreviation stands for."""
    entry = (data[0x18] << 8 | data[0x19]) + 2 * number
    return decode(data, 2 * int.from_bytes(data[entry : entry + 2]), _MOST_WORDS, deep=False)


def text_at(story: bytes, packed: int) -> int:
    """Return where the text of a packed address lies."""
    offset = 8 * (story[0x2A] << 8 | story[0x2B]) if story[0] in _WITH_OFFSET else 0
    return packed * _PACKED[story[0]] + offset


def _codes(data: bytes, address: int, words: int | None) -> list[int]:
    codes: list[int] = []
    while address + 1 < len(data) and (words is None or words > 0):
        word = data[address] << 8 | data[address + 1]
        codes += (word >> 10 & 31, word >> 5 & 31, word & 31)
        address += 2
        words = None if words is None else words - 1
        if word & _LAST_WORD:
            break
    return codes


def _own_alphabets(data: bytes) -> tuple[str, ...]:
    """Return the alphabets, which stories of version 5 and later may bring themselves."""
    if data[0] == 1:
        return _ALPHABETS_OF_1
    table = data[0x34] << 8 | data[0x35]
    if data[0] < 5 or not table or table + 78 > len(data):
        return ALPHABETS
    own = ["".join(map(_zscii, data[table + 26 * row : table + 26 * row + 26])) for row in range(3)]
    own[2] = " \n" + own[2][2:]
    # A character that nobody knows is one still: those behind it keep their places.
    return tuple(row if len(row) == 26 else ALPHABETS[i] for i, row in enumerate(own))


def _zscii(code: int) -> str:
    if 32 <= code < 127:
        return chr(code)
    if FIRST_EXTRA <= code < FIRST_EXTRA + len(EXTRA_CHARACTERS):
        return EXTRA_CHARACTERS[code - FIRST_EXTRA]
    return "\n" if code == 13 else ""
