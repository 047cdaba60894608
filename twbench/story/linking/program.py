"""The part of a story that depends on the logic alone: its rules, commands and messages."""

__all__ = ["MEMORY", "STORED", "LogicProgram", "block_of", "code_of", "program_identity"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from twbench.generator.data import KnowledgeBase
from twbench.hashing import canonical_json, content_id
from twbench.story.contents.dictionary import ProgramWords
from twbench.story.state.representation import Representation
from twbench.story.zcode.assembler import PACKED, MovableCode
from twbench.story.zcode.block import Block, Image, Key
from twbench.story.zcode.template import RUNTIME
from twbench.story.zcode.zstring import StringTable

MEMORY = 64 * 1024
"""What a Z-machine can address: everything but packed strings and code."""
STORED = RUNTIME / "compiled_programs.json"
"""Programs that were compiled before: see `twbench.story.linking.stored_programs`."""


# Compared by identity: what is cached for a program has it as a key.
@dataclass(slots=True, eq=False)
class LogicProgram:
    """The compiled rules of a logic.

    ``rules`` are the names of the rules by their number less one, ``slots`` the placeholders of
    each by slot; ``words`` go into the dictionary; ``literals`` are the words of the
    classes from WordClass.FIRST_LITERAL on, ``literal_strings`` their strings. ``identity`` is a
    hash of the logic and the words of its own.
    ``strings`` are the texts of the rules as they stand in a story, ``code`` are the routines of
    the rules, which stand behind them, ``relations`` the tables that these look facts up in.
    ``directory`` is the JSON of what a story's directory tells of the logic; ``numbered_rules`` are
    the rules in it.
    """

    representation: Representation
    identity: str = ""
    block: Block = field(default_factory=Block)
    rules: list[str] = field(default_factory=list)
    slots: dict[str, tuple[str, ...]] = field(default_factory=dict)
    literals: list[str] = field(default_factory=list)
    literal_strings: StringTable = field(default_factory=StringTable)
    strings: bytes = b""
    code: MovableCode = field(init=False)
    relations: list[Key] = field(default_factory=list)
    directory: dict[str, str] = field(default_factory=dict)
    words: ProgramWords = field(init=False)
    image: Image = field(init=False)
    numbered_rules: list[list[Any]] = field(init=False)

    def texts_at(self, code: int) -> bytes:
        """Return strings and routines for the runtime's code at a packed address."""
        return self.strings + self.code.at(code)

    def continued(self) -> StringTable:
        """Return a table of the strings that stand behind those of the program."""
        return self.block.strings.continued(len(self.code.data) // PACKED)

    def complete(self) -> None:
        """Make what follows from the rest, once that is there."""
        self.literal_strings.place(self.literals)
        self.numbered_rules = [[name, list(self.slots[name])] for name in self.rules]
        self.directory = {
            "attributes": canonical_json(self.representation.attribute_predicates),
            "rules": canonical_json(self.numbered_rules),
        }
        self.image = Image(self.block)


def program_identity(kb: KnowledgeBase) -> str:
    """Return a hash of the logic, and of its words if they are not known by the logic."""
    data = kb.serialize()
    words = [data["phrasebook"]] if "phrasebook" in data else []
    return content_id([data["logic"], *words] if words else data["logic"])


def block_of(record: Mapping[str, Any]) -> Block:
    """Return the block of a program that is stored."""
    return Block(
        strings=StringTable(record["strings"], record["size"]),
        words=record["words"],
        addresses=record["addresses"],
        halves=record["halves"],
        texts=record["texts"],
        tables=[(position, tuple(key)) for position, key in record["tables"]],
    )


def code_of(record: Mapping[str, Any]) -> MovableCode:
    """Return the routines of a program that is stored."""
    return MovableCode(bytes.fromhex(record["code"]), tuple(record["moving"]))
