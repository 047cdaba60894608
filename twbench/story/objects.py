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

from collections.abc import Sequence

from twbench.story.world import StoryObject
from twbench.story.zstring import encode

OBJECT_SIZE = 14
_DEFAULTS = bytes(126)


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
    table, properties = bytearray(_DEFAULTS), bytearray()
    for entity in objects:
        bits = 0
        for attribute in entity.attributes:
            bits |= 1 << (47 - attribute)
        table += bits.to_bytes(6, "big")
        for value in (
            entity.parent,
            sibling.get(entity.number, 0),
            child.get(entity.number, 0),
            names + len(properties),
        ):
            table += value.to_bytes(2, "big")
        name = encode(entity.name)
        properties += bytes([len(name) // 2]) + name + b"\0"
    return bytes(table), bytes(properties)


def _links(objects: Sequence[StoryObject]) -> tuple[dict[int, int], dict[int, int]]:
    sibling: dict[int, int] = {}
    child: dict[int, int] = {}
    for entity in reversed(objects):
        if entity.parent:
            if entity.parent in child:
                sibling[entity.number] = child[entity.parent]
            child[entity.parent] = entity.number
    return sibling, child
