"""The last bytes of a story that twbench linked: its directory, and what is checked of any.

A directory is ASCII JSON, followed by its length in four bytes. It repeats the first bytes of the
story, in hexadecimal, since the checksum leaves the header out.
"""

__all__ = ["HEADER_KEPT", "check_kept_header", "last_bytes", "parse_last_bytes", "with_length"]

from typing import Any

from twbench.errors import StoryFileError
from twbench.story.zcode.signature import HEADER_SIZE
from twbench.untrusted import parse_json

HEADER_KEPT = 16
"""How many bytes of the header a directory repeats."""
_LENGTH_SIZE = 4


def with_length(text: bytes) -> bytes:
    """Return the last bytes of a story with a directory: a multiple of eight.

    The header counts the file in eights, and the directory is its end.
    """
    text += b" " * (-(len(text) + _LENGTH_SIZE) % 8)
    return text + len(text).to_bytes(_LENGTH_SIZE, "big")


def last_bytes(story: bytes) -> bytes:
    """Return the text of a story's directory; raises StoryFileError where there is none."""
    size = int.from_bytes(story[-_LENGTH_SIZE:], "big")
    if not 0 < size <= len(story) - HEADER_SIZE - _LENGTH_SIZE:
        raise StoryFileError(f"The story's directory cannot be used: it would have {size} bytes.")
    return story[-_LENGTH_SIZE - size : -_LENGTH_SIZE]


def parse_last_bytes(text: bytes) -> Any:
    """Return the values of the text of a directory; raises StoryFileError where it is no JSON."""
    return parse_json(text, "The story's directory", StoryFileError)


def check_kept_header(story: bytes, kept: object) -> None:
    """Raise StoryFileError unless ``kept`` repeats what the story's header begins with."""
    if kept != story[:HEADER_KEPT].hex():
        raise StoryFileError("The story's header was changed after it was linked.")
