"""The actions that fit at one end of a chain, with the facts they would need to be new.

Conditions are what has to hold at the end in question: preconditions of an action that comes next,
postconditions of one that came before. A form of a rule says which of its placeholders stand for
new variables. The conditions that mention one of those are new facts; all others have to be facts
already, which is a query that the state answers.

A search tries thousands of forms with facts that do not fit, so all that depends on the rules alone
is prepared: variables are told by their places among the placeholders of the rule, and the
conditions that tell at once whether a form fits are known beforehand.
"""

__all__ = [
    "Constraints",
    "Form",
    "Hook",
    "Hooks",
    "Limits",
    "RuleBook",
    "Step",
    "anchored_steps",
    "free_steps",
]

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Protocol

from twbench.generator.patterns import Pattern, Same, singletons
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
from twbench.logic.query import Values

Mapping_ = Mapping[Placeholder, Variable]


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
    def fixed_mapping(self) -> Mapping_:
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


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A rule with some placeholders for new variables.

    Attributes:
        rule: the rule.
        kept: the conditions without new variables.
        created: the numbers of the other conditions.
        new: the places of new variables, with their types.
        backward: whether the conditions are the postconditions.
        pattern: what has to be facts.

    """

    rule: Rule
    kept: tuple[Predicate, ...]
    created: tuple[int, ...]
    new: tuple[tuple[int, str], ...]
    backward: bool
    pattern: Pattern


@dataclass(frozen=True, slots=True, eq=False)
class Hook:
    """A form of a rule, and which of its conditions a fact is to be.

    Attributes:
        form: the form.
        condition: the condition.
        pattern: what else has to be facts.
        lasting: the signatures of all facts that the steps depend on, besides the given one; None
            if they depend on more, as they do with new variables.
        unchanging: what of the pattern no action changes.
        unchanging_signatures: the signatures of the facts that is about.

    """

    form: Form
    condition: Predicate
    pattern: Pattern
    lasting: tuple[Signature, ...] | None
    unchanging: Pattern
    unchanging_signatures: tuple[Signature, ...]

    def may_fit(self, fact: Proposition, state: State) -> bool:
        """Return whether ``state`` has the facts that no action changes, with ``fact`` given."""
        values = self.unchanging.values(fact, state)
        query = self.unchanging.open
        return values is not None and (not query.matching or bool(state.solutions(query, values)))


@dataclass(frozen=True, slots=True, eq=False)
class Hooks:
    """What a fact may be to some rules, and the signatures of all that tells which may fit."""

    all: tuple[Hook, ...]
    unchanging_signatures: tuple[Signature, ...]


def free_steps(form: Form, state: State, limits: Limits) -> list[Step]:
    """Return the steps a form allows in ``state``."""
    return _steps(form, form.pattern, list(form.pattern.known), state, limits)


def anchored_steps(hook: Hook, fact: Proposition, state: State, limits: Limits) -> list[Step]:
    """Return the steps a form allows in ``state`` with ``fact``, which holds, as a condition."""
    values = hook.pattern.values(fact, state)
    return [] if values is None else _steps(hook.form, hook.pattern, values, state, limits)


def _steps(
    form: Form, pattern: Pattern, values: Values, state: State, limits: Limits
) -> list[Step]:
    solutions = state.solutions(pattern.open, values)
    created = _new_variables(form, state, limits) if solutions else None
    if created is None:
        return []
    steps = []
    for solution in solutions:
        complete = list(solution)
        for (place, _), variable in zip(form.new, created, strict=True):
            complete[place] = variable
        action = form.rule.apply_to(complete)
        conditions = action.postconditions if form.backward else action.preconditions
        facts = tuple([conditions[number] for number in form.created])
        # Facts about new variables are new, and that is all that the default check asks for.
        if not limits.any_fact_may_be_new or (
            not any(map(state.is_fact, facts)) and limits.check_action(state, action)
        ):
            steps.append(Step(action, facts))
    return steps


def _new_variables(form: Form, state: State, limits: Limits) -> list[Variable] | None:
    """Return variables for the new places of a form, or None if one is not allowed."""
    counts: dict[str, int] = {}
    created: list[Variable] = []
    for _, kind in form.new:
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
        self._accepts = logic.accepts
        self._by_name: dict[str, list[tuple[Predicate, Pattern]]] = {}
        self._by_signature: dict[Signature, list[Pattern]] = {}
        for constraint in logic.constraints.values():
            placeholders = constraint.placeholders
            known = singletons(placeholders, constraint.constants, {})
            shapes: set[tuple[object, ...]] = set()
            for condition in constraint.preconditions:
                shape = _shape(condition, constraint.preconditions)
                if shape in shapes:
                    continue
                shapes.add(shape)
                pattern = Pattern.of(
                    constraint.preconditions, condition, placeholders, known, logic
                )
                self._by_name.setdefault(condition.name, []).append((condition, pattern))

    @classmethod
    def of(cls, logic: GameLogic) -> "Constraints":
        """Return the constraints of a logic."""
        return _constraints(Same(logic))

    def fail(self, state: State, facts: Iterable[Proposition]) -> bool:
        """Return whether a constraint fails in ``state`` in which one of ``facts`` takes part."""
        for fact in facts:
            if not state.is_fact(fact):
                continue
            for pattern in self._about(fact.signature):
                values = pattern.values(fact, state)
                if values is not None and state.solutions(pattern.open, values):
                    return True
        return False

    def _about(self, signature: Signature) -> list[Pattern]:
        found = self._by_signature.get(signature)
        if found is None:
            found = [
                pattern
                for condition, pattern in self._by_name.get(signature.name, ())
                if self._accepts(condition.signature, signature)
            ]
            self._by_signature[signature] = found
        return found


def _shape(first: Predicate, conditions: Iterable[Predicate]) -> tuple[object, ...]:
    """Return what conditions say if one looks at ``first`` first, whatever the placeholders."""
    numbers: dict[Placeholder, int] = {}
    return tuple(
        [
            (
                condition.signature,
                *[numbers.setdefault(p, len(numbers)) for p in condition.parameters],
            )
            for condition in (first, *[other for other in conditions if other is not first])
        ]
    )


class RuleBook:
    """The forms of rules, and what they need; `RuleBook.of` shares them.

    ``creatable`` has the types of new variables; ``loose`` forms may need other new facts too;
    ``fixed`` has the singletons. ``unchanging`` has the signatures of the facts that tell which
    hooks may fit.
    """

    def __init__(
        self,
        logic: GameLogic,
        rules: Sequence[Rule],
        backward: bool,
        creatable: frozenset[str],
        loose: bool,
        fixed: Mapping_,
    ):
        self._logic = logic
        self._backward = backward
        self._fixed = fixed
        self._changing = {
            signature
            for rule in rules
            for effect in (*rule.added, *rule.removed)
            for signature in logic.matching_signatures(effect.signature)
        }
        self.forms = tuple(form for rule in rules for form in self._forms(rule, creatable, loose))
        self._by_signature: dict[Signature, Hooks] = {}
        self._by_name: dict[str, list[Hook]] = {}
        for form in self.forms:
            hooks = form.rule.added if backward else form.rule.preconditions
            for condition in form.kept:
                if condition in hooks:
                    self._by_name.setdefault(condition.name, []).append(self._hook(form, condition))
        every = [hook for hooks in self._by_name.values() for hook in hooks]
        self.unchanging = tuple(
            dict.fromkeys(name for hook in every for name in hook.unchanging_signatures)
        )

    @classmethod
    def of(
        cls,
        logic: GameLogic,
        rules: Iterable[Rule],
        backward: bool,
        creatable: frozenset[str],
        loose: bool,
        fixed: Mapping_,
    ) -> "RuleBook":
        """Return the book of some rules."""
        return _rule_book(Same(logic, *rules), backward, creatable, loose, tuple(fixed.items()))

    def hooks(self, fact: Proposition) -> Hooks:
        """Return what a fact may be to a rule, types considered."""
        found = self._by_signature.get(fact.signature)
        if found is None:
            hooks = [
                hook
                for hook in self._by_name.get(fact.name, ())
                if self._logic.accepts(hook.condition.signature, fact.signature)
            ]
            signatures = [name for hook in hooks for name in hook.unchanging_signatures]
            found = Hooks(tuple(hooks), tuple(dict.fromkeys(signatures)))
            self._by_signature[fact.signature] = found
        return found

    def _forms(self, rule: Rule, creatable: frozenset[str], loose: bool) -> Iterator[Form]:
        """Yield the forms of a rule, the one without new variables first.

        In ``loose`` ones conditions may be new facts that mention no new variable.
        """
        conditions = rule.postconditions if self._backward else rule.preconditions
        inside = {placeholder for condition in conditions for placeholder in condition.parameters}
        candidates = [p for p in rule.placeholders if p in inside and p.type in creatable]
        for count in range(len(candidates) + 1):
            for new in combinations(candidates, count):
                forced = [c for c in conditions if not set(new).isdisjoint(c.parameters)]
                others = [c for c in conditions if c not in forced]
                for extra in _subsets(others) if loose else [()]:
                    yield self._form(rule, (*forced, *extra), new)

    def _form(self, rule: Rule, created: Sequence[Predicate], new: Sequence[Placeholder]) -> Form:
        conditions = rule.postconditions if self._backward else rule.preconditions
        kept = tuple(condition for condition in conditions if condition not in created)
        places = {placeholder: place for place, placeholder in enumerate(rule.placeholders)}
        return Form(
            rule,
            kept,
            tuple(conditions.index(condition) for condition in created),
            tuple((places[placeholder], placeholder.type) for placeholder in new),
            self._backward,
            self._pattern(rule, kept, None, new),
        )

    def _hook(self, form: Form, condition: Predicate) -> Hook:
        new = [form.rule.placeholders[place] for place, _ in form.new]
        pattern = self._pattern(form.rule, form.kept, condition, new)
        others = [other for other in form.kept if other is not condition]
        unchanging = [
            other
            for other in others
            if self._changing.isdisjoint(self._logic.matching_signatures(other.signature))
        ]
        mentioned = {p for other in (condition, *unchanging) for p in other.parameters}
        ignored = [p for p in form.rule.placeholders if p not in mentioned]
        depends_on_more = form.created or pattern.open.free
        return Hook(
            form,
            condition,
            pattern,
            None if depends_on_more else self._signatures(others),
            self._pattern(form.rule, unchanging, condition, ignored),
            self._signatures(unchanging),
        )

    def _signatures(self, conditions: Iterable[Predicate]) -> tuple[Signature, ...]:
        """Return the signatures of the facts that conditions may be."""
        matching = self._logic.matching_signatures
        return tuple(
            dict.fromkeys(
                signature for condition in conditions for signature in matching(condition.signature)
            )
        )

    def _pattern(
        self,
        rule: Rule,
        kept: Sequence[Predicate],
        condition: Predicate | None,
        new: Collection[Placeholder],
    ) -> Pattern:
        placeholders = rule.placeholders
        fixed = {p: variable for p, variable in self._fixed.items() if p not in new}
        known = singletons(placeholders, rule.constants, fixed)
        created = [place for place, p in enumerate(placeholders) if p in new]
        return Pattern.of(kept, condition, placeholders, known, self._logic, created)


def _subsets(items: Sequence[Predicate]) -> Iterator[tuple[Predicate, ...]]:
    for count in range(len(items) + 1):
        yield from combinations(items, count)


@lru_cache(maxsize=32)
def _constraints(logic: Same) -> Constraints:
    return Constraints(*logic.items)


@lru_cache(maxsize=256)
def _rule_book(
    logic_and_rules: Same,
    backward: bool,
    creatable: frozenset[str],
    loose: bool,
    fixed: tuple[tuple[Placeholder, Variable], ...],
) -> RuleBook:
    logic, *rules = logic_and_rules.items
    return RuleBook(logic, rules, backward, creatable, loose, dict(fixed))
