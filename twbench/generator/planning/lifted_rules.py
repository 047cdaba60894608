"""Lifted rules: rules with placeholders, prepared for finding all their actions by joins.

Conditions are told by places in a list of values, and the orders of joins are settled: see
`LiftedRule`. While a search runs, a fact is made of strings alone, its name and the names of its
arguments: that is the cheapest thing to make and to compare. The work that depends on the logic
alone is done once for each logic: `prepared` remembers it. The joins themselves are in
`twbench.generator.planning.incremental_join`, which says what they are good for.
"""

__all__ = [
    "Condition",
    "Fact",
    "JoinStep",
    "LiftedRule",
    "LiftedRules",
    "Match",
    "Picker",
    "picker",
    "prepared",
]

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, TypeVar

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.patterns import Atom, atoms
from twbench.generator.knowledge.rule_index import RuleIndex
from twbench.logic import Rule, Signature

Fact = tuple[str, tuple[str, ...]]
"""The name of a fact, and the names of its arguments."""
Picker = Callable[[Sequence[Any]], tuple[Any, ...]]
"""Takes those in some places from the values of a rule."""
Condition = tuple[str, Picker]
"""The name of facts, and what takes their arguments from the values of a rule."""
_Entry = TypeVar("_Entry")
_Key = int | None
"""The position of the argument that facts are looked up by; None for their name."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a fact has to agree with to be a precondition, and the values it gives then.

    Attributes:
        binds: (position of the argument, place) for each value found here, and whether other values
            that are known by then may be the same: different placeholders stand for different
            variables, but those of types that have nothing in common always do.
        checks: (position, place) for the values known; with those found here twice.

    """

    binds: tuple[tuple[int, int, bool], ...]
    checks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class JoinStep:
    """How to find the facts that one more precondition may be, with some values known.

    Attributes:
        condition: the precondition.
        lookup: the number of the index of facts to look into, and the place of the value to look
            up there, None for the name of the facts. Where all values are known there is no
            lookup: the precondition is a fact or not.
        match: what there is left to compare, and the values found.
        places: the places of the arguments of the precondition.

    """

    condition: Condition
    lookup: tuple[int, int | None] | None
    match: Match
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LiftedRule:
    """A rule whose values are in the order of ``rule.placeholders``.

    Attributes:
        rule: the rule.
        before, added, removed: its preconditions and effects.
        constants: the values known beforehand; None for all others.
        types: for each place, the types its variable may have.
        join: how to find all values.
        joins_with: for each precondition, how to match a fact with it, and then to find all others.
        free: the places that no precondition mentions, nor the constants.

    """

    rule: Rule
    before: tuple[Condition, ...]
    added: tuple[Condition, ...]
    removed: tuple[Condition, ...]
    constants: tuple[str | None, ...]
    types: tuple[frozenset[str], ...]
    join: tuple[JoinStep, ...]
    joins_with: tuple[tuple[Match, tuple[JoinStep, ...]], ...]
    free: tuple[int, ...]


class LiftedRules:
    """Rules, and what facts mean to them, given their name and the types of their arguments.

    Attributes:
        rules: the rules.
        indexes: how many indexes of facts their joins look into.
        wanting: the preconditions that facts may be, each a rule and its number there.
        filing: the indexes that facts belong in, and the position of the argument they are looked
            up by there, None for the name.
        bits: for each rule, a bit for each of its preconditions, which no other rule has.
        met_by: the bits of the preconditions that facts may be.

    """

    def __init__(self, rules: Iterable[Rule], kb: KnowledgeBase):
        indexes: dict[tuple[Signature, _Key], int] = {}
        self.rules = tuple([_JoinPlanner(rule, kb, indexes).lifted() for rule in rules])
        self.indexes = len(indexes)
        self.wanting = _by_types(
            RuleIndex(
                kb.logic,
                [
                    (condition.signature, (rule, number))
                    for rule in self.rules
                    for number, condition in enumerate(rule.rule.preconditions)
                ],
            )
        )
        self.bits: dict[LiftedRule, int] = {}
        count = 0
        for rule in self.rules:
            self.bits[rule] = (1 << len(rule.before)) - 1 << count
            count += len(rule.before)
        # Not bounded, as in `_by_types`.
        self.met_by = cache(self._met_by)
        self.filing = _by_types(
            RuleIndex(
                kb.logic,
                [
                    (signature, (number, position))
                    for (signature, position), number in indexes.items()
                ],
            )
        )

    def _met_by(self, name: str, types: tuple[str, ...]) -> int:
        met = 0
        for rule, number in self.wanting(name, types):
            first = self.bits[rule] & -self.bits[rule]
            met |= first << number
        return met


def _by_types(index: RuleIndex[_Entry]) -> Callable[[str, tuple[str, ...]], tuple[_Entry, ...]]:
    """Return the entries of an index by name and types.

    Facts are strings here: to look for their signature each time takes a twentieth of a grounding.
    """
    # Not bounded: the keys are names with types, of which a logic has few, and not facts.
    return cache(lambda name, types: index.of(Signature(name, types)))


@lru_cache(maxsize=64)
def prepared(kb: KnowledgeBase) -> LiftedRules:
    """Return the rules of ``kb`` that change something."""
    return LiftedRules([rule for rule in kb.rules.values() if rule.added or rule.removed], kb)


def picker(places: Sequence[int]) -> Picker:
    """Return what takes the values in some places."""
    if len(places) > 1:
        return itemgetter(*places)
    if not places:
        return lambda values: ()
    (place,) = places
    return lambda values: (values[place],)


def _condition(atom: Atom) -> Condition:
    name, places = atom
    return name, picker(places)


class _JoinPlanner:
    """Plans the joins of a rule.

    Those of all rules share their ``indexes``: the signature that facts have to fit, and the
    position of the argument they are looked up by, None for the name. Rules look for much the same,
    so there are far fewer indexes than steps.
    """

    def __init__(self, rule: Rule, kb: KnowledgeBase, indexes: dict[tuple[Signature, _Key], int]):
        self._rule = rule
        self._before = atoms(rule.preconditions, rule.placeholders)
        self._constants = tuple(
            kb.constants[placeholder].name
            if placeholder in rule.constants and placeholder in kb.constants
            else None
            for placeholder in rule.placeholders
        )
        self._fixed = frozenset(
            place for place, constant in enumerate(self._constants) if constant is not None
        )
        self._types = tuple(kb.logic.types.subtype_names(one.type) for one in rule.placeholders)
        self._indexes = indexes

    def lifted(self) -> LiftedRule:
        """Return the rule with its joins prepared."""
        rule, before = self._rule, self._before
        mentioned = self._fixed.union(*(places for _, places in before))
        return LiftedRule(
            rule=rule,
            before=tuple(map(_condition, before)),
            added=tuple(map(_condition, atoms(rule.added, rule.placeholders))),
            removed=tuple(map(_condition, atoms(rule.removed, rule.placeholders))),
            constants=self._constants,
            types=self._types,
            join=self._join(before, self._fixed),
            joins_with=tuple(
                (
                    self._match(first, self._fixed, None),
                    self._join(
                        [atom for atom in before if atom is not first], self._fixed.union(first[1])
                    ),
                )
                for first in before
            ),
            free=tuple(place for place in range(len(self._types)) if place not in mentioned),
        )

    def _join(self, pending: Iterable[Atom], known: frozenset[int]) -> tuple[JoinStep, ...]:
        """Return the steps for some atoms in a good order: few unknown values as early as possible.

        Among equals, those go first that some value restricts, and best one that is no constant:
        few facts are about one room or one door, but many about the inventory.
        """
        left = list(pending)
        steps = []
        while left:

            def cost(atom: Atom, known: frozenset[int] = known) -> tuple[int, bool, bool]:
                found = known.intersection(atom[1])
                return len(set(atom[1]) - known), not found, found <= self._fixed

            atom = min(left, key=cost)
            left.remove(atom)
            steps.append(self._step(atom, known))
            known = known.union(atom[1])
        return tuple(steps)

    def _step(self, atom: Atom, known: frozenset[int]) -> JoinStep:
        name, places = atom
        condition = _condition(atom)
        if known.issuperset(places):
            return JoinStep(condition, None, Match((), ()), places)
        place = next((place for place in places if place in known), None)
        position = None if place is None else places.index(place)
        kinds = [self._rule.placeholders[place].type for place in places]
        index = (Signature(name, kinds), position)
        number = self._indexes.setdefault(index, len(self._indexes))
        return JoinStep(condition, (number, place), self._match(atom, known, position), places)

    def _match(self, atom: Atom, known: frozenset[int], looked_up: int | None) -> Match:
        """Return the match of facts with ``atom`` that agree with it at one position already."""
        types = self._types
        binds: list[tuple[int, int, bool]] = []
        checks = []
        for position, place in enumerate(atom[1]):
            if place not in known:
                may_be_same = any(not types[place].isdisjoint(types[other]) for other in known)
                binds.append((position, place, may_be_same))
                known = known | {place}
            elif position != looked_up:
                checks.append((position, place))
        return Match(tuple(binds), tuple(checks))
