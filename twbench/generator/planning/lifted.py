"""Rules prepared for grounding: conditions as places in a list of values, and orders of joins.

While a search runs, a fact is made of strings alone, its name and the names of its arguments: that
is the cheapest thing to make and to compare. The work that depends on the logic alone is done once
for each logic: `prepared` remembers it. The joins themselves are in
`twbench.generator.planning.joins`.
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
from typing import Any

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.patterns import Atom, Same, atoms
from twbench.logic import Rule

Fact = tuple[str, tuple[str, ...]]
"""The name of a fact, and the names of its arguments."""
Picker = Callable[[Sequence[Any]], tuple[Any, ...]]
"""Takes those in some places from the values of a rule."""
Condition = tuple[str, Picker]
"""The name of facts, and what takes their arguments from the values of a rule."""


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

    """

    condition: Condition
    lookup: tuple[int, int | None] | None
    match: Match


@dataclass(frozen=True, slots=True, eq=False)
class LiftedRule:
    """A rule whose values are in the order of ``rule.placeholders``.

    Attributes:
        rule: the rule.
        before, added, removed: its preconditions and effects.
        constants: the values known beforehand; None for all others.
        types: for each place, the types its variable may have.
        join: how to find all values.
        joins: for each precondition, how to match a fact with it, and then to find all others.
        free: the places that no precondition mentions, nor the constants.

    """

    rule: Rule
    before: tuple[Condition, ...]
    added: tuple[Condition, ...]
    removed: tuple[Condition, ...]
    constants: tuple[str | None, ...]
    types: tuple[frozenset[str], ...]
    join: tuple[JoinStep, ...]
    joins: tuple[tuple[Match, tuple[JoinStep, ...]], ...]
    free: tuple[int, ...]


class LiftedRules:
    """Rules, and what facts mean to them, given their name and the types of their arguments.

    Attributes:
        rules: the rules.
        indexes: how many indexes of facts their joins look into.
        wanting: the preconditions that facts may be, each a rule and its number there.
        filing: the indexes that facts belong in, and the position of the argument they are looked
            up by there, None for the name.

    """

    def __init__(self, rules: Iterable[Rule], kb: KnowledgeBase):
        planner = _Planner(kb)
        self.rules = tuple(map(planner.lifted, rules))
        self._indexes = tuple(planner.indexes)
        self.indexes = len(self._indexes)
        self.wanting = cache(self._wanting)
        self.filing = cache(self._filing)

    def _wanting(self, name: str, types: tuple[str, ...]) -> tuple[tuple[LiftedRule, int], ...]:
        return tuple(
            (rule, number)
            for rule in self.rules
            for number, (wanted, pick) in enumerate(rule.before)
            if _fits(name, types, wanted, pick(rule.types))
        )

    def _filing(self, name: str, types: tuple[str, ...]) -> tuple[tuple[int, int | None], ...]:
        return tuple(
            (number, position)
            for number, (wanted, fitting, position) in enumerate(self._indexes)
            if _fits(name, types, wanted, fitting)
        )


def _fits(
    name: str, types: tuple[str, ...], wanted: str, fitting: tuple[frozenset[str], ...]
) -> bool:
    return (
        name == wanted
        and len(types) == len(fitting)
        and all(type_ in one for type_, one in zip(types, fitting, strict=True))
    )


def prepared(kb: KnowledgeBase) -> LiftedRules:
    """Return the rules of ``kb`` that change something."""
    return _prepared(Same(kb))


@lru_cache(maxsize=64)
def _prepared(key: Same) -> LiftedRules:
    (kb,) = key.items
    return LiftedRules([rule for rule in kb.rules.values() if rule.added or rule.removed], kb)


def picker(places: Sequence[int]) -> Picker:
    """Return what takes the values in some places."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda values: tuple([values[place] for place in places])


def _condition(atom: Atom) -> Condition:
    name, places = atom
    return name, picker(places)


class _Planner:
    """Plans the joins of rules.

    They share their ``indexes``: the name of the facts, the types that each of their arguments may
    have, and the position of the one they are looked up by, None for the name.
    """

    def __init__(self, kb: KnowledgeBase):
        self._kb = kb
        self.indexes: dict[tuple[str, tuple[frozenset[str], ...], int | None], int] = {}

    def lifted(self, rule: Rule) -> LiftedRule:
        """Return a rule with its joins prepared."""
        before = atoms(rule.preconditions, rule.placeholders)
        constants = tuple(
            self._kb.constants[placeholder].name
            if placeholder in rule.constants and placeholder in self._kb.constants
            else None
            for placeholder in rule.placeholders
        )
        types = tuple(
            frozenset(self._kb.types.subtype_names(placeholder.type))
            for placeholder in rule.placeholders
        )
        known = frozenset(place for place, constant in enumerate(constants) if constant is not None)
        mentioned = known.union(*(places for _, places in before))
        return LiftedRule(
            rule=rule,
            before=tuple(map(_condition, before)),
            added=tuple(map(_condition, atoms(rule.added, rule.placeholders))),
            removed=tuple(map(_condition, atoms(rule.removed, rule.placeholders))),
            constants=constants,
            types=types,
            join=self._join(before, types, known, known),
            joins=tuple(
                (
                    _match(first, types, known, None),
                    self._join(
                        [atom for atom in before if atom is not first],
                        types,
                        known.union(first[1]),
                        known,
                    ),
                )
                for first in before
            ),
            free=tuple(place for place in range(len(types)) if place not in mentioned),
        )

    def _join(
        self,
        pending: Sequence[Atom],
        types: Sequence[frozenset[str]],
        known: frozenset[int],
        constants: frozenset[int],
    ) -> tuple[JoinStep, ...]:
        """Return the steps for some atoms in a good order: few unknown values as early as possible.

        Among equals, those go first that some value restricts, and best one that is no constant.
        """
        left = list(pending)
        steps = []
        while left:

            def cost(atom: Atom, known: frozenset[int] = known) -> tuple[int, bool, bool]:
                found = known.intersection(atom[1])
                return len(set(atom[1]) - known), not found, found <= constants

            atom = min(left, key=cost)
            left.remove(atom)
            steps.append(self._step(atom, types, known))
            known = known.union(atom[1])
        return tuple(steps)

    def _step(self, atom: Atom, types: Sequence[frozenset[str]], known: frozenset[int]) -> JoinStep:
        name, places = atom
        condition = _condition(atom)
        if known.issuperset(places):
            return JoinStep(condition, None, Match((), ()))
        place = next((place for place in places if place in known), None)
        position = None if place is None else places.index(place)
        number = self.indexes.setdefault((name, condition[1](types), position), len(self.indexes))
        return JoinStep(condition, (number, place), _match(atom, types, known, position))


def _match(
    atom: Atom,
    types: Sequence[frozenset[str]],
    known: frozenset[int],
    looked_up: int | None,
) -> Match:
    """Return the match of facts with ``atom`` that agree with it at one position already."""
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
