"""The checksum of stories: the sum of their bytes."""

__all__ = ["byte_sum"]

from struct import unpack_from
from zlib import adler32

# 256 bytes of 255, and 1, are less than 65,521, the prime that Adler-32 reduces sums by.
_PIECE = 256


def byte_sum(data: bytes | bytearray) -> int:
    """Return the sum of bytes modulo 65,536.

    The lower half of an Adler-32 checksum is 1 + the sum of the bytes modulo 65,521; the pieces are
    so short that their sums stay below that.
    """
    count, rest = divmod(len(data), _PIECE)
    # All pieces at once: to slice them one by one takes as long as to sum them.
    pieces = unpack_from(f"{_PIECE}s" * count + f"{rest}s", data)
    return sum(map(adler32, pieces)) - len(pieces) & 0xFFFF
