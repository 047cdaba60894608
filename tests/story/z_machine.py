"""A tiny reader of Z-machine story files, written from the Standard alone."""

from collections.abc import Iterator

_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    " \n0123456789.,!?_#'\"/\\-:()",
)
_EXTRA = "äöüÄÖÜß»«ëïÿËÏáéíóúýÁÉÍÓÚÝàèìòùÀÈÌÒÙâêîôûÂÊÎÔÛåÅøØãñõÃÑÕæÆçÇþðÞÐ£œŒ¡¿"


def word(data: bytes, address: int) -> int:
    return data[address] << 8 | data[address + 1]


def z_characters(data: bytes, address: int) -> Iterator[int]:
    while True:
        value = word(data, address)
        yield from (value >> 10 & 31, value >> 5 & 31, value & 31)
        if value & 0x8000:
            return
        address += 2


def text(data: bytes, address: int = 0) -> str:
    """Decode the string at a byte address (section 3); abbreviations are not expected."""
    result, shift, codes = [], 0, z_characters(data, address)
    for code in codes:
        if code == 0:
            result.append(" ")
        elif code in (4, 5):
            shift = code - 3
            continue
        elif code < 4:
            raise AssertionError(f"Z-character {code} begins an abbreviation")
        elif shift == 2 and code == 6:
            high, low = next(codes, None), next(codes, None)
            if high is not None and low is not None:
                zscii = high << 5 | low
                result.append(chr(zscii) if zscii < 127 else _EXTRA[zscii - 155])
        else:
            result.append(_ALPHABETS[shift][code - 6])
        shift = 0
    return "".join(result)


def objects(story: bytes) -> list[tuple[int, int, int, int, str]]:
    """(attributes, parent, sibling, child, name) of each object, from object 1 (section 12)."""
    first = word(story, 0x0A) + 126
    end = word(story, first + 12)
    found = []
    for entry in range(first, end, 14):
        table = word(story, entry + 12)
        end = min(end, table)
        if entry >= end:
            break
        attributes = int.from_bytes(story[entry : entry + 6], "big")
        links = [word(story, entry + offset) for offset in (6, 8, 10)]
        found.append((attributes, *links, text(story, table + 1)))
    return found


def dictionary(story: bytes) -> list[tuple[bytes, str]]:
    """(code, word) of each dictionary entry (section 13)."""
    address = word(story, 0x08)
    address += 1 + story[address]
    size, count = story[address], word(story, address + 1)
    entries = range(address + 3, address + 3 + size * count, size)
    return [(story[entry : entry + 6], text(story, entry)) for entry in entries]
