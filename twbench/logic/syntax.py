"""The syntax tree of logic documents: what was written, before it is given a meaning.

Nodes are compared without their positions (offsets into the text they were parsed from), so a
document that is printed and parsed again gives an equal tree.
"""

__all__ = [
    "FIELD",
    "Atom",
    "Command",
    "Condition",
    "Declaration",
    "Document",
    "Kind",
    "Phrase",
    "Reverse",
    "RuleNode",
    "Slot",
    "TypeNode",
    "conflicts",
    "default_type",
    "from_plain",
    "negated",
    "to_plain",
]

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, NamedTuple

from twbench.logic.faults import Fault

FIELD = re.compile(r"\{([^{}]*)\}")
"""A placeholder in the template of a command; the group is its name."""

_NOT = "not_"


def default_type(name: str) -> str:
    """Return the type a placeholder has where none is written: its name without apostrophes."""
    return name.rstrip("'")


def is_negated(name: str) -> bool:
    """Return whether the predicate called ``name`` holds where another one does not."""
    return name.startswith(_NOT)


def negated(name: str) -> str:
    """Return the name of the predicate that holds where the one called ``name`` does not."""
    return name.removeprefix(_NOT) if is_negated(name) else _NOT + name


@dataclass(frozen=True, slots=True)
class Slot:
    """A placeholder or variable: ``name`` or ``name: type``."""

    name: str
    type: str
    position: int = field(default=-1, compare=False)

    def __str__(self) -> str:
        return self.name if self.type == default_type(self.name) else f"{self.name}: {self.type}"


@dataclass(frozen=True, slots=True)
class Atom:
    """A name applied to slots."""

    name: str
    arguments: tuple[Slot, ...]
    position: int = field(default=-1, compare=False)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})"


def conflicts(atoms: Iterable[Atom]) -> Iterator[tuple[Slot, str]]:
    """Yield each slot whose name has another type in a slot before it, with that type."""
    types: dict[str, str] = {}
    for slot in (slot for atom in atoms for slot in atom.arguments):
        known = types.setdefault(slot.name, slot.type)
        if known != slot.type:
            yield slot, known


class Condition(NamedTuple):
    """A precondition; ``kept`` where it is marked with ``$`` as a postcondition too."""

    atom: Atom
    kept: bool

    def __str__(self) -> str:
        return f"${self.atom}" if self.kept else str(self.atom)


@dataclass(frozen=True, slots=True)
class RuleNode:
    """A rule, an action or a constraint."""

    name: str
    conditions: tuple[Condition, ...]
    effects: tuple[Atom, ...]
    position: int = field(default=-1, compare=False)

    @property
    def atoms(self) -> list[Atom]:
        """All that it says: the conditions, then the effects."""
        return [condition.atom for condition in self.conditions] + list(self.effects)

    def __str__(self) -> str:
        effects = " & ".join(map(str, self.effects))
        return f"{self.name} :: {' & '.join(map(str, self.conditions))} -> {effects}".rstrip()


class Declaration(NamedTuple):
    """A predicate of a type, or an alias if it has a replacement."""

    pattern: Atom
    replacement: tuple[Atom, ...] = ()

    def __str__(self) -> str:
        if not self.replacement:
            return str(self.pattern)
        return f"{self.pattern} = {' & '.join(map(str, self.replacement))}"


@dataclass(frozen=True, slots=True)
class Reverse:
    """Two rules that undo each other."""

    rule: str
    reverse: str
    position: int = field(default=-1, compare=False)

    def __str__(self) -> str:
        return f"{self.rule} :: {self.reverse}"


class Kind(NamedTuple):
    """The Inform 7 kind of a type."""

    kind: str
    definition: str | None = None


class Phrase(NamedTuple):
    """The Inform 7 sentence of a predicate."""

    atom: Atom
    source: str


@dataclass(frozen=True, slots=True)
class Command:
    """What the player types for a rule, and the Inform 7 event of it."""

    rule: str
    command: str
    event: str
    position: int = field(default=-1, compare=False)
    command_position: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class TypeNode:
    """A type with all that is declared in its braces."""

    name: str
    parents: tuple[str, ...] = ()
    predicates: tuple[Declaration, ...] = ()
    rules: tuple[RuleNode, ...] = ()
    reverse_rules: tuple[Reverse, ...] = ()
    constraints: tuple[RuleNode, ...] = ()
    kind: Kind | None = None
    phrases: tuple[Phrase, ...] = ()
    commands: tuple[Command, ...] = ()
    code: tuple[str, ...] = ()
    position: int = field(default=-1, compare=False)
    parent_positions: tuple[int, ...] = field(default=(), compare=False)


class Document(NamedTuple):
    """A parsed text: its types, and its faults with the words of the statements left out."""

    source: str
    text: str
    types: tuple[TypeNode, ...] = ()
    faults: tuple[Fault, ...] = ()
    hidden_words: frozenset[str] = frozenset()


_CLASSES = Slot, Atom, Condition, RuleNode, Declaration, Reverse, Kind, Phrase, Command, TypeNode
_TUPLE = -1


def to_plain(node: Any) -> Any:
    """Return a node, or a tuple of them, as JSON holds it: lists that begin with a number."""
    if isinstance(node, tuple):
        kind = _CLASSES.index(type(node)) if isinstance(node, _CLASSES) else _TUPLE
        return [kind, *map(to_plain, node)]
    if not is_dataclass(node):
        return node
    values = (getattr(node, each.name) for each in fields(node))
    return [_CLASSES.index(type(node)), *map(to_plain, values)]


def from_plain(value: Any) -> Any:
    """Return the inverse of `to_plain`."""
    if not isinstance(value, list):
        return value
    kind, *values = value
    nodes = [from_plain(each) if type(each) is list else each for each in values]
    return tuple(nodes) if kind == _TUPLE else _CLASSES[kind](*nodes)
