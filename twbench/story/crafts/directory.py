"""The directory of a story of crafting: its last bytes, with all that it was made of.

It is ASCII JSON, followed by its length in four bytes: ``format``, ``header`` (the first sixteen
bytes of the story, in hexadecimal), ``runtime`` (its version), and ``tables``
(`twbench.story.crafts.tables`). Whoever has these can link the story anew, and so knows of any
story whether it is sound: its bytes are the same.
"""

__all__ = ["encode_directory", "read_tables"]

import json
from collections.abc import Mapping
from typing import Any

from twbench.errors import StoryFileError
from twbench.shape import ShapeError
from twbench.story.crafts.layout import CRAFTS
from twbench.story.crafts.tables import CraftTables
from twbench.story.zcode.last_bytes import (
    check_kept_header,
    last_bytes,
    parse_last_bytes,
    with_length,
)
from twbench.story.zcode.template import runtime_version

_FORMAT = 1
_KEYS = {"format", "header", "runtime", "tables"}


def encode_directory(header: bytes, tables: CraftTables, known: Mapping[str, str]) -> bytes:
    """Return the last bytes of a story, a multiple of eight.

    ``known`` is the JSON of some of the tables, by their names.
    """
    values = {"format": _FORMAT, "header": header.hex(), "runtime": runtime_version(CRAFTS)}
    parts = ",".join(
        f'"{name}":{known.get(name) or _json(value)}' for name, value in tables.as_data().items()
    )
    return with_length(f'{_json(values)[:-1]},"tables":{{{parts}}}}}'.encode())


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def read_tables(story: bytes) -> CraftTables:
    """Return what a story was made of; raises StoryFileError where it does not tell."""
    values = parse_last_bytes(last_bytes(story))
    if not isinstance(values, dict) or values.keys() != _KEYS or values["format"] != _FORMAT:
        raise StoryFileError(
            f"The story's directory must have {', '.join(sorted(_KEYS))}, of format {_FORMAT}."
        )
    check_kept_header(story, values["header"])
    try:
        return CraftTables.from_data(values["tables"])
    except ShapeError as error:
        raise StoryFileError(f"The story's directory cannot be used: {error}") from None
