"""Z-machine text: strings and dictionary words as five-bit Z-characters.

Source: The Z-Machine Standards Document 1.1, section 3 ("How text and characters are encoded").
"""

__all__ = [
    "ALPHABETS",
    "EXTRA_CHARACTERS",
    "FIRST_EXTRA",
    "WORD_SIZE",
    "StringTable",
    "encode",
    "encode_word",
    "fold",
    "significant",
]

from collections.abc import Iterable, Mapping
from functools import lru_cache
from unicodedata import normalize

from twbench.bounded_cache import BoundedCache
from twbench.errors import StoryLimitError

WORD_SIZE = 9
"""Z-characters of a dictionary word that count in versions 4 and above."""

ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    " \n0123456789.,!?_#'\"/\\-:()",
)
"""Those of version 2 on. The first place of the third is no character: it begins an escape."""
_PAD = "\5"
_SPACE = "\0"
_LAST = 0x20
"""Added to the first Z-character of a string's last word, it is the top bit of that word."""
_ALIGNED = 12
"""Z-characters in eight bytes, the unit of packed addresses."""
_ESCAPE = (5, 6)
EXTRA_CHARACTERS = "äöüÄÖÜß»«ëïÿËÏáéíóúýÁÉÍÓÚÝàèìòùÀÈÌÒÙâêîôûÂÊÎÔÛåÅøØãñõÃÑÕæÆçÇþðÞÐ£œŒ¡¿"
FIRST_EXTRA = 155
"""The ZSCII code of the first of them (section 3.8.5.3)."""
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


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for shift, alphabet in enumerate(ALPHABETS):
        for index, character in enumerate(alphabet):
            prefix = chr(3 + shift) if shift else ""
            table[character] = prefix + chr(index + 6)
    table[" "] = _SPACE
    for code in range(32, 127):
        table.setdefault(chr(code), _escaped(code))
    extra = enumerate(EXTRA_CHARACTERS, FIRST_EXTRA)
    return table | {character: _escaped(code) for code, character in extra}


def _escaped(code: int) -> str:
    return "".join(map(chr, (*_ESCAPE, code >> 5, code & 31)))


_CHARACTERS = _table()
"""The Z-characters of each character, as the characters of these codes."""


class _WordCodes(BoundedCache[str, str]):
    """The Z-characters of words by these: games share most of theirs."""

    def __missing__(self, word: str) -> str:
        codes = "".join([_CHARACTERS.get(part) or _replacement(part, word) for part in word])
        return self.keep(word, codes)


_z_characters = _WordCodes(16384).__getitem__
"""Returns the Z-characters of a word. Without a call of Python, for there are many words."""


def _replacement(character: str, word: str) -> str:
    """Spell a character that Z-machines lack with ones that they have: curly quotes, accents."""
    plain = _TYPOGRAPHY.get(character) or fold(character)
    if not plain or any(part not in _CHARACTERS for part in plain):
        raise StoryLimitError(
            f"A story cannot print the character {character!r} (in {word[:60]!r});"
            " it knows ASCII and the accented letters of Western European languages."
        )
    return "".join([_CHARACTERS[part] for part in plain])


def fold(text: str) -> str:
    """Return ``text`` in ASCII: letters without their accents, other characters dropped."""
    if text.isascii():
        return text
    return "".join(part for part in normalize("NFKD", text) if part.isascii())


def _pack(codes: str) -> bytes:
    """Return words of three Z-characters each.

    Every third one is made a number of as many words: three of these, shifted, are the result.
    """
    # UTF-16 writes each code as a word of 16 bits, which leaves room for the shifts below.
    first, second, third = (
        int.from_bytes(codes[start::3].encode("utf-16-be"), "big") for start in range(3)
    )
    words = first << 10 | second << 5 | third
    return words.to_bytes(len(codes) // 3 * 2, "big")


def _ended(codes: str) -> str:
    """Return whole words of Z-characters with the mark of the last word."""
    return codes[:-3] + chr(ord(codes[-3]) | _LAST) + codes[-2:]


_PADS = [_PAD * (-size % 3) for size in range(3)]
_FILLS = [_SPACE * (-size % _ALIGNED) for size in range(_ALIGNED)]
_LAST_CODES = {chr(code): chr(code | _LAST) for code in range(_LAST)}


@lru_cache(maxsize=8192)
def _aligned(text: str) -> str:
    """Return the Z-characters of a string, filled up to whole packed addresses."""
    # Word by word, since words recur in texts that are all different: their codes are remembered.
    codes = _SPACE.join(map(_z_characters, text.split(" "))) or _PAD
    codes += _PADS[len(codes) % 3]
    # Nobody reads beyond the mark of the last word, so that what fills up does not matter.
    fill = _FILLS[len(codes) % _ALIGNED]
    return f"{codes[:-3]}{_LAST_CODES[codes[-3]]}{codes[-2:]}{fill}"


def encode(text: str) -> bytes:
    """Return ``text`` as a Z-string (section 3.2), an even number of bytes.

    Raises StoryLimitError for characters that no Z-machine can print.
    """
    codes = _SPACE.join(map(_z_characters, text.split(" "))) or _PAD
    return _pack(_ended(codes + _PADS[len(codes) % 3]))


@lru_cache(maxsize=16384)
def encode_word(word: str) -> bytes:
    """Return the six bytes of a dictionary word: its first nine Z-characters (section 3.7)."""
    return _pack(_ended(_z_characters(word.lower())[:WORD_SIZE].ljust(WORD_SIZE, _PAD)))


class StringTable(dict[str, int]):
    """Packed strings under construction, each there once and at a multiple of eight bytes.

    It maps each text to its packed address, counted from that of the first string. A text that is
    not there yet is appended when its address is asked for, which raises StoryLimitError for
    characters that no Z-machine can print. ``size`` is how many packed addresses are taken.
    """

    __slots__ = ("_codes", "size")

    def __init__(self, addresses: Mapping[str, int] | None = None, size: int = 0):
        super().__init__(addresses or {})
        self.size = size
        self._codes: list[str] = []

    def __missing__(self, text: str) -> int:
        codes = _aligned(text)
        address = self[text] = self.size
        self.size += len(codes) // _ALIGNED
        self._codes.append(codes)
        return address

    def continued(self, space: int = 0) -> "StringTable":
        """Return a table of the strings that stand behind these; it knows where these are.

        ``space`` is how many packed addresses are left between.
        """
        return StringTable(self, self.size + space)

    def place(self, texts: Iterable[str]) -> None:
        """Append those of ``texts`` that are not there yet."""
        for text in texts:
            _ = self[text]

    def extend(self, table: "StringTable") -> None:
        """Do as `place` for the texts of a table that continues no other."""
        # Most games have none of these texts yet: then all of them move by the same distance.
        if self.keys().isdisjoint(table):
            self.update(zip(table, map(self.size.__add__, table.values()), strict=True))
            self._codes += table._codes
            self.size += table.size
        else:
            self.place(table)

    def longest(self) -> int:
        """Return how many words the longest of the strings has that were placed here."""
        return max(map(len, self._codes), default=0) // 3

    def encoded(self) -> bytes:
        """Return the strings that were placed here."""
        return _pack("".join(self._codes))


def significant(word: str) -> str:
    """Return the part of a dictionary word that is told apart, for messages about clashes."""
    length = 0
    for index, character in enumerate(word.lower()):
        length += len(_z_characters(character))
        if length > WORD_SIZE:
            return word[:index]
    return word
