"""Content addresses: canonical JSON and the hashes made of it."""

__all__ = [
    "canonical_json",
    "content_id",
    "pieces_id",
    "sha256_hex",
    "text_id",
    "tree_id",
    "tree_json",
]

import hashlib
import json
from collections.abc import Iterable
from itertools import product
from typing import Any

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
_ENCODER_OF_TREES = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), allow_nan=False, check_circular=False
)

_PAIRS = list(map("".join, product("abcdefghijklmnopqrstuvwxyz234567", repeat=2)))
"""Two characters of base 32 (RFC 4648, section 6) for ten bits."""
_FIRST_PAIR = 250
"""The lowest of the first ten bits of a digest, with four bits behind it for the last pair."""


def canonical_json(value: Any) -> str:
    """Serialise ``value`` so that equal values give equal text: sorted keys, no spaces, ASCII.

    Raises TypeError for what JSON cannot hold (sets among them: give them an order first) and
    ValueError for NaN and infinities.
    """
    return _ENCODER.encode(value)


def sha256_hex(data: bytes | memoryview | str) -> str:
    """Return the SHA-256 of ``data`` (text as UTF-8) as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def tree_json(value: Any) -> str:
    """Return the `canonical_json` of what no part of contains itself, or RecursionError is raised.

    Not to look for that saves a third of the time where there are many lists.
    """
    return _ENCODER_OF_TREES.encode(value)


def content_id(value: Any, length: int = 16) -> str:
    """Return ``length`` (at most 51) characters [a-z2-7] that identify ``value`` by its content."""
    return text_id(canonical_json(value), length)


def tree_id(value: Any, length: int = 16) -> str:
    """Return the `content_id` of what no part of contains itself: see `tree_json`."""
    return text_id(tree_json(value), length)


def text_id(text: str, length: int = 16) -> str:
    """Return the `content_id` of the value whose canonical JSON is ``text``."""
    return pieces_id([text.encode()], length)


def pieces_id(pieces: Iterable[bytes | memoryview], length: int = 16) -> str:
    """Return the `text_id` of the text that ``pieces`` are together: they need not be joined."""
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    number = int.from_bytes(digest.digest(), "big") << 4
    shifts = range(_FIRST_PAIR, _FIRST_PAIR - 5 * length, -10)
    # The standard library makes each character of its own again, which takes five times as long.
    return "".join([_PAIRS[number >> shift & 1023] for shift in shifts])[:length]
