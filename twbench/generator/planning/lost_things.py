"""Facts that can never come true again, told by a glance at one of their things.

What a rule says of a thing, it says under the condition of what it needs of that thing. So each
thing has its own small world: the names of the facts that it is in, and its place there, and how
rules lead from one to another, whatever else they need. What cannot come about there cannot come
about in the game. The food that was eaten is only ever ``eaten``: no rule leads back.

A search comes to the same end, after it has looked at all that is possible with all other things.
"""

__all__ = ["is_lost"]

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.patterns import Same
from twbench.logic import Placeholder, Predicate, Proposition, State

_Role = tuple[str, int]
"""The name of a fact, and the place of a thing in it."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What a rule needs of a thing that takes part in it, and what it adds about it."""

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
    key = Same(kb)
    return any(
        (fact.name, place) not in _possible(key, thing.type, frozenset(held[thing.name]))
        for fact in conditions
        for place, thing in enumerate(fact.arguments)
        if thing not in constants
    )


@lru_cache(maxsize=4096)
def _possible(key: Same, kind: str, held: frozenset[_Role]) -> frozenset[_Role]:
    """Return the roles that a thing may ever have, which has those it ``held`` now."""
    changes = [change for change in _changes(key) if kind in change.kinds]
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
def _changes(key: Same) -> tuple[_Change, ...]:
    (kb,) = key.items
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
