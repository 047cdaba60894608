"""The checksum of stories: the sum of their bytes."""

__all__ = ["byte_sum"]

from zlib import adler32

# 256 bytes of 255, and 1, are less than 65,521, the prime that Adler-32 reduces sums by.
_PIECE = 256


def byte_sum(data: bytes | bytearray) -> int:
    """Return the sum of bytes modulo 65,536.

    The lower half of the checksum of so few is never reduced, so it is 1 + their sum.
    """
    pieces = [data[start : start + _PIECE] for start in range(0, len(data), _PIECE)]
    return sum(map(adler32, pieces)) - len(pieces) & 0xFFFF
