"""How a logic's facts live in a story.

- ``at``, ``in`` and ``on`` between a thing and its place are the Z-machine's object tree;
- facts about one entity (and facts about nothing, kept at the player) are object attributes, and
  so are the types of an entity;
- all others are tables of rows, with a bit for each row that can change; so are facts about one
  entity for which there are no attributes left.

The types ``P`` and ``I`` (seeds, player.twl and inventory.twl) are one object: what the player
carries is inside it.
"""

__all__ = ["PLAYER", "PLAYER_TYPES", "Representation", "Storage"]

from collections.abc import Iterator, Sequence
from enum import Enum

from twbench.errors import StoryLimitError
from twbench.logic import GameLogic, Predicate, Rule, Signature
from twbench.story.layout import Attribute

PLAYER = 1
"""The object number of the player."""
PLAYER_TYPES = frozenset({"P", "I"})

_TREE_NAMES = ("at", "in", "on")


class Storage(Enum):
    """Where facts of a signature are kept."""

    TREE = 1
    ATTRIBUTE = 2
    TABLE = 3


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
        self._hiding: dict[str, bool] = {}
        self._places: dict[tuple[str, str], str | None] = {}

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

    def is_unary(self, name: str) -> bool:
        """Whether there are facts ``name`` of one entity."""
        return any(name == other and len(types) == 1 for other, types in self._signatures)

    def attribute_predicates(self) -> list[tuple[str, int]]:
        """Return (name, number of arguments) of the predicates kept as attributes, sorted."""
        return sorted(
            {
                (name, len(types))
                for name, types in self._signatures
                if len(types) < 2 and self.has_fact_attribute(name)
            }
        )

    def storage(self, name: str, types: Sequence[str]) -> Storage:
        """Return where facts ``name(types...)`` are kept."""
        if len(types) < 2:
            return Storage.ATTRIBUTE if self.has_fact_attribute(name) else Storage.TABLE
        if len(types) == 2 and self.place_name(types[0], types[1]) == name:
            return Storage.TREE
        return Storage.TABLE

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

    def hides_things(self, type_: str) -> bool:
        """Whether things can be in an entity of the type, and it can be open."""
        if type_ not in self._hiding:
            last = {
                n for n, types in self._signatures if types and self.is_subtype(type_, types[-1])
            }
            self._hiding[type_] = {"in", "open"} <= last
        return self._hiding[type_]

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
            if name not in _TREE_NAMES or len(types) != 2 or "P" in types[1:]:
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
