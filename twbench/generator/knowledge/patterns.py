"""Patterns: conditions of rules, prepared for being looked up in many states.

Variables are told by their places among the placeholders of the rule. When a fact is given for one
of the predicates of the rule, the conditions that mention nothing else tell at once whether it
fits; only if they do, the others are looked up.
"""

__all__ = ["Atom", "Pattern", "Same", "atoms", "fact_of", "singletons"]

import operator
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from twbench.logic import GameLogic, Placeholder, Predicate, Proposition, State, Variable
from twbench.logic.query import Query, Values

Atom = tuple[str, tuple[int, ...]]
"""A condition: its name, and the places of its parameters."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Conditions about the placeholders of a rule, and maybe a predicate that a fact is given for.

    Attributes:
        known: the variable in each place that is settled beforehand, a singleton; None elsewhere.
        given: each parameter of the predicate a fact is given for, by its number, and its place.
        apart: pairs of places that are known with the fact given, and could be the same variable by
            their types, which different placeholders never are.
        settled: names and places of the other conditions that mention nothing else, but for
            singletons: they tell at once whether the fact fits.
        open: all conditions that are left.

    """

    known: tuple[Variable | None, ...]
    given: tuple[tuple[int, int], ...]
    apart: tuple[tuple[int, int], ...]
    settled: tuple[Atom, ...]
    open: Query

    @classmethod
    def of(
        cls,
        conditions: Sequence[Predicate],
        given: Predicate | None,
        placeholders: Sequence[Placeholder],
        known: Sequence[Variable | None],
        logic: GameLogic,
        new: Collection[int] = (),
    ) -> "Pattern":
        """Return the pattern of some conditions, except that one which is ``given`` itself.

        The places of ``new`` variables stay unknown.
        """
        places = {placeholder: place for place, placeholder in enumerate(placeholders)}
        given_places = () if given is None else _places(given, places)
        bound = {*given_places, *(place for place, value in enumerate(known) if value is not None)}
        settled: list[Atom] = []
        unsettled: list[Predicate] = []
        for other in conditions:
            if other is not given:
                at = _places(other, places)
                if given is not None and bound.issuperset(at):
                    settled.append((other.name, at))
                else:
                    unsettled.append(other)
        positions = tuple([_places(other, places) for other in unsettled])
        mentioned = bound.union(*positions)
        query = Query(
            tuple([logic.matching_signatures(other.signature) for other in unsettled]),
            positions,
            tuple([place in bound for place in range(len(placeholders))]),
            tuple(
                (place, placeholder.type)
                for place, placeholder in enumerate(placeholders)
                if place not in mentioned and place not in new
            ),
        )
        kinds = [logic.types.subtype_names(placeholder.type) for placeholder in placeholders]
        apart = tuple(
            (place, other)
            for place, other in combinations(sorted(bound), 2)
            if not {place, other}.isdisjoint(given_places) and kinds[place] & kinds[other]
        )
        return cls(tuple(known), tuple(enumerate(given_places)), apart, tuple(settled), query)

    def values(self, fact: Proposition, state: State) -> Values | None:
        """Return the values known with ``fact`` given; None if it does not fit ``state``."""
        values = list(self.known)
        arguments = fact.arguments
        for number, place in self.given:
            value = values[place]
            if value is None:
                values[place] = arguments[number]
            elif value is not arguments[number]:
                return None
        for place, other in self.apart:
            if values[place] is values[other]:
                return None
        for name, places in self.settled:
            # Every value is known that a settled condition mentions.
            settled: Any = tuple([values[place] for place in places])
            if not state.is_fact(Proposition(name, settled)):
                return None
        return values


def _places(predicate: Predicate, places: Mapping[Placeholder, int]) -> tuple[int, ...]:
    return tuple([places[parameter] for parameter in predicate.parameters])


def atoms(predicates: Iterable[Predicate], placeholders: Sequence[Placeholder]) -> tuple[Atom, ...]:
    """Return conditions with the places of their parameters among ``placeholders``."""
    places = {placeholder: place for place, placeholder in enumerate(placeholders)}
    return tuple([(predicate.name, _places(predicate, places)) for predicate in predicates])


def fact_of(atom: Atom, variables: Sequence[Variable]) -> Proposition:
    """Return a condition as a fact, given the variable in each place."""
    name, places = atom
    return Proposition(name, tuple([variables[place] for place in places]))


def singletons(
    placeholders: Iterable[Placeholder],
    constants: Iterable[Placeholder],
    fixed: Mapping[Placeholder, Variable],
) -> list[Variable | None]:
    """Return the singletons that placeholders stand for; None for each other one."""
    known: list[Variable | None] = []
    for placeholder in placeholders:
        variable = fixed.get(placeholder)
        if variable is None and placeholder not in constants:
            known.append(None)
        else:
            named = variable or placeholder
            known.append(Variable(named.name, named.type))
    return known


class Same:
    """Objects as a key: equal to a key of the very same objects."""

    __slots__ = ("items",)

    def __init__(self, *items: Any):
        self.items = items

    def __hash__(self) -> int:
        # The key holds the objects: while it is in a cache, nothing else gets their ids.
        return hash(tuple(map(id, self.items)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Same) or len(self.items) != len(other.items):
            return NotImplemented
        return all(map(operator.is_, self.items, other.items))
