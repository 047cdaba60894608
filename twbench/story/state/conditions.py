"""From conjunctions of facts to the runtime's tests, in the order that tries the least.

A conjunction is compiled greedily: of the literals left, the one that leaves the fewest choices
given what is bound so far comes next (a test before a lookup before a loop over objects), the usual
order for joins without statistics.
"""

__all__ = [
    "Argument",
    "Literal",
    "Scope",
    "compile_condition",
    "compile_effects",
    "compile_facts",
    "has_attribute",
    "table_key",
]

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from twbench.errors import StoryLimitError
from twbench.generator.knowledge.roles import PLAYER_TYPES
from twbench.logic import Predicate, Proposition
from twbench.story.state.representation import (
    IN_ATTRIBUTE,
    IN_TREE,
    PLAYER_NUMBER,
    Representation,
    Storage,
)
from twbench.story.zcode.block import Key, Table, Word
from twbench.story.zcode.layout import BOUND_SLOT, FREE_SLOT, MAX_SLOTS, Effect, Test

_IN, _HAS, _PAIR, _ROW, _END = map(int, (Test.IN, Test.HAS, Test.PAIR, Test.ROW, Test.END))


class Argument(NamedTuple):
    """What a fact speaks of: a placeholder, or an object of the story if ``number`` is not 0."""

    name: str
    type: str
    number: int = 0


class Literal(NamedTuple):
    """A predicate over placeholders and objects."""

    name: str
    arguments: tuple[Argument, ...]

    @classmethod
    def of(cls, predicate: Predicate) -> "Literal":
        """Return a rule's predicate as a literal; the player is an object, not a placeholder."""
        return cls(
            predicate.name,
            tuple(
                Argument(p.name, p.type, PLAYER_NUMBER if p.type in PLAYER_TYPES else 0)
                for p in predicate.parameters
            ),
        )

    @property
    def types(self) -> tuple[str, ...]:
        """The types of the arguments."""
        return tuple(argument.type for argument in self.arguments)


@dataclass(slots=True)
class Scope:
    """Which slot each placeholder has, what type it is, and whether it is filled already."""

    slots: dict[str, int] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    filled: set[str] = field(default_factory=set)

    def declare(self, name: str, type_: str, filled: bool = False) -> None:
        """Give a placeholder the next slot, unless it has one."""
        if name not in self.slots:
            if len(self.slots) == MAX_SLOTS:
                raise StoryLimitError(f"A rule may speak of {MAX_SLOTS} entities at most.")
            self.slots[name] = len(self.slots)
            self.types[name] = type_
        if filled:
            self.filled.add(name)

    def is_known(self, argument: Argument) -> bool:
        """Whether the argument stands for an object by now."""
        return bool(argument.number) or argument.name in self.filled

    def term(self, argument: Argument) -> int:
        """Return the operand for an argument, free or bound as it is now."""
        if argument.number:
            return argument.number
        self.declare(argument.name, argument.type)
        kind = BOUND_SLOT if argument.name in self.filled else FREE_SLOT
        return kind | self.slots[argument.name]

    def slot(self, argument: Argument) -> int:
        """Return the operand for an argument of a test that says itself whether it is free."""
        if argument.number:
            return argument.number
        self.declare(argument.name, argument.type)
        return BOUND_SLOT | self.slots[argument.name]

    def copy(self) -> "Scope":
        """Return an independent copy."""
        return Scope(dict(self.slots), dict(self.types), set(self.filled))


def table_key(name: str, arity: int, column: int) -> Key:
    """Return the name of the table of a predicate's rows that is sorted by one of its columns."""
    return ("relation", name, str(arity), str(column))


def compile_condition(
    literals: Iterable[Literal],
    scope: Scope,
    representation: Representation,
    others: Iterable[Argument] = (),
) -> list[Word]:
    """Return the tests for a conjunction; ``scope`` learns of the slots that they fill.

    ``others`` are arguments that the literals may leave out. Each of these is filled with any
    object of its type that fills no other slot.
    """
    compiler = _Compiler(scope, representation)
    compiler.differences(sorted(scope.filled))
    rest = list(literals)
    while rest:
        # Of several that are as good the first one is taken: one logic always has one program.
        best = min(rest, key=compiler.choices)
        rest.remove(best)
        compiler.add(best)
    for argument in others:
        if not scope.is_known(argument):
            compiler.enumerate(argument)
    return [*compiler.words, Test.END.value]


def compile_facts(
    facts: Iterable[tuple[Proposition, Sequence[int]]], representation: Representation
) -> list[Word]:
    """Return the tests for facts, given with the object numbers of their arguments."""
    words: list[Word] = []
    for fact, numbers in facts:
        storage = representation.storage_of(fact)
        if storage is IN_TREE:
            words += [_IN, *numbers]
        elif storage is IN_ATTRIBUTE:
            words += [
                _HAS,
                *(numbers or (PLAYER_NUMBER,)),
                representation.fact_attribute(fact.name),
            ]
        else:
            test = _PAIR if len(numbers) == 2 else _ROW
            words += [test, numbers[0], Table(table_key(fact.name, len(numbers), 0)), *numbers[1:]]
    return [*words, _END]


def has_attribute(term: int, attribute: int) -> list[Word]:
    """Return the test for an attribute of the object that an operand stands for."""
    if term & BOUND_SLOT and attribute:
        return [attribute, term]
    return [_HAS, term, attribute]


class _Compiler:
    """One condition being compiled."""

    def __init__(self, scope: Scope, representation: Representation):
        self.scope = scope
        self.representation = representation
        self.words: list[Word] = []

    def choices(self, literal: Literal) -> int:
        """Estimate how many ways a literal can hold, given what is bound."""
        known = [self.scope.is_known(argument) for argument in literal.arguments]
        if all(known):
            return 0
        storage = self.representation.storage(literal.name, literal.types)
        # These numbers are compared with each other only. A thing is in one place, but in a place
        # there are some things, and a loop over a type may go through many.
        if storage is Storage.TREE:
            return 1 if known[0] else 4 if known[1] else 20
        if storage is Storage.TABLE:
            return 3 if any(known) else 18
        return 15

    def add(self, literal: Literal) -> None:
        """Append the tests of a literal."""
        unknown = [a for a in literal.arguments if not self.scope.is_known(a)]
        storage = self.representation.storage(literal.name, literal.types)
        lookup = storage is Storage.TABLE or len(literal.arguments) > 1
        # There is no key to look anything up by yet: a loop over the first argument gives one.
        if lookup and len(unknown) == len(literal.arguments):
            self.enumerate(unknown.pop(0))
        if storage is Storage.TREE:
            self._add_place(literal)
        elif storage is Storage.ATTRIBUTE:
            self._add_attribute(literal)
        else:
            self._add_row(literal)
        fresh = list(dict.fromkeys(argument.name for argument in unknown))
        self.scope.filled.update(fresh)
        self.differences(fresh)

    def differences(self, fresh: Sequence[str]) -> None:
        """Different placeholders stand for different entities: test what types leave open."""
        scope = self.scope
        pairs = [*combinations(fresh, 2)]
        pairs += [(old, new) for new in fresh for old in sorted(scope.filled - set(fresh))]
        for first, second in pairs:
            if self.representation.comparable(scope.types[first], scope.types[second]):
                self.words += [
                    Test.DIFFERENT.value,
                    BOUND_SLOT | scope.slots[first],
                    BOUND_SLOT | scope.slots[second],
                ]

    def enumerate(self, argument: Argument) -> None:
        """Append the test that fills the slot of an argument with everything of its type."""
        attribute = self.representation.type_attribute(argument.type)
        self.words += [Test.EACH.value, self.scope.slot(argument), attribute]
        self.scope.filled.add(argument.name)
        self.differences([argument.name])

    def _add_place(self, literal: Literal) -> None:
        child, parent = literal.arguments
        terms = [self.scope.slot(child), self.scope.slot(parent)]
        free = next((a for a in literal.arguments if not self.scope.is_known(a)), None)
        if free is None:
            self.words += [Test.IN.value, *terms]
            return
        if child.number == PLAYER_NUMBER and self.representation.is_always_in(
            child.type, free.type
        ):
            self.words += [Test.HERE.value, terms[1]]
            return
        test = Test.CONTENTS if free is child else Test.PLACE
        self.words += [test.value, *terms, self.representation.type_attribute(free.type)]

    def _add_attribute(self, literal: Literal) -> None:
        attribute = self.representation.fact_attribute(literal.name)
        if not literal.arguments:
            self.words += has_attribute(PLAYER_NUMBER, attribute)
            return
        (argument,) = literal.arguments
        if self.scope.is_known(argument):
            self.words += has_attribute(self.scope.slot(argument), attribute)
            return
        type_attribute = self.representation.type_attribute(argument.type)
        self.words += [Test.HAVING.value, self.scope.slot(argument), attribute, type_attribute]

    def _add_row(self, literal: Literal) -> None:
        known = [self.scope.is_known(argument) for argument in literal.arguments]
        key = known.index(True)
        arity = len(known)
        others = [index for index in range(arity) if index != key]
        test, term = Test.ROW, self.scope.term
        if arity == 2:
            test, term = Test.PAIR if all(known) else Test.PARTNER, self.scope.slot
        self.words += [
            test.value,
            self.scope.slot(literal.arguments[key]),
            Table(table_key(literal.name, arity, key)),
            *(term(literal.arguments[index]) for index in others),
        ]
        for index in others:
            argument = literal.arguments[index]
            declared = self.representation.column_types(literal.name, arity, index)
            covered = all(self.representation.is_subtype(t, argument.type) for t in declared)
            if not known[index] and not covered:
                attribute = self.representation.type_attribute(argument.type)
                slot = BOUND_SLOT | self.scope.slots[argument.name]
                self.words += has_attribute(slot, attribute)


def compile_effects(
    removed: Sequence[Literal],
    added: Sequence[Literal],
    scope: Scope,
    representation: Representation,
) -> list[Word]:
    """Return the effects of a rule whose placeholders are all filled."""
    # An object is in one place of the tree: to move it is to take it away from where it was.
    moved = {
        literal.arguments[0].name
        for literal in added
        if representation.storage(literal.name, literal.types) is Storage.TREE
    }
    words: list[Word] = []
    for literal in removed:
        storage = representation.storage(literal.name, literal.types)
        if storage is Storage.TREE:
            if literal.arguments[0].name not in moved:
                words += [Effect.REMOVE.value, scope.term(literal.arguments[0]), 0]
        else:
            words += _change(literal, storage, False, scope, representation)
    for literal in added:
        storage = representation.storage(literal.name, literal.types)
        if storage is Storage.TREE:
            words += [Effect.MOVE.value, *(scope.term(a) for a in literal.arguments)]
        else:
            words += _change(literal, storage, True, scope, representation)
    return [*words, Effect.END.value]


def _change(
    literal: Literal, storage: Storage, holds: bool, scope: Scope, representation: Representation
) -> list[Word]:
    if storage is Storage.ATTRIBUTE:
        attribute = representation.fact_attribute(literal.name)
        target = scope.term(literal.arguments[0]) if literal.arguments else PLAYER_NUMBER
        return [Effect.GIVE.value if holds else Effect.TAKE.value, target, attribute]
    effect = Effect.SET_ROW if holds else Effect.CLEAR_ROW
    table = Table(table_key(literal.name, len(literal.arguments), 0))
    return [effect.value, table, *(scope.term(argument) for argument in literal.arguments)]
