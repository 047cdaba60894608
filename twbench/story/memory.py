"""The memory map of a story: where its facts, score and ending are, told by the story itself.

A story that twbench linked has the signature ``twb1`` in header bytes 0x38 to 0x3B. Its last bytes
are a directory in ASCII JSON, then the directory's length in four bytes:

``variables``  byte addresses of the runtime's variables (``score``, ``moves``, ``ending``, ...)
``objects``    [id, type] of each object, from object 1; the player is object 1
``entries``    address of the first object's entry, 14 bytes each (Z-Machine Standards, 12.3)
``places``     [predicate, type of child, type of parent] of facts kept in the object tree, for
               every pair of types in the game
``attributes`` predicate -> [attribute number, arguments (0 or 1)]
``changing``   [predicate, address of its bits, rows]: row *n* holds if bit *n* is set; a row has
               object numbers, and 0 for the player as inventory (of type ``I``)
``constant``   [predicate, object number, ...] of facts that never change
``rules``      [name, placeholders by slot] of each rule, from number 1
``quests``     address of the quests' states
``header``     the first sixteen bytes of the story, in hexadecimal: the checksum leaves them out
``format``     1
``game``       identity of the game (twbench.story.identity): the story and its JSON belong together
"""

__all__ = ["HEADER_KEPT", "SIGNATURE", "MemoryMap", "encode_directory", "read_memory_map"]

import json
import struct
from dataclasses import dataclass
from typing import Any

from twbench.errors import StoryFileError
from twbench.hashing import canonical_json
from twbench.logic import Proposition, Variable
from twbench.story.layout import MAX_SLOTS, Ending
from twbench.story.objects import OBJECT_SIZE
from twbench.story.representation import PLAYER

SIGNATURE = b"twb1"
SIGNATURE_AT = 0x38
FORMAT = 1
HEADER_KEPT = 16


def encode_directory(directory: dict[str, Any]) -> bytes:
    """Return a directory as the last bytes of a story, a multiple of eight."""
    text = canonical_json({"format": FORMAT, **directory}).encode()
    text += b" " * (-(len(text) + 4) % 8)
    return text + len(text).to_bytes(4, "big")


def read_memory_map(story: bytes) -> "MemoryMap":
    """Read the directory of a story. Raises StoryFileError if it is not one of ours."""
    if story[SIGNATURE_AT : SIGNATURE_AT + 4] != SIGNATURE:
        raise StoryFileError("This story was not made by twbench.")
    size = int.from_bytes(story[-4:], "big")
    try:
        memory_map = MemoryMap(**json.loads(story[-4 - size : -4]))
    except (ValueError, TypeError) as error:
        raise StoryFileError(f"The story's directory cannot be read: {error}.") from None
    if memory_map.header != story[:HEADER_KEPT].hex():
        raise StoryFileError("The story's header was changed after it was linked.")
    return memory_map


@dataclass
class MemoryMap:
    """Reads a running story: every method takes the story's dynamic memory as it is now."""

    variables: dict[str, int]
    objects: list[list[str]]
    entries: int
    places: list[list[str]]
    attributes: dict[str, list[int]]
    changing: list[list[Any]]
    constant: list[list[Any]]
    rules: list[list[Any]]
    quests: int
    game: str
    header: str
    format: int

    def __post_init__(self) -> None:
        self._inventory = Variable("I", "I")
        self._variables = [Variable("P", "P")] + [Variable(*row) for row in self.objects[1:]]
        self._constant = [
            Proposition(name, [self._variable(n) for n in numbers])
            for name, *numbers in self.constant
        ]
        self._mask = sum(1 << (47 - number) for number, _ in self.attributes.values())
        self._rows = [
            (address, [Proposition(name, map(self._variable, row)) for row in rows])
            for name, address, rows in self.changing
        ]
        self._place_names = {(child, parent): name for name, child, parent in self.places}
        self._place_facts: dict[tuple[int, int], Proposition | None] = {}
        self._attribute_facts: dict[tuple[int, int], tuple[Proposition, ...]] = {}

    def variable(self, memory: bytes, name: str) -> int:
        """Return one of the runtime's variables, such as ``moves``, as an unsigned number."""
        address = self.variables[name]
        return memory[address] << 8 | memory[address + 1]

    def score(self, memory: bytes) -> int:
        """Return the score, which may be negative."""
        value = self.variable(memory, "score")
        return value - 0x10000 if value & 0x8000 else value

    def ending(self, memory: bytes) -> Ending:
        """Return whether and how the game has ended."""
        return Ending(self.variable(memory, "ending"))

    def location(self, memory: bytes) -> str | None:
        """Return the id of the room that the player is in."""
        parent = self._parent(memory, PLAYER)
        return self._variables[parent - 1].name if parent else None

    def last_actions(self, memory: bytes) -> list[tuple[str, dict[str, str]]]:
        """Return what the last command led to: rules, and the entities of their placeholders."""
        size = 2 * (1 + MAX_SLOTS)
        first = self.variables["actions"]
        rows = range(first, first + size * self.variable(memory, "action_count"), size)
        return [self._action(memory, row) for row in rows]

    def facts(self, memory: bytes) -> list[Proposition]:
        """Return all facts that hold now, in a stable order."""
        facts = list(self._constant)
        address = self.entries
        for number in range(1, len(self.objects) + 1):
            parent = memory[address + 6] << 8 | memory[address + 7]
            if parent:
                place = self._place(number, parent)
                if place is not None:
                    facts.append(place)
            bits = int.from_bytes(memory[address : address + 6], "big") & self._mask
            if bits:
                facts += self._attributes(number, bits)
            address += OBJECT_SIZE
        for address, rows in self._rows:
            facts += [
                fact
                for row, fact in enumerate(rows)
                if memory[address + (row >> 3)] >> (row & 7) & 1
            ]
        return facts

    def _action(self, memory: bytes, row: int) -> tuple[str, dict[str, str]]:
        words = struct.unpack_from(f">{1 + MAX_SLOTS}H", memory, row)
        name, placeholders = self.rules[words[0] - 1]
        entities = (self._variables[number - 1].name for number in words[1:])
        return name, dict(zip(placeholders, entities, strict=False))

    def _variable(self, number: int) -> Variable:
        return self._variables[number - 1] if number else self._inventory

    def _parent(self, memory: bytes, number: int) -> int:
        address = self.entries + OBJECT_SIZE * (number - 1) + 6
        return memory[address] << 8 | memory[address + 1]

    def _place(self, child: int, parent: int) -> Proposition | None:
        key = (child, parent)
        if key not in self._place_facts:
            place = self._inventory if parent == PLAYER else self._variable(parent)
            content = self._variable(child)
            name = self._place_names.get((content.type, place.type))
            self._place_facts[key] = Proposition(name, [content, place]) if name else None
        return self._place_facts[key]

    def _attributes(self, number: int, bits: int) -> tuple[Proposition, ...]:
        key = (number, bits)
        if key not in self._attribute_facts:
            self._attribute_facts[key] = tuple(
                Proposition(name, [self._variable(number)] if arity else [])
                for name, (attribute, arity) in sorted(self.attributes.items())
                if bits >> (47 - attribute) & 1
            )
        return self._attribute_facts[key]
