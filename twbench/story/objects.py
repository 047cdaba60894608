"""The object table: Z-machine objects with attributes, places in the tree, and short names.

Source: The Z-Machine Standards Document 1.1, section 12.
"""

__all__ = [
    "OBJECT_SIZE",
    "names_size",
    "object_entries_address",
    "object_table",
    "object_table_size",
]

import struct
from collections.abc import Sequence

from twbench.story.world import StoryObject
from twbench.story.zstring import encode

OBJECT_SIZE = 14
_DEFAULTS = bytes(126)
_ENTRY = struct.Struct(">IHHHHH")


def object_table_size(count: int) -> int:
    """Return the bytes that the table of ``count`` objects takes, without names."""
    return len(_DEFAULTS) + OBJECT_SIZE * count


def names_size(objects: Sequence[StoryObject]) -> int:
    """Return the bytes that the property tables take: a length, the name, an end."""
    return sum(len(encode(entity.name)) + 2 for entity in objects)


def object_entries_address(table: int) -> int:
    """Return the address of the first object's entry in the table at ``table``."""
    return table + len(_DEFAULTS)


def object_table(objects: Sequence[StoryObject], names: int) -> tuple[bytes, bytes]:
    """Return the table and the property tables (short names), which will be at ``names``.

    Children of an object are in the order of their numbers.
    """
    sibling, child = _links(objects)
    entries = [_DEFAULTS]
    properties: list[bytes] = []
    address = names
    for entity in objects:
        number, bits = entity.number, entity.bits
        links = entity.parent, sibling[number], child[number]
        entries.append(_ENTRY.pack(bits >> 16, bits & 0xFFFF, *links, address))
        name = encode(entity.name)
        properties += (bytes([len(name) // 2]), name, b"\0")
        address += len(name) + 2
    return b"".join(entries), b"".join(properties)


def _links(objects: Sequence[StoryObject]) -> tuple[list[int], list[int]]:
    """Return the next sibling and the first child of each object by its number."""
    sibling, child = [0] * (len(objects) + 1), [0] * (len(objects) + 1)
    for entity in reversed(objects):
        if entity.parent:
            sibling[entity.number] = child[entity.parent]
            child[entity.parent] = entity.number
    return sibling, child
