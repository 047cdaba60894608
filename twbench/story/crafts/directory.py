"""The directory of a story of crafting: its last bytes, with all that it was made of.

It is ASCII JSON, followed by its length in four bytes: ``format``, ``header`` (the first sixteen
bytes of the story, in hexadecimal), ``runtime`` (its version), and ``tables``
(`twbench.story.crafts.tables`). Whoever has these can link the story anew, and so knows of any
story whether it is sound: its bytes are the same.
"""

__all__ = ["HEADER_KEPT", "encode_directory", "read_tables"]

import json
from collections.abc import Mapping
from typing import Any

from twbench.errors import StoryFileError
from twbench.shape import ShapeError
from twbench.story.crafts.layout import CRAFTS
from twbench.story.crafts.tables import CraftTables
from twbench.story.zcode.template import runtime_version
from twbench.untrusted import parse_json

HEADER_KEPT = 16
_FORMAT = 1
_LENGTH_SIZE = 4
_HEADER = 64
_KEYS = {"format", "header", "runtime", "tables"}


def encode_directory(header: bytes, tables: CraftTables, known: Mapping[str, str]) -> bytes:
    """Return the last bytes of a story, a multiple of eight.

    ``known`` is the JSON of some of the tables, by their names.
    """
    values = {"format": _FORMAT, "header": header.hex(), "runtime": runtime_version(CRAFTS)}
    parts = ",".join(
        f'"{name}":{known.get(name) or _json(value)}' for name, value in tables.as_data().items()
    )
    text = f'{_json(values)[:-1]},"tables":{{{parts}}}}}'.encode()
    text += b" " * (-(len(text) + _LENGTH_SIZE) % 8)
    return text + len(text).to_bytes(_LENGTH_SIZE)


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def read_tables(story: bytes) -> CraftTables:
    """Return what a story was made of; raises StoryFileError where it does not tell."""
    size = int.from_bytes(story[-_LENGTH_SIZE:])
    if not 0 < size <= len(story) - _HEADER - _LENGTH_SIZE:
        raise StoryFileError(f"The story's directory cannot be used: it would have {size} bytes.")
    text = story[-_LENGTH_SIZE - size : -_LENGTH_SIZE]
    values = parse_json(text, "The story's directory", StoryFileError)
    if not isinstance(values, dict) or values.keys() != _KEYS or values["format"] != _FORMAT:
        raise StoryFileError(
            f"The story's directory must have {', '.join(sorted(_KEYS))}, of format {_FORMAT}."
        )
    if values["header"] != story[:HEADER_KEPT].hex():
        raise StoryFileError("The story's header was changed after it was linked.")
    try:
        return CraftTables.from_data(values["tables"])
    except ShapeError as error:
        raise StoryFileError(f"The story's directory cannot be used: {error}") from None
