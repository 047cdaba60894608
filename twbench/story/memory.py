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

__all__ = [
    "HEADER_KEPT",
    "SIGNATURE",
    "MemoryMap",
    "encode_directory",
    "read_memory_map",
    "table_facts",
]

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from twbench.errors import StoryFileError
from twbench.logic import Proposition, Variable
from twbench.story.layout import MAX_SLOTS, Ending
from twbench.story.objects import OBJECT_SIZE
from twbench.story.representation import PLAYER

SIGNATURE = b"twb1"
SIGNATURE_AT = 0x38
FORMAT = 1
HEADER_KEPT = 16
_ACTION = struct.Struct(f">{1 + MAX_SLOTS}H")  # a rule's number, and those of its objects


def encode_directory(directory: Mapping[str, str]) -> bytes:
    """Return the last bytes of a story, a multiple of eight, given the JSON of each value."""
    values = {"format": str(FORMAT), **directory}
    fields = ",".join([f'"{key}":{values[key]}' for key in sorted(values)])
    text = f"{{{fields}}}".encode()
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


def table_facts(bits: bytes, rows: Sequence[Proposition]) -> tuple[Proposition, ...]:
    """Return the facts of a table whose bits are set."""
    return tuple([fact for n, fact in enumerate(rows) if bits[n >> 3] >> (n & 7) & 1])


@dataclass
class MemoryMap:
    """Reads a running story: every method takes the story's dynamic memory as it is now.

    Attributes that are not in the directory itself:
        constant_facts: the facts that never change.
        object_table: where the entries of all objects are.
        tables: for each table, where its bits are, and the facts of its rows.
        significant: the bits of an object's entry that facts depend on, as a mask.

    """

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
        self.constant_facts = tuple(
            Proposition(name, [self._variable(n) for n in numbers])
            for name, *numbers in self.constant
        )
        self.object_table = slice(self.entries, self.entries + OBJECT_SIZE * len(self.objects))
        self._mask = sum(1 << (47 - number) for number, _ in self.attributes.values())
        self.significant = self._mask.to_bytes(6, "big") + b"\xff\xff" + bytes(OBJECT_SIZE - 8)
        self.tables = [
            (
                slice(address, address + (len(rows) + 7) // 8),
                tuple(Proposition(name, map(self._variable, row)) for row in rows),
            )
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

    def last_actions(self, memory: bytes) -> list[tuple[str, dict[str, Variable]]]:
        """Return what the last command led to: rules, and the entities of their placeholders."""
        return [self._action(row) for row in _ACTION.iter_unpack(self.performed(memory))]

    def performed(self, memory: bytes) -> bytes:
        """Return what the last command led to as the story notes it, empty if it was nothing."""
        first = self.variables["actions"]
        return memory[first : first + _ACTION.size * self.variable(memory, "action_count")]

    def facts(self, memory: bytes) -> list[Proposition]:
        """Return all facts that hold now, in a stable order."""
        facts = list(self.constant_facts)
        for number in range(1, len(self.objects) + 1):
            start = self.entries + OBJECT_SIZE * (number - 1)
            facts += self.object_facts(number, memory[start : start + OBJECT_SIZE])
        for rows, propositions in self.tables:
            facts += table_facts(memory[rows], propositions)
        return facts

    def object_facts(self, number: int, entry: bytes) -> tuple[Proposition, ...]:
        """Return the facts that the entry of an object tells: where it is, and its attributes."""
        parent = entry[6] << 8 | entry[7]
        place = self._place(number, parent) if parent else None
        facts = self._attributes(number, int.from_bytes(entry[:6], "big") & self._mask)
        return facts if place is None else (place, *facts)

    def world(self, memory: bytes) -> bytes:
        """Return all that descriptions depend on: objects, tables, and whether the game is over."""
        ending = self.variables["ending"]
        parts = [memory[self.object_table], memory[ending : ending + 2]]
        parts += [memory[rows] for rows, _ in self.tables]
        return b"".join(parts)

    def _action(self, words: Sequence[int]) -> tuple[str, dict[str, Variable]]:
        name, placeholders = self.rules[words[0] - 1]
        entities = [self._variables[number - 1] for number in words[1 : 1 + len(placeholders)]]
        return name, dict(zip(placeholders, entities, strict=True))

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
