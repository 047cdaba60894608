"""How a logic's facts live in a story.

- ``at``, ``in`` and ``on`` between a thing and its place are the Z-machine's object tree;
- facts about one entity (and facts about nothing, kept at the player) are object attributes, and
  so are the types of an entity;
- all others are tables of rows, with a bit for each row that can change; so are facts about one
  entity for which there are no attributes left.

The types ``P`` and ``I`` (docs: player.twl and inventory.twl) are one object: what the player
carries is inside it.
"""

__all__ = [
    "IN_ATTRIBUTE",
    "IN_TABLE",
    "IN_TREE",
    "PLAYER_NUMBER",
    "Representation",
    "RowChange",
    "Storage",
]

from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from functools import cached_property
from itertools import starmap
from typing import NamedTuple

from twbench.bounded_cache import BoundedCache
from twbench.errors import StoryLimitError
from twbench.generator.knowledge.roles import DOOR, PLAYER, PLAYER_TYPES, ROOM
from twbench.logic import GameLogic, Predicate, Proposition, Rule, Signature
from twbench.story.zcode.layout import Attribute, WordClass, attribute_bit

PLAYER_NUMBER = 1
"""The object number of the player."""
_NO_ATTRIBUTE = 0xFFFF

_MAX_FITTING = 1024
"""Names of facts with types: a logic has some dozens; strangers' stories may bring others."""
_TREE_NAMES = ("at", "in", "on")


class Storage(Enum):
    """Where facts of a signature are kept."""

    TREE = 1
    ATTRIBUTE = 2
    TABLE = 3


IN_TREE, IN_ATTRIBUTE, IN_TABLE = Storage.TREE, Storage.ATTRIBUTE, Storage.TABLE
"""The same, for what is done with all facts of a game: Python 3.11 takes many times as long to find
a member of an enumeration by its name."""


class RowChange(NamedTuple):
    """What a rule with a command does to the rows of a table.

    ``lasting`` has those of the rule's preconditions that never change; ``added`` are the facts of
    the table that it makes true. ``types`` are those of all its placeholders: without entities of
    each, it is out of play.
    """

    types: frozenset[str]
    lasting: Rule
    added: tuple[Predicate, ...]


class Representation:
    """The representation of one logic: attribute numbers and the storage of each signature."""

    def __init__(self, logic: GameLogic):
        self.logic = logic
        self._supertypes = {
            type_.name: frozenset(parent.name for parent in type_.supertypes)
            for type_ in logic.types
        }
        self.types = sorted(name for name in self._supertypes if name not in PLAYER_TYPES)
        self._signatures = sorted(
            {(signature.name, tuple(signature.types)) for signature in _signatures(logic)}
        )
        self.changes = {rule.name: (removed(rule), added(rule)) for rule in logic.rules.values()}
        self.changing = frozenset(
            predicate.name
            for change in self.changes.values()
            for predicate in (*change[0], *change[1])
        )
        self._attributes = self._choose_attributes()
        self._tree = self._choose_tree()
        self._traits: dict[str, int] = {}
        self._places: dict[tuple[str, str], str | None] = {}
        self._storages: dict[Signature, Storage] = {}
        self._fitting: BoundedCache[tuple[str, tuple[str, ...]], bool] = BoundedCache(_MAX_FITTING)
        self._row_changes: dict[tuple[str, int], list[RowChange]] = {}

    def is_subtype(self, child: str, parent: str) -> bool:
        """Whether every entity of type ``child`` is one of type ``parent``."""
        return parent in self._supertypes.get(child, (child,))

    def supertypes(self, name: str) -> frozenset[str]:
        """Return ``name`` and its ancestors."""
        return self._supertypes[name]

    def comparable(self, first: str, second: str) -> bool:
        """Whether an entity can be of both types because one is above the other."""
        return self.is_subtype(first, second) or self.is_subtype(second, first)

    def type_attribute(self, name: str) -> int:
        """Return the number of the attribute that objects of a type have."""
        return self._attributes["type", name]

    def fact_attribute(self, name: str) -> int:
        """Return the number of the attribute that a predicate is kept in."""
        return self._attributes["fact", name]

    def has_fact_attribute(self, name: str) -> bool:
        """Whether ``name`` is a predicate that is kept in an attribute."""
        return ("fact", name) in self._attributes

    @property
    def open_attribute(self) -> int:
        """The number of the attribute that tells what is open, 0xFFFF if nothing can be."""
        return self.fact_attribute("open") if self.has_fact_attribute("open") else _NO_ATTRIBUTE

    @property
    def door_attribute(self) -> int:
        """The number of the attribute that doors have, 0xFFFF if there is no such type."""
        return self.type_attribute(DOOR) if DOOR in self.types else _NO_ATTRIBUTE

    def unary(self) -> list[str]:
        """Return the names of the facts of one entity."""
        return [name for name, types in self._signatures if len(types) == 1]

    @cached_property
    def attribute_predicates(self) -> dict[str, tuple[int, int]]:
        """(attribute, number of arguments) of the predicates kept as attributes, sorted."""
        predicates = {
            (name, len(types))
            for name, types in self._signatures
            if len(types) < 2 and self.has_fact_attribute(name)
        }
        return {name: (self.fact_attribute(name), arity) for name, arity in sorted(predicates)}

    @cached_property
    def states(self) -> dict[str, int]:
        """The predicates by which what they hold of may be called, and the class of that word.

        They begin to hold of an entity (fried), or else to hold means that what ends it has not
        begun yet (raw: not cooked).
        """
        begins = {added.name for _, additions in self.changes.values() for added in additions}
        states: dict[str, int] = {}
        for name, (attribute, arity) in self.attribute_predicates.items():
            if arity == 1 and name in begins:
                states[name] = WordClass.FIRST_STATE + attribute
            elif arity == 1 and (ends := self._what_ends(name)):
                states[name] = WordClass.FIRST_LACK + self.fact_attribute(min(ends))
        return states

    def _what_ends(self, name: str) -> set[str]:
        """Return what all rules tell of an entity, in attributes, that end a predicate of it."""
        ends = [
            {p.name for p in additions if p.parameters == gone.parameters}
            for removals, additions in self.changes.values()
            for gone in removals
            if gone.name == name
        ]
        return {p for p in set.intersection(*ends) if self.has_fact_attribute(p)} if ends else set()

    def storage(self, name: str, types: Sequence[str]) -> Storage:
        """Return where facts ``name(types...)`` are kept."""
        if len(types) < 2:
            return Storage.ATTRIBUTE if self.has_fact_attribute(name) else Storage.TABLE
        if len(types) == 2 and self.place_name(types[0], types[1]) == name:
            return Storage.TREE
        return Storage.TABLE

    def storage_of(self, fact: Proposition) -> Storage:
        """Return where a fact is kept."""
        storage = self._storages.get(fact.signature)
        if storage is None:
            storage = self._storages[fact.signature] = self.storage(fact.name, fact.types)
        return storage

    def storages_of(self, facts: Sequence[Proposition]) -> list[Storage]:
        """Return where each of ``facts`` is kept."""
        known = self._storages
        return [known.get(fact.signature) or self.storage_of(fact) for fact in facts]

    def type_bits(self, name: str) -> int:
        """Return the attributes, as bits, that tell of entities that they are of a type."""
        types = () if name in PLAYER_TYPES else self.supertypes(name)
        return sum(attribute_bit(self.type_attribute(other)) for other in types)

    def fits(self, name: str, types: Sequence[str]) -> bool:
        """Whether there may be facts ``name(types...)``: if the logic speaks of such, or of none.

        Facts that no rule speaks of need not be declared.
        """
        key = (name, tuple(types))
        found = self._fitting.get(key)
        if found is None:
            known = [declared for other, declared in self._signatures if other == name]
            found = not known or any(
                len(types) == len(declared) and all(map(self.can_be, types, declared))
                for declared in known
            )
            self._fitting.keep(key, found)
        return found

    def all_fit(self, signatures: Collection[tuple[str, tuple[str, ...]]]) -> bool:
        """Whether there may be facts of all these names and types."""
        # Most games have some that the one before had.
        return all(map(self._fitting.get, signatures)) or all(starmap(self.fits, signatures))

    def can_be(self, type_: str, declared: str) -> bool:
        """Whether an argument declared with a type can be of another: all of the player is one."""
        if type_ in PLAYER_TYPES:
            return declared in PLAYER_TYPES
        return self.is_subtype(type_, declared)

    def place_name(self, child: str, parent: str) -> str | None:
        """Return the predicate that holds when one object is inside the other in the tree."""
        key = (child, parent)
        if key not in self._places:
            self._places[key] = next(
                (
                    name
                    for name, child_type, parent_type in self._tree
                    if self.is_subtype(child, child_type) and self.is_subtype(parent, parent_type)
                ),
                None,
            )
        return self._places[key]

    def is_always_in(self, child: str, parent: str) -> bool:
        """Whether all that an entity of type ``child`` can be in is of type ``parent``."""
        places = [name for name in self.types if self.place_name(child, name) is not None]
        return all(self.is_subtype(name, parent) for name in places)

    def traits(self, type_: str) -> int:
        """Return the attributes, as bits, that entities of a type have whatever the game."""
        bits = self._traits.get(type_)
        if bits is None:
            bits = self.type_bits(type_)
            if self._hides_things(type_):
                bits |= attribute_bit(Attribute.OPAQUE)
            if not self.is_subtype(type_, "o"):
                bits |= attribute_bit(Attribute.FIXED)
            self._traits[type_] = bits
        return bits

    def row_changes(self, name: str, arity: int) -> list[RowChange]:
        """Return what the rules with commands do to the rows of a predicate."""
        known = self._row_changes.get((name, arity))
        if known is None:
            known = [
                change
                for rule in self.logic.rules.values()
                if rule.name in self.logic.inform7.commands
                and (change := self._row_change(rule, name, arity))
            ]
            self._row_changes[name, arity] = known
        return known

    @cached_property
    def belongings(self) -> list[tuple[str, int]]:
        """The tables, by name and arity, to which rules add rows of things and rooms.

        A thing may belong to a room by such a row, while it is nowhere: it is buried there, say.
        """

        def joins(types: Sequence[str]) -> bool:
            others = [name for name in types if not self.comparable(name, ROOM)]
            return len(others) < len(types) and not PLAYER_TYPES.issuperset(others)

        added = [predicate for _, additions in self.changes.values() for predicate in additions]
        return sorted(
            {
                (predicate.name, len(predicate.types))
                for predicate in added
                if joins(predicate.types)
                and self.storage(predicate.name, predicate.types) is Storage.TABLE
            }
        )

    def _row_change(self, rule: Rule, name: str, arity: int) -> RowChange | None:
        def is_row(predicate: Predicate) -> bool:
            return (
                predicate.name == name
                and len(predicate.types) == arity
                and self.storage(name, predicate.types) is Storage.TABLE
            )

        removals, additions = self.changes[rule.name]
        if not any(map(is_row, (*removals, *additions))):
            return None
        types = frozenset(p.type for q in rule.preconditions for p in q.parameters)
        lasting = [p for p in rule.preconditions if p.name not in self.changing]
        return RowChange(types, Rule(rule.name, lasting, []), tuple(filter(is_row, additions)))

    def _hides_things(self, type_: str) -> bool:
        """Whether things can be in an entity of the type, and it can be open."""
        last = {n for n, types in self._signatures if types and self.is_subtype(type_, types[-1])}
        return {"in", "open"} <= last

    def column_types(self, name: str, arity: int, column: int) -> list[str]:
        """Return the types that a column of a predicate's tables is declared with."""
        return [t[column] for n, t in self._signatures if n == name and len(t) == arity]

    def _choose_attributes(self) -> dict[tuple[str, str], int]:
        """Give attributes to all types, then to predicates as far as there are any.

        First come those that only attributes can hold, then those that change: looking up facts
        that never change in a table is cheapest.
        """
        size = Attribute.LAST_FREE + 1
        nullary = {name for name, types in self._signatures if not types}
        if len(self.types) + len(nullary) >= size:
            raise StoryLimitError(
                f"The logic has {len(self.types)} types and {len(nullary)} predicates of no"
                f" entity; a story has room for {size - 1} of both together."
            )
        unary = {name for name, types in self._signatures if len(types) < 2}
        first = {*nullary, "open"}
        order = sorted(unary, key=lambda n: (n not in first, n not in self.changing, n))
        names = [("type", name) for name in self.types] + [("fact", name) for name in order]
        return {name: number for number, name in enumerate(names[:size])}

    def _choose_tree(self) -> list[tuple[str, str, str]]:
        """Give each pair of types at most one predicate of place; others go to tables.

        Predicates that some rule adds come first, since things move by them.
        """
        moving = {
            (predicate.name, tuple(predicate.types))
            for _, additions in self.changes.values()
            for predicate in additions
        }
        chosen: list[tuple[str, str, str]] = []
        for name, types in sorted(self._signatures, key=lambda s: (s not in moving, s)):
            if name not in _TREE_NAMES or len(types) != 2 or PLAYER in types[1:]:
                continue
            clash = any(
                other != name
                and self.comparable(types[0], child)
                and self.comparable(types[1], parent)
                for other, child, parent in chosen
            )
            if not clash:
                chosen.append((name, *types))
        return chosen


def removed(rule: Rule) -> list[Predicate]:
    """Return the preconditions that the rule makes false, in their order."""
    return [predicate for predicate in rule.preconditions if predicate not in rule.postconditions]


def added(rule: Rule) -> list[Predicate]:
    """Return the postconditions that the rule makes true, in their order."""
    return [predicate for predicate in rule.postconditions if predicate not in rule.preconditions]


def _signatures(logic: GameLogic) -> Iterator[Signature]:
    yield from logic.predicates
    for rule in logic.rules.values():
        for predicate in (*rule.preconditions, *rule.postconditions):
            yield predicate.signature
