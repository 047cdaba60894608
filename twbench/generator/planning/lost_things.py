"""Facts that can never come true again, told by a glance at one of their things.

A thing is looked at alone: which facts it is in (their names, and its place among the arguments),
and which rules lead from these to others, whatever else the rules need. A fact that cannot come
about so cannot come about in the game either. Food that was eaten, for example, is ``eaten`` for
ever: no rule that needs such a thing makes anything else of it.

A search would find the same, but only after looking at all that is possible with all other things.
"""

__all__ = ["is_lost"]

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from twbench.generator.data import KnowledgeBase
from twbench.logic import Placeholder, Predicate, Proposition, State

_Role = tuple[str, int]
"""The name of a fact, and the place of a thing in it."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What a rule needs to be true of one of its things, and what it makes true of it."""

    kinds: frozenset[str]
    needed: frozenset[_Role]
    added: frozenset[_Role]


def is_lost(conditions: Iterable[Proposition], state: State, kb: KnowledgeBase) -> bool:
    """Return whether some of the facts ``conditions`` can be seen never to come true."""
    conditions = tuple(conditions)
    held: dict[str, set[_Role]] = {name: set() for fact in conditions for name in fact.names}
    for fact in state.facts:
        for place, name in enumerate(fact.names):
            if name in held:
                held[name].add((fact.name, place))
    constants = set(kb.constants.values())
    return any(
        (fact.name, place) not in _possible(kb, thing.type, frozenset(held[thing.name]))
        for fact in conditions
        for place, thing in enumerate(fact.arguments)
        if thing not in constants
    )


@lru_cache(maxsize=4096)
def _possible(kb: KnowledgeBase, kind: str, held: frozenset[_Role]) -> frozenset[_Role]:
    """Return the roles that a thing may ever have, which has those it ``held`` now."""
    changes = [change for change in _changes(kb) if kind in change.kinds]
    found = set(held)
    grown = True
    while grown:
        before = len(found)
        for change in changes:
            if change.needed <= found:
                found |= change.added
        grown = len(found) > before
    return frozenset(found)


@lru_cache(maxsize=64)
def _changes(kb: KnowledgeBase) -> tuple[_Change, ...]:
    return tuple(
        _Change(
            kb.logic.types.subtype_names(placeholder.type),
            _roles(placeholder, rule.preconditions),
            _roles(placeholder, rule.added),
        )
        for rule in kb.rules.values()
        for placeholder in rule.placeholders
        if placeholder not in kb.constants
    )


def _roles(placeholder: Placeholder, predicates: Iterable[Predicate]) -> frozenset[_Role]:
    return frozenset(
        (predicate.name, place)
        for predicate in predicates
        for place, parameter in enumerate(predicate.parameters)
        if parameter == placeholder
    )
