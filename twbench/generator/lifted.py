"""Rules prepared for grounding: conditions as places in a list of values, and orders of joins.

While a search runs, a fact is a tuple of strings, its name and the names of its arguments: that is
the cheapest thing to make and to compare. The work that depends on the logic alone is done once for
each logic: `prepared` remembers it.
"""

__all__ = ["Atom", "Fact", "Head", "JoinStep", "LiftedRule", "LiftedRules", "lifted", "prepared"]

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from twbench.generator.data import KnowledgeBase
from twbench.generator.patterns import Same
from twbench.logic import Placeholder, Predicate, Rule

Fact = tuple[str, ...]
"""The name of a fact, and the names of its arguments."""
Head = tuple[str, int]
"""What facts that a condition may match have in common: name and length of the tuple."""
Atom = tuple[str, tuple[int, ...]]
"""A condition: its name, and the places of its parameters among the values."""


@dataclass(frozen=True, slots=True)
class JoinStep:
    """How to find the facts that one more precondition may be, with some values known.

    Attributes:
        atom: the precondition.
        head: of the facts.
        lookup: (position in the fact, place of the value) for one value that is known, or None.
        binds: (position, place, types) for each value found here.
        checks: (position, place) for the other known values; with those found here twice.

    """

    atom: Atom
    head: Head
    lookup: tuple[int, int] | None
    binds: tuple[tuple[int, int, frozenset[str]], ...]
    checks: tuple[tuple[int, int], ...]


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
    before: tuple[Atom, ...]
    added: tuple[Atom, ...]
    removed: tuple[Atom, ...]
    constants: tuple[str | None, ...]
    types: tuple[frozenset[str], ...]
    join: tuple[JoinStep, ...]
    joins: tuple[tuple[JoinStep, ...], ...]
    free: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LiftedRules:
    """The rules of a logic that change something, and which of their preconditions a head fits."""

    rules: tuple[LiftedRule, ...]
    wanting: dict[Head, tuple[tuple[LiftedRule, int], ...]]


def prepared(kb: KnowledgeBase) -> LiftedRules:
    """Return the rules of ``kb``, prepared."""
    return _prepared(Same(kb))


@lru_cache(maxsize=64)
def _prepared(key: Same) -> LiftedRules:
    (kb,) = key.items
    rules = tuple(lifted(rule, kb) for rule in kb.rules.values() if rule.added or rule.removed)
    wanting: dict[Head, list[tuple[LiftedRule, int]]] = {}
    for rule in rules:
        for place, (name, places) in enumerate(rule.before):
            wanting.setdefault((name, len(places) + 1), []).append((rule, place))
    return LiftedRules(rules, {head: tuple(found) for head, found in wanting.items()})


def lifted(rule: Rule, kb: KnowledgeBase) -> LiftedRule:
    """Return a rule with its joins prepared."""
    places = {placeholder: place for place, placeholder in enumerate(rule.placeholders)}
    before = tuple(_atom(predicate, places) for predicate in rule.preconditions)
    constants = tuple(
        kb.constants[placeholder].name
        if placeholder in rule.constants and placeholder in kb.constants
        else None
        for placeholder in rule.placeholders
    )
    types = tuple(
        frozenset(kb.types.subtype_names(placeholder.type)) for placeholder in rule.placeholders
    )
    known = frozenset(place for place, constant in enumerate(constants) if constant is not None)
    mentioned = known.union(*(at for _, at in before))
    return LiftedRule(
        rule=rule,
        before=before,
        added=tuple(_atom(predicate, places) for predicate in rule.added),
        removed=tuple(_atom(predicate, places) for predicate in rule.removed),
        constants=constants,
        types=types,
        join=_join(before, types, known, known),
        joins=tuple(
            (
                _step(first, types, known),
                *_join(
                    [atom for atom in before if atom is not first],
                    types,
                    known.union(first[1]),
                    known,
                ),
            )
            for first in before
        ),
        free=tuple(place for place in range(len(places)) if place not in mentioned),
    )


def _atom(predicate: Predicate, places: dict[Placeholder, int]) -> Atom:
    return predicate.name, tuple([places[parameter] for parameter in predicate.parameters])


def _join(
    atoms: Sequence[Atom],
    types: Sequence[frozenset[str]],
    known: frozenset[int],
    constants: frozenset[int],
) -> tuple[JoinStep, ...]:
    """Return the steps for ``atoms`` in a good order: as few unknown values as possible first.

    Among equals, those go first that some value restricts, and best one that is no constant.
    """
    pending = list(atoms)
    steps = []
    while pending:

        def cost(atom: Atom, known: frozenset[int] = known) -> tuple[int, bool, bool]:
            found = known.intersection(atom[1])
            return len(set(atom[1]) - known), not found, found <= constants

        atom = min(pending, key=cost)
        pending.remove(atom)
        steps.append(_step(atom, types, known))
        known = known.union(atom[1])
    return tuple(steps)


def _step(atom: Atom, types: Sequence[frozenset[str]], known: frozenset[int]) -> JoinStep:
    name, places = atom
    lookup: tuple[int, int] | None = None
    binds: dict[int, tuple[int, int, frozenset[str]]] = {}
    checks = []
    for position, place in enumerate(places, 1):
        if place not in known and place not in binds:
            binds[place] = (position, place, types[place])
        elif place in known and lookup is None:
            lookup = (position, place)
        else:
            checks.append((position, place))
    return JoinStep(atom, (name, len(places) + 1), lookup, tuple(binds.values()), tuple(checks))
