"""The tree of objects in a story's memory.

Source: The Z-Machine Standards Document 1.1, section 12. The standard does not say how many objects
there are: properties lie behind the last of them, so the first properties end the table.
"""

__all__ = ["ObjectTable", "WorldObject"]

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from twbench.envs.objects.texts import decode

_LARGE = 4
"""The first version whose objects are counted in words, with 48 attributes."""
_LONG_PROPERTY = 0x80
_MOST_PROPERTIES = 63
"""Of an object: their numbers have six bits."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the parts of an entry lie."""

    defaults: int
    entry: int
    attributes: int
    link: int

    @property
    def properties(self) -> int:
        """Where the address of the properties lies."""
        return self.attributes + 3 * self.link


_SMALL_LAYOUT = _Layout(2 * 31, 9, 4, 1)
_LARGE_LAYOUT = _Layout(2 * 63, 14, 6, 2)


@dataclass(frozen=True, slots=True)
class WorldObject:
    """An object of a story: its number, its name, its place in the tree, and what it has.

    ``parent``, ``sibling`` and ``child`` are numbers, 0 for none. ``attributes`` are the numbers of
    those that are set; ``properties`` are pairs of number and bytes.
    """

    number: int
    name: str
    parent: int
    sibling: int
    child: int
    attributes: tuple[int, ...]
    properties: tuple[tuple[int, bytes], ...]

    def to_json(self) -> dict[str, Any]:
        """Return a value that JSON can hold; the bytes of properties are in hexadecimal."""
        return {
            "number": self.number,
            "name": self.name,
            "parent": self.parent,
            "sibling": self.sibling,
            "child": self.child,
            "attributes": list(self.attributes),
            "properties": {str(number): data.hex() for number, data in self.properties},
        }


class ObjectTable:
    """Where the objects of a story lie, and how they are read from its ``memory`` as it is now.

    ``story`` are the bytes of its file. A memory that makes no sense gives objects that make none,
    and no error.
    """

    def __init__(self, story: bytes):
        self._story = story
        self._layout = _LARGE_LAYOUT if story[0] >= _LARGE else _SMALL_LAYOUT
        self._dynamic = story[0x0E] << 8 | story[0x0F]
        self._names: dict[int, str] = {}
        self.start = (story[0x0A] << 8 | story[0x0B]) + self._layout.defaults
        """Where the first object lies."""

    @cached_property
    def count(self) -> int:
        """How many objects there are."""
        layout, end, number = self._layout, self._dynamic, 0
        while self.start + (number + 1) * layout.entry <= end:
            at = self._properties_at(self._story, number + 1)
            if not self.start < at < self._dynamic:
                break
            end = min(end, at)
            number += 1
        return number

    @property
    def attributes_end(self) -> int:
        """Where the entries of the objects end, which have their attributes and places."""
        return self.start + self.count * self._layout.entry

    @cached_property
    def end(self) -> int:
        """Where the properties of the last object end, in dynamic memory."""
        numbers = range(1, self.count + 1)
        last = max(numbers, key=lambda number: self._properties_at(self._story, number), default=0)
        places = self._property_places(self._story, last) if last else []
        return max((at + size for _, at, size in places), default=self.attributes_end)

    def name(self, memory: bytes, number: int) -> str:
        """Return the name of an object; it is read once, since stories do not change it."""
        if number not in self._names:
            at = self._properties_at(memory, number)
            size = memory[at] if at < len(memory) else 0
            self._names[number] = decode(self._story, at + 1, size) if size else ""
        return self._names[number]

    def links(self, memory: bytes, number: int) -> tuple[int, int, int]:
        """Return parent, sibling and child of an object: 0 for none, or for one out of range."""
        at = self._entry(number) + self._layout.attributes
        size = self._layout.link
        parts = (memory[at + i * size : at + (i + 1) * size] for i in range(3))
        numbers = [int.from_bytes(part) for part in parts]
        parent, sibling, child = (n if n <= self.count else 0 for n in numbers)
        return parent, sibling, child

    def attributes(self, memory: bytes, number: int) -> tuple[int, ...]:
        """Return the numbers of the attributes that an object has, sorted."""
        at, size = self._entry(number), self._layout.attributes
        bits = int.from_bytes(memory[at : at + size])
        return tuple(i for i in range(8 * size) if bits >> (8 * size - 1 - i) & 1)

    def properties(self, memory: bytes, number: int) -> tuple[tuple[int, bytes], ...]:
        """Return the properties of an object that it has itself."""
        places = self._property_places(memory, number)
        return tuple((which, memory[at : at + size]) for which, at, size in places)

    def read(self, memory: bytes, number: int) -> WorldObject:
        """Return an object with all that it has."""
        return WorldObject(
            number,
            self.name(memory, number),
            *self.links(memory, number),
            self.attributes(memory, number),
            self.properties(memory, number),
        )

    def changed(self, before: bytes, after: bytes) -> list[int]:
        """Return the objects of which anything differs in two memories, and perhaps some others.

        To compare bytes takes a hundredth of the time that it takes to read all objects.
        """
        pointer = slice(self._layout.properties, self._layout.properties + 2)
        return [
            number
            for number, (entry, properties, place) in enumerate(self._extents, 1)
            if before[entry] != after[entry]
            or before[properties] != after[properties]
            or after[entry][pointer] != place
        ]

    @cached_property
    def _extents(self) -> list[tuple[slice, slice, bytes]]:
        """Where the entry of each object lies, where its properties, and how that is written."""
        starts = [start for start, _ in self._properties_starts]
        found = []
        for number in range(1, self.count + 1):
            entry, at = self._entry(number), self._properties_at(self._story, number)
            behind = bisect_right(starts, at)
            end = starts[behind] if behind < len(starts) else self._dynamic
            extent = slice(entry, entry + self._layout.entry), slice(at, end)
            found.append((*extent, at.to_bytes(2)))
        return found

    def children(self, memory: bytes, number: int) -> list[int]:
        """Return the objects in an object, in the story's order."""
        found: dict[int, None] = {}
        child = self._first_child(memory, number)
        while child and child not in found:
            found[child] = None
            child = self.links(memory, child)[1]
        return list(found)

    def within(self, memory: bytes, number: int) -> list[int]:
        """Return the objects in an object, and all that is in them, an object before its own."""
        found: dict[int, None] = {}
        pending = [self._first_child(memory, number)]
        while pending:
            one = pending.pop()
            # Each once, however objects are linked: what is no tree may lead from all to all.
            if one and one != number and one not in found:
                found[one] = None
                _, sibling, child = self.links(memory, one)
                pending += sibling, child
        return list(found)

    @cached_property
    def parent_bytes(self) -> frozenset[int]:
        """The addresses of all parents."""
        layout = self._layout
        offsets = range(layout.attributes, layout.attributes + layout.link)
        entries = range(self.count)
        return frozenset(
            self.start + entry * layout.entry + i for entry in entries for i in offsets
        )

    def object_at(self, address: int) -> int:
        """Return the number of the object whose entry an address is in."""
        return (address - self.start) // self._layout.entry + 1

    def link_bytes(self) -> list[int]:
        """Return the addresses, counted from `start`, of all siblings and children.

        They change when something else moves, and tell nothing that parents do not.
        """
        layout = self._layout
        first = layout.attributes + layout.link
        offsets = range(first, first + 2 * layout.link)
        return [entry * layout.entry + i for entry in range(self.count) for i in offsets]

    def owner(self, address: int) -> int | None:
        """Return the object whose entry or properties lie at an address, None if it is none's."""
        if not self.start <= address < self.end:
            return None
        if address < self.attributes_end:
            return (address - self.start) // self._layout.entry + 1
        behind = bisect_right(self._properties_starts, (address, self.count + 1))
        return self._properties_starts[behind - 1][1] if behind else None

    @cached_property
    def _properties_starts(self) -> list[tuple[int, int]]:
        """Where the properties of each object begin, in the order in which they lie."""
        numbers = range(1, self.count + 1)
        return sorted((self._properties_at(self._story, number), number) for number in numbers)

    def _first_child(self, memory: bytes, number: int) -> int:
        return self.links(memory, number)[2] if 0 < number <= self.count else 0

    def _entry(self, number: int) -> int:
        return self.start + (number - 1) * self._layout.entry

    def _properties_at(self, memory: bytes, number: int) -> int:
        at = self._entry(number) + self._layout.properties
        return int.from_bytes(memory[at : at + 2])

    def _property_places(self, memory: bytes, number: int) -> list[tuple[int, int, int]]:
        """Return number, address and size of each property of an object."""
        at = self._properties_at(memory, number)
        if at >= self._dynamic:
            return []
        at += 1 + 2 * memory[at]
        large = self._layout is _LARGE_LAYOUT
        places: list[tuple[int, int, int]] = []
        while at < self._dynamic and memory[at] and len(places) < _MOST_PROPERTIES:
            first = memory[at]
            at += 1
            if not large:
                which, size = first & 0x1F, (first >> 5) + 1
            elif first & _LONG_PROPERTY and at < self._dynamic:
                which, size = first & 0x3F, memory[at] & 0x3F or 64
                at += 1
            else:
                which, size = first & 0x3F, (first >> 6) + 1
            places.append((which, at, size))
            at += size
        return places
