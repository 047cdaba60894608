"""The programs of the logics that ship with twbench, to know them again in a story.

A story's program is compiled from a logic, and a logic can make a story run for hours. What is in
``runtime/programs.json`` was compiled from logics of ours; a test compiles them again. To compile
one takes longer than to play a game, and the logics belong to layers above.
"""

__all__ = ["KnownProgram", "describe", "known_program"]

import json
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any

from twbench.generator.knowledge.roles import INVENTORY, PLAYER, ROOM
from twbench.story.contents.directory import Directory
from twbench.story.linking.program import LogicProgram
from twbench.story.state.representation import Representation
from twbench.story.zcode.assembler import MovableCode
from twbench.story.zcode.block import Block, Image, Key
from twbench.story.zcode.template import RUNTIME
from twbench.story.zcode.zstring import encode_word


# Compared by identity: caches have programs as keys, and their lists could not be hashed.
@dataclass(frozen=True, eq=False)
class KnownProgram:
    """A program of ours, and what its logic says of the objects of a story.

    Attributes:
        words, addresses, halves, texts: of its block; see `twbench.story.zcode.block.Block`.
        tables: the places of the addresses of tables, by the name of the relation, how many
            arguments it has, and the column that the table is sorted by.
        text: what stands at the beginning of a story's strings, in hexadecimal.
        code, moving: the routines behind it; see `twbench.story.zcode.assembler.MovableCode`.
        relations: the keys of the tables that these look facts up in.
        entries: of the dictionary: code, flags, the places of grammar lines and record, class.
        literals: how many words of commands there are that are not verbs.
        attribute_open: the number of the attribute ``open``.
        attributes, rules: as in the JSON of a story's directory.
        types: the attributes of the objects of a type, as bits.
        rooms: the types of rooms.
        places: for each type, those of what its objects can be in or on.
        columns: by relation and number of arguments, the types of each argument.
        changing: the relations that rules change.

    """

    words: list[int]
    addresses: list[int]
    halves: list[int]
    texts: list[int]
    tables: list[tuple[list[str], list[int]]]
    text: str
    code: str
    moving: list[int]
    relations: list[list[str]]
    entries: list[tuple[str, int, int | None, int | None, int]]
    literals: int
    attribute_open: int
    attributes: dict[str, list[int]]
    rules: list[list[Any]]
    types: dict[str, int]
    rooms: list[str]
    places: dict[str, list[str]]
    columns: dict[str, list[list[str]]]
    changing: list[str]

    @cached_property
    def numbers(self) -> dict[str, tuple[int, ...]]:
        """The attributes as a `Directory` has them."""
        return {name: tuple(numbers) for name, numbers in self.attributes.items()}

    @cached_property
    def image(self) -> Image:
        """The program, ready for any place in a story."""
        tables = [(place, tuple(key)) for key, places in self.tables for place in places]
        block = Block(
            words=self.words,
            addresses=self.addresses,
            halves=self.halves,
            texts=self.texts,
            tables=[(place // 2, key) for place, key in tables],
        )
        return Image(block)

    def texts_at(self, code: int) -> bytes:
        """Return what strings begin with, for the runtime's code at a packed address."""
        strings, routines = self._texts
        return strings + routines.at(code)

    @cached_property
    def routines(self) -> tuple[int, int]:
        """From which to which byte of the strings of a story there are routines instead."""
        strings, routines = self._texts
        return len(strings), len(strings) + len(routines.data)

    @cached_property
    def _texts(self) -> tuple[bytes, MovableCode]:
        return bytes.fromhex(self.text), MovableCode(bytes.fromhex(self.code), tuple(self.moving))

    @cached_property
    def type_bits(self) -> int:
        """All attributes that say of what type an object is, as bits."""
        bits = 0
        for own in self.types.values():
            bits |= own
        return bits

    def arguments(self, key: Key) -> list[list[str]]:
        """Return the types of each argument of the relation of a table."""
        _, name, arity, _ = key
        return self.columns[f"{name}/{arity}"]

    @cached_property
    def others(self) -> dict[Key, tuple[tuple[str, ...], ...]]:
        """The same for each table, without the argument that it is sorted by."""
        found = {}
        for key in [*self.image.tables, *map(tuple, self.relations)]:
            types = [*map(tuple, self.arguments(key))]
            del types[int(key[3])]
            found[key] = tuple(types)
        return found


def describe(program: LogicProgram) -> dict[str, Any]:
    """Return the record of a program that `known_program` will know again."""
    block, representation = program.block, program.representation
    types = [*representation.types, PLAYER]
    return {
        "words": block.words,
        "addresses": block.addresses,
        "halves": block.halves,
        "texts": block.texts,
        "tables": [[list(key), places] for key, places in program.image.tables.items()],
        "text": program.strings.hex(),
        "code": program.code.data.hex(),
        "moving": program.code.moving,
        "relations": program.relations,
        "entries": [
            [encode_word(text).hex(), word.flags, word.lines, word.record, word.word_class]
            for text, word in program.words.words.items()
        ],
        "literals": len(program.literals),
        "attribute_open": representation.open_attribute,
        "attributes": {
            name: list(values) for name, values in representation.attribute_predicates.items()
        },
        "rules": [[name, list(program.slots[name])] for name in program.rules],
        "types": {name: representation.type_bits(name) for name in types},
        "rooms": [name for name in representation.types if representation.is_subtype(name, ROOM)],
        "places": _places(representation, types),
        "columns": _columns(program, types),
        "changing": sorted(representation.changing),
    }


def known_program(directory: Directory) -> KnownProgram | None:
    """Return the program of ours that a story would have by its directory, if there is one."""
    for program in _known_programs():
        if program.rules == directory.rules and program.numbers == directory.attributes:
            return program
    return None


@cache
def _known_programs() -> list[KnownProgram]:
    records = json.loads((RUNTIME / "programs.json").read_text())
    return [KnownProgram(**record) for record in records]


def _places(representation: Representation, types: list[str]) -> dict[str, list[str]]:
    """Return where objects of each type can be: ``P`` stands for the player's hands as well."""
    places: dict[str, list[str]] = {child: [] for child in types}
    for child, parent in product(types, types):
        place = INVENTORY if parent == PLAYER else parent
        if representation.place_name(child, place) is not None:
            places[child].append(parent)
    return places


def _columns(program: LogicProgram, types: list[str]) -> dict[str, list[list[str]]]:
    """Return of what types the arguments of each relation with a table are."""
    representation = program.representation
    columns = {}
    for _, name, arity, _ in (*program.image.tables, *program.relations):
        columns[f"{name}/{arity}"] = [
            [type_ for type_ in types if any(representation.can_be(type_, d) for d in declared)]
            for column in range(int(arity))
            if (declared := representation.column_types(name, int(arity), column))
        ]
    return columns
