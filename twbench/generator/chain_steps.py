"""The actions that fit at one end of a chain, with the facts they would need to be new.

Conditions are what has to hold at the end in question: preconditions of an action that comes next,
postconditions of one that came before. A form of a rule says which of its placeholders stand for
new variables. The conditions that mention one of those are new facts; all others have to be facts
already, which is a query that the state answers.
"""

__all__ = [
    "Constraints",
    "Form",
    "Hook",
    "Limits",
    "RuleBook",
    "Step",
    "anchored_steps",
    "free_steps",
]

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Protocol, cast

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

Mapping_ = Mapping[Placeholder, Variable]


class Limits(Protocol):
    """What of `ChainingOptions` says which variables and actions are allowed."""

    create_variables: bool

    @property
    def logic(self) -> GameLogic:
        """The rules."""

    @property
    def fixed_mapping(self) -> Mapping_:
        """The singletons."""

    def check_action(self, state: State, action: Action) -> bool:
        """Return whether an action is allowed."""

    def check_new_variable(self, state: State, type: str, count: int) -> bool:  # noqa: A002
        """Return whether a new variable is allowed."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action that fits, and what has to be added to the state before it does."""

    action: Action
    new_facts: tuple[Proposition, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A rule with some placeholders for new variables.

    Attributes:
        rule: the rule.
        query: has the conditions without new variables as its preconditions.
        created: the other conditions.
        new: the placeholders for new variables.
        free: placeholders that occur with new ones alone; existing variables.

    """

    rule: Rule
    query: Rule
    created: tuple[Predicate, ...]
    new: tuple[Placeholder, ...]
    free: tuple[Placeholder, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Hook:
    """A form of a rule, and which of its conditions a fact is to be.

    ``settled`` are the other ones that mention nothing else, but for singletons: they tell at once
    whether the form fits.
    """

    form: Form
    condition: Predicate
    settled: tuple[Predicate, ...]

    @classmethod
    def of(cls, form: Form, condition: Predicate) -> "Hook":
        """Return the hook at a condition of a form."""
        return cls(form, condition, _settled_by(condition, form.query))


def _settled_by(condition: Predicate, query: Rule) -> tuple[Predicate, ...]:
    """Return the other conditions of a query that mention nothing else, but for singletons."""
    bound = {*condition.parameters, *query.constants}
    return tuple(
        other
        for other in query.preconditions
        if other is not condition and bound.issuperset(other.parameters)
    )


def _are_facts(conditions: Iterable[Predicate], mapping: Mapping_, state: State) -> bool:
    """Return whether the conditions that a mapping settles are facts."""
    for condition in conditions:
        known = all(map(mapping.__contains__, condition.parameters))
        if known and not state.is_fact(condition.instantiate(mapping)):
            return False
    return True


def _forms(rule: Rule, backward: bool, creatable: frozenset[str], loose: bool) -> tuple[Form, ...]:
    """Return the forms of a rule, the one without new variables first.

    In ``loose`` ones conditions may be new facts that mention no new variable.
    """
    conditions = rule.postconditions if backward else rule.preconditions
    inside = {placeholder for condition in conditions for placeholder in condition.parameters}
    candidates = [p for p in rule.placeholders if p in inside and p.type in creatable]
    forms = []
    for count in range(len(candidates) + 1):
        for new in combinations(candidates, count):
            forced = [c for c in conditions if not set(new).isdisjoint(c.parameters)]
            others = [c for c in conditions if c not in forced]
            for extra in _subsets(others) if loose else [()]:
                kept = [condition for condition in others if condition not in extra]
                forms.append(_form(rule, kept, (*forced, *extra), new))
    return tuple(forms)


def _subsets(items: Sequence[Predicate]) -> Iterator[tuple[Predicate, ...]]:
    for count in range(len(items) + 1):
        yield from combinations(items, count)


def _form(
    rule: Rule,
    kept: Sequence[Predicate],
    created: tuple[Predicate, ...],
    new: tuple[Placeholder, ...],
) -> Form:
    bound = {placeholder for condition in kept for placeholder in condition.parameters}
    free = tuple(p for p in rule.placeholders if p not in bound and p not in new)
    effect = (Predicate("free", free),) if free else ()
    return Form(rule, Rule(rule.name, kept, effect), created, new, free)


def free_steps(form: Form, state: State, limits: Limits) -> Iterator[Step]:
    """Yield the steps a form allows in ``state``."""
    return _steps(form, state, limits, limits.fixed_mapping)


def anchored_steps(hook: Hook, fact: Proposition, state: State, limits: Limits) -> Iterator[Step]:
    """Yield the steps a form allows in ``state`` with ``fact`` as one of its conditions."""
    mapping = dict(limits.fixed_mapping)
    for placeholder, variable in zip(hook.condition.parameters, fact.arguments, strict=True):
        if mapping.setdefault(placeholder, variable) != variable:
            return
    if _are_facts(hook.settled, mapping, state):
        yield from _steps(hook.form, state, limits, mapping)


def _steps(form: Form, state: State, limits: Limits, mapping: Mapping_) -> Iterator[Step]:
    created = _new_variables(form, state, limits)
    if created is None:
        return
    for found in state.all_assignments(form.query, mapping):
        # None would stand for variables yet to be found, which only partial assignments have.
        values = {**mapping, **cast(Mapping_, found), **created}
        action = form.rule.instantiate(values)
        facts = tuple(
            fact
            for condition in form.created
            if not state.is_fact(fact := condition.instantiate(values))
        )
        if len(facts) == len(form.created) and limits.check_action(state, action):
            yield Step(action, facts)


def _new_variables(form: Form, state: State, limits: Limits) -> dict[Placeholder, Variable] | None:
    """Return variables for the new placeholders of a form, or None if one is not allowed."""
    counts: dict[str, int] = {}
    created: dict[Placeholder, Variable] = {}
    for placeholder in form.new:
        kind = placeholder.type
        if kind not in counts:
            counts[kind] = len(state.variables_of_type(kind))
        counts[kind] += 1
        if not limits.check_new_variable(state, kind, counts[kind]):
            return None
        created[placeholder] = Variable(_name(kind, counts[kind] - 1, state, created), kind)
    return created


def _name(kind: str, number: int, state: State, created: Mapping[Placeholder, Variable]) -> str:
    """Return the first id of a type from ``number`` on that no variable has."""
    taken = {variable.name for variable in (*state.variables, *created.values())}
    while f"{kind}_{number}" in taken:
        number += 1
    return f"{kind}_{number}"


_Watch = tuple[Rule, Predicate, tuple[Predicate, ...]]
"""A constraint, one of its conditions, and those that are settled when a fact is given for it."""


class Constraints:
    """Constraints, by the facts that take part in them; `Constraints.of` shares them."""

    def __init__(self, logic: GameLogic):
        self._accepts = logic.accepts
        self._by_name: dict[str, list[_Watch]] = {}
        self._by_signature: dict[Signature, list[_Watch]] = {}
        for constraint in logic.constraints.values():
            for condition in constraint.preconditions:
                self._by_name.setdefault(condition.name, []).append(
                    (constraint, condition, _settled_by(condition, constraint))
                )

    @classmethod
    def of(cls, logic: GameLogic) -> "Constraints":
        """Return the constraints of a logic."""
        return _constraints(Same(logic))

    def fail(self, state: State, facts: Iterable[Proposition]) -> bool:
        """Return whether a constraint fails in ``state`` in which one of ``facts`` takes part."""
        for fact in facts:
            for constraint, condition, settled in self._about(fact.signature):
                mapping = dict(zip(condition.parameters, fact.arguments, strict=True))
                if not _are_facts(settled, mapping, state):
                    continue
                if next(state.all_assignments(constraint, mapping), None) is not None:
                    return True
        return False

    def _about(self, signature: Signature) -> list[_Watch]:
        found = self._by_signature.get(signature)
        if found is None:
            found = [
                watch
                for watch in self._by_name.get(signature.name, ())
                if self._accepts(watch[1].signature, signature)
            ]
            self._by_signature[signature] = found
        return found


class RuleBook:
    """The forms of rules, and what they need; `RuleBook.of` shares them.

    ``creatable`` has the types of new variables; ``loose`` forms may need other new facts too.
    """

    def __init__(
        self,
        logic: GameLogic,
        rules: Sequence[Rule],
        backward: bool,
        creatable: frozenset[str],
        loose: bool,
    ):
        self.forms = tuple(
            form for rule in rules for form in _forms(rule, backward, creatable, loose)
        )
        self._accepts = logic.accepts
        self._by_signature: dict[Signature, tuple[Hook, ...]] = {}
        self._by_name: dict[str, list[Hook]] = {}
        for form in self.forms:
            hooks = form.rule.added if backward else form.rule.preconditions
            for condition in form.query.preconditions:
                if condition in hooks:
                    self._by_name.setdefault(condition.name, []).append(Hook.of(form, condition))

    @classmethod
    def of(
        cls,
        logic: GameLogic,
        rules: Iterable[Rule],
        backward: bool,
        creatable: frozenset[str],
        loose: bool,
    ) -> "RuleBook":
        """Return the book of some rules."""
        return _rule_book(Same(logic, *rules), backward, creatable, loose)

    def hooks(self, fact: Proposition) -> Sequence[Hook]:
        """Return what a fact may be to a rule, types considered."""
        found = self._by_signature.get(fact.signature)
        if found is None:
            found = tuple(
                hook
                for hook in self._by_name.get(fact.name, ())
                if self._accepts(hook.condition.signature, fact.signature)
            )
            self._by_signature[fact.signature] = found
        return found


class Same:
    """Objects as a key: equal to a key of the very same objects."""

    __slots__ = ("items",)

    def __init__(self, *items: Any):
        self.items = items

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.items)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Same) or len(self.items) != len(other.items):
            return NotImplemented
        return all(map(operator.is_, self.items, other.items))


@lru_cache(maxsize=32)
def _constraints(logic: Same) -> Constraints:
    return Constraints(*logic.items)


@lru_cache(maxsize=256)
def _rule_book(
    logic_and_rules: Same, backward: bool, creatable: frozenset[str], loose: bool
) -> RuleBook:
    logic, *rules = logic_and_rules.items
    return RuleBook(logic, rules, backward, creatable, loose)
