"""Z-machine text: strings and dictionary words as five-bit Z-characters.

Source: The Z-Machine Standards Document 1.1, section 3 ("How text and characters are encoded").
"""

__all__ = ["WORD_SIZE", "encode", "encode_word", "fold", "significant"]

import struct
from functools import lru_cache
from unicodedata import normalize

from twbench.errors import StoryLimitError

WORD_SIZE = 9
"""Z-characters of a dictionary word that count in versions 4 and above."""

_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "\0\n0123456789.,!?_#'\"/\\-:()",
)
_PAD = 5
_ESCAPE = (5, 6)
_UNICODE = "äöüÄÖÜß»«ëïÿËÏáéíóúýÁÉÍÓÚÝàèìòùÀÈÌÒÙâêîôûÂÊÎÔÛåÅøØãñõÃÑÕæÆçÇþðÞÐ£œŒ¡¿"
"""The default table of extra characters: ZSCII 155 onwards (section 3.8.5.3)."""
_TYPOGRAPHY = {
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\t": " ",
}


def _table() -> dict[str, tuple[int, ...]]:
    table: dict[str, tuple[int, ...]] = {" ": (0,)}
    for shift, alphabet in enumerate(_ALPHABETS):
        for index, character in enumerate(alphabet):
            prefix = (3 + shift,) if shift else ()
            table[character] = (*prefix, index + 6)
    del table["\0"]
    for code in range(32, 127):
        table.setdefault(chr(code), (*_ESCAPE, code >> 5, code & 31))
    for index, character in enumerate(_UNICODE):
        code = 155 + index
        table[character] = (*_ESCAPE, code >> 5, code & 31)
    return table


_CHARACTERS = _table()


def _z_characters(text: str) -> list[int]:
    result: list[int] = []
    for character in text:
        result += _CHARACTERS.get(character) or _replacement(character, text)
    return result


def _replacement(character: str, text: str) -> list[int]:
    """Spell a character that Z-machines lack with ones that they have: curly quotes, accents."""
    plain = _TYPOGRAPHY.get(character) or fold(character)
    if not plain or any(part not in _CHARACTERS for part in plain):
        raise StoryLimitError(
            f"A story cannot print the character {character!r} (in {text[:60]!r});"
            " it knows ASCII and the accented letters of Western European languages."
        )
    return [code for part in plain for code in _CHARACTERS[part]]


def fold(text: str) -> str:
    """Return ``text`` in ASCII: letters without their accents, other characters dropped."""
    return "".join(part for part in normalize("NFKD", text) if part.isascii())


def _pack(codes: list[int]) -> bytes:
    codes = codes + [_PAD] * (-len(codes) % 3) if codes else [_PAD] * 3
    words = [a << 10 | b << 5 | c for a, b, c in zip(*[iter(codes)] * 3, strict=True)]
    words[-1] |= 0x8000
    return struct.pack(f">{len(words)}H", *words)


@lru_cache(maxsize=65536)
def encode(text: str) -> bytes:
    """Return ``text`` as a Z-string (section 3.2), an even number of bytes.

    Raises StoryLimitError for characters that no Z-machine can print.
    """
    return _pack(_z_characters(text))


@lru_cache(maxsize=65536)
def encode_word(word: str) -> bytes:
    """Return the six bytes of a dictionary word: its first nine Z-characters (section 3.7)."""
    codes = _z_characters(word.lower())[:WORD_SIZE]
    return _pack(codes + [_PAD] * (WORD_SIZE - len(codes)))


def significant(word: str) -> str:
    """Return the part of a dictionary word that is told apart, for messages about clashes."""
    length = 0
    for index, character in enumerate(word.lower()):
        length += len(_z_characters(character))
        if length > WORD_SIZE:
            return word[:index]
    return word
