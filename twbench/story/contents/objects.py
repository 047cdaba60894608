"""The object table: Z-machine objects with attributes, places in the tree, and short names.

Source: The Z-Machine Standards Document 1.1, section 12.
"""

__all__ = [
    "OBJECT_SIZE",
    "Entry",
    "object_entries_address",
    "object_table",
    "object_table_size",
    "property_tables",
    "short_names",
]

import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from twbench.story.zcode.zstring import encode

OBJECT_SIZE = 14
# A word for each of the 63 properties of versions 4 and above; no object of ours has any.
_DEFAULTS = bytes(126)
_ENTRY = struct.Struct(">IHHHHH")


class Entry(Protocol):
    """What the table has of an object, see `twbench.story.contents.world.StoryObject`."""

    @property
    def number(self) -> int:
        """Its number, from 1."""

    @property
    def name(self) -> str:
        """What the story prints."""

    @property
    def bits(self) -> int:
        """Its attributes."""

    @property
    def parent(self) -> int:
        """The number of the object it starts in, or 0."""


def object_table_size(count: int) -> int:
    """Return the bytes that the table of ``count`` objects takes, without names."""
    return len(_DEFAULTS) + OBJECT_SIZE * count


def property_tables(objects: Sequence[Entry]) -> list[bytes]:
    """Return the property table of each object: a length, the short name, an end."""
    return list(map(_property_table, [entity.name for entity in objects]))


def short_names(names: Iterable[str]) -> bytes:
    """Return the property tables of objects with these names, one behind the other.

    Raises StoryLimitError for a name that no story can print.
    """
    return b"".join(map(_property_table, names))


@lru_cache(maxsize=16384)
def _property_table(name: str) -> bytes:
    text = encode(name)
    return bytes([len(text) // 2]) + text + b"\0"


def object_entries_address(table: int) -> int:
    """Return the address of the first object's entry in the table at ``table``."""
    return table + len(_DEFAULTS)


def object_table(objects: Sequence[Entry], properties: Sequence[bytes], base: int) -> bytes:
    """Return the table of objects whose property tables will be one behind the other at ``base``.

    Children of an object are in the order of their numbers.
    """
    sibling, child = _links(objects)
    entries = [_DEFAULTS]
    for entity, table in zip(objects, properties, strict=True):
        number, bits = entity.number, entity.bits
        links = entity.parent, sibling[number], child[number]
        entries.append(_ENTRY.pack(bits >> 16, bits & 0xFFFF, *links, base))
        base += len(table)
    return b"".join(entries)


def _links(objects: Sequence[Entry]) -> tuple[list[int], list[int]]:
    """Return the next sibling and the first child of each object by its number."""
    sibling, child = [0] * (len(objects) + 1), [0] * (len(objects) + 1)
    # Each becomes the first child of its parent: from the last to the first, they end in order.
    for entity in reversed(objects):
        if entity.parent:
            sibling[entity.number] = child[entity.parent]
            child[entity.parent] = entity.number
    return sibling, child
