"""What routines of rules speak of: variables, routines and strings of the story, tables."""

__all__ = ["VARIABLES", "CodeContext", "relation_variable"]

from dataclasses import dataclass, field

from twbench.story.linking.rule_words import table_of
from twbench.story.zcode.assembler import PACKED, Packed, Variable
from twbench.story.zcode.block import Block, Key, Word
from twbench.story.zcode.layout import RELATIONS
from twbench.story.zcode.template import Template

VARIABLES = 15
"""How many a routine may have of its own."""


@dataclass
class CodeContext:
    """The runtime and the block of a program.

    ``relations`` are the keys of the tables that have a variable each.
    """

    template: Template
    block: Block
    relations: list[Key] = field(default_factory=list)

    def variable(self, name: str) -> Variable:
        """Return a global variable of the runtime."""
        return self.template.variable(name)

    def has_relation(self, table: Word) -> bool:
        """Whether there is a variable for the address of a table, or one left to be it."""
        key = table_of(table).key
        if key not in self.relations and len(self.relations) < RELATIONS:
            self.relations.append(key)
        return key in self.relations

    def relation(self, table: Word) -> Variable:
        """Return the variable that has the address of a table."""
        return self.variable(relation_variable(self.relations.index(table_of(table).key)))

    def routine(self, name: str) -> Packed:
        """Return the address of a routine of the runtime."""
        return Packed(self.template.routines[name])

    def string(self, text: str) -> Packed:
        """Return the address of a string of the program."""
        return self.packed(self.block.strings[text])

    def packed(self, place: int) -> Packed:
        """Return the address of something behind the runtime, where strings begin."""
        return Packed(self.template.code_size // PACKED + place)

    @property
    def texts(self) -> set[int]:
        """The places of the addresses of strings in the block."""
        return set(self.block.texts)


def relation_variable(number: int) -> str:
    """Return the name of the variable of a relation, counted from 0."""
    return f"relation_{number}"
