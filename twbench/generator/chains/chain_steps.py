"""The actions that fit at one end of a chain, with the facts they would need to be new.

Conditions are what has to hold at the end in question: preconditions of an action that comes next,
postconditions of one that came before. Those that mention a new variable are new facts; all others
have to be facts already, which is a query that the state answers.
"""

__all__ = [
    "Constraints",
    "Limits",
    "Step",
    "achieving_steps",
    "creatable_types",
    "free_steps",
]

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from twbench.generator.chains.rule_book import Achiever, RuleVariant
from twbench.generator.knowledge.patterns import Pattern, Same, singletons
from twbench.generator.knowledge.rule_index import RuleIndex
from twbench.logic import (
    Action,
    GameLogic,
    Placeholder,
    Predicate,
    Proposition,
    Rule,
    Signature,
    State,
    Variable,
)
from twbench.logic.hierarchy import is_constant
from twbench.logic.query import Values


class Limits(Protocol):
    """What of `ChainingOptions` says which variables and actions are allowed."""

    create_variables: bool

    @property
    def logic(self) -> GameLogic:
        """The rules."""

    @property
    def any_fact_may_be_new(self) -> bool:
        """Whether `check_action` may allow new facts that mention no new variable."""

    @property
    def fixed_mapping(self) -> Mapping[Placeholder, Variable]:
        """The singletons."""

    def check_action(self, state: State, action: Action) -> bool:
        """Return whether an action is allowed."""

    def check_new_variable(self, state: State, type: str, count: int) -> bool:  # noqa: A002
        """Return whether a new variable is allowed."""


@dataclass(slots=True, eq=False)
class Step:
    """An action that fits, and what has to be added to the state before it does."""

    action: Action
    new_facts: tuple[Proposition, ...]


def creatable_types(state: State, limits: Limits) -> frozenset[str]:
    """Return the types that a new variable may have in ``state``."""
    if not limits.create_variables:
        return frozenset()
    counts = Counter(variable.type for variable in state.variables)
    return frozenset(
        type_.name
        for type_ in limits.logic.types
        if not is_constant(type_.name)
        and limits.check_new_variable(state, type_.name, counts[type_.name] + 1)
    )


def free_steps(variant: RuleVariant, state: State, limits: Limits) -> list[Step]:
    """Return the steps a rule variant allows in ``state``."""
    return _steps(variant, variant.pattern, list(variant.pattern.known), state, limits)


def achieving_steps(
    achiever: Achiever, fact: Proposition, state: State, limits: Limits
) -> list[Step]:
    """Return the steps an achiever allows in ``state`` with ``fact``, which holds, as condition."""
    pattern = achiever.pattern
    values = pattern.values(fact, state)
    return [] if values is None else _steps(achiever.variant, pattern, values, state, limits)


def _steps(
    variant: RuleVariant, pattern: Pattern, values: Values, state: State, limits: Limits
) -> list[Step]:
    solutions = state.solutions(pattern.open, values)
    # The steps are alternatives, so all may have the same new variables.
    created = _new_variables(variant, state, limits) if solutions else None
    if created is None:
        return []
    steps = []
    for solution in solutions:
        complete = list(solution)
        for (place, _), variable in zip(variant.new, created, strict=True):
            complete[place] = variable
        action = variant.rule.apply_to(complete)
        conditions = action.postconditions if variant.backward else action.preconditions
        facts = tuple([conditions[number] for number in variant.created])
        # Facts about new variables are new, and that is all that the default check asks for.
        if not limits.any_fact_may_be_new or (
            not any(map(state.is_fact, facts)) and limits.check_action(state, action)
        ):
            steps.append(Step(action, facts))
    return steps


def _new_variables(variant: RuleVariant, state: State, limits: Limits) -> list[Variable] | None:
    """Return variables for the new places of a variant, or None if one is not allowed."""
    counts: dict[str, int] = {}
    created: list[Variable] = []
    for _, kind in variant.new:
        if kind not in counts:
            counts[kind] = len(state.variables_of_type(kind))
        counts[kind] += 1
        if not limits.check_new_variable(state, kind, counts[kind]):
            return None
        created.append(Variable(_name(kind, counts[kind] - 1, state, created), kind))
    return created


def _name(kind: str, number: int, state: State, created: Iterable[Variable]) -> str:
    """Return the first id of a type from ``number`` on that no variable has."""
    taken = {variable.name for variable in created}
    while state.has_name(name := f"{kind}_{number}") or name in taken:
        number += 1
    return name


class Constraints:
    """Constraints, by the facts that take part in them; `Constraints.of` shares them."""

    def __init__(self, logic: GameLogic):
        self._index = RuleIndex(
            logic,
            [
                entry
                for constraint in logic.constraints.values()
                for entry in _patterns(constraint, logic)
            ],
        )

    @classmethod
    def of(cls, logic: GameLogic) -> "Constraints":
        """Return the constraints of a logic."""
        return _constraints(Same(logic))

    def fail(self, state: State, facts: Iterable[Proposition]) -> bool:
        """Return whether a constraint fails in ``state`` in which one of ``facts`` takes part."""
        # Constraints that none of these facts takes part in cannot have begun to fail.
        for fact in facts:
            if not state.is_fact(fact):
                continue
            for pattern in self._index.of(fact.signature):
                values = pattern.values(fact, state)
                if values is not None and state.solutions(pattern.open, values):
                    return True
        return False


def _patterns(constraint: Rule, logic: GameLogic) -> Iterator[tuple[Signature, Pattern]]:
    """Yield for each condition of a constraint the pattern of the others, given a fact for it.

    Conditions that differ only in the names of placeholders give the same pattern, which is yielded
    once: so it is with the two rooms of "nothing is in two rooms".
    """
    known = singletons(constraint.placeholders, constraint.constants, {})
    shapes: set[tuple[object, ...]] = set()
    for condition in constraint.preconditions:
        shape = _shape(condition, constraint.preconditions)
        if shape not in shapes:
            shapes.add(shape)
            conditions, placeholders = constraint.preconditions, constraint.placeholders
            pattern = Pattern.of(conditions, condition, placeholders, known, logic)
            yield condition.signature, pattern


def _shape(first: Predicate, conditions: Iterable[Predicate]) -> tuple[object, ...]:
    """Return what conditions say if one looks at ``first`` first, whatever the placeholders."""
    numbers: dict[Placeholder, int] = {}
    # The others keep their order, so two shapes may differ and mean the same: that costs a second
    # look at the same facts, and no more.
    return tuple(
        [
            (
                condition.signature,
                *[numbers.setdefault(p, len(numbers)) for p in condition.parameters],
            )
            for condition in (first, *[other for other in conditions if other is not first])
        ]
    )


@lru_cache(maxsize=32)
def _constraints(logic: Same) -> Constraints:
    return Constraints(*logic.items)
