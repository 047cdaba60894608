"""The programs of the logics that ship with twbench, to know them again in a story.

A story's program is compiled from a logic, and a logic can make a story run for hours. Programs of
logics of ours are stored (`twbench.story.linking.stored_programs`), and ``runtime/programs.json``
has what these logics say of objects; a test compiles them again. To compile one takes longer than
to play a game, and the logics belong to layers above.
"""

__all__ = ["KnownProgram", "describe", "known_program"]

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any

from twbench.generator.knowledge.roles import INVENTORY, PLAYER, ROOM
from twbench.story.contents.dictionary import ProgramWord
from twbench.story.contents.directory import Directory
from twbench.story.linking.program import STORED, LogicProgram, block_of, code_of
from twbench.story.state.representation import Representation
from twbench.story.zcode.assembler import MovableCode
from twbench.story.zcode.block import Image, Key
from twbench.story.zcode.template import RUNTIME
from twbench.system.stored import stored_value


# Compared by identity: caches have programs as keys, and their lists could not be hashed.
@dataclass(frozen=True, eq=False)
class KnownProgram:
    """A program of ours, and what its logic says of the objects of a story.

    Attributes:
        key: what the program is stored by.
        attribute_door: the number of the attribute of the type of doors.
        attribute_open: the number of the attribute ``open``.
        attributes, rules: as in the JSON of a story's directory.
        types: the attributes of the objects of a type, as bits.
        rooms: the types of rooms.
        places: for each type, the types of things that its objects can be in or on.
        columns: by relation and number of arguments, the types of each argument.
        changing: the relations that rules change.

    """

    key: str
    attribute_door: int
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
    def _stored(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = stored_value(STORED, self.key)
        return found

    @cached_property
    def image(self) -> Image:
        """The program, ready for any place in a story."""
        return Image(block_of(self._stored))

    @cached_property
    def relations(self) -> list[Key]:
        """The keys of the tables that its routines look facts up in."""
        return list(map(tuple, self._stored["relations"]))

    @cached_property
    def words(self) -> dict[bytes, ProgramWord]:
        """The words of its dictionary, by their codes."""
        entries = self._stored["entries"]
        return {
            bytes.fromhex(code): ProgramWord(*entries[text])
            for code, text in self._stored["spelled"].items()
        }

    @property
    def literals(self) -> int:
        """How many words of commands there are that are not verbs."""
        return len(self._stored["literals"])

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
        return bytes.fromhex(self._stored["encoded"]), code_of(self._stored)

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
        """The types of the arguments of each table, without the argument that it is sorted by."""
        found = {}
        for key in [*self.image.tables, *self.relations]:
            types = [*map(tuple, self.arguments(key))]
            del types[int(key[3])]
            found[key] = tuple(types)
        return found


def describe(program: LogicProgram) -> dict[str, Any]:
    """Return what a `KnownProgram` has of a program, but for its key."""
    representation = program.representation
    types = [*representation.types, PLAYER]
    return {
        "attribute_door": representation.door_attribute,
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
    """Return the types that each argument may have, for each relation that has a table."""
    representation = program.representation
    columns = {}
    for _, name, arity, _ in (*program.image.tables, *program.relations):
        columns[f"{name}/{arity}"] = [
            [type_ for type_ in types if any(representation.can_be(type_, d) for d in declared)]
            for column in range(int(arity))
            if (declared := representation.column_types(name, int(arity), column))
        ]
    return columns
