"""The facts that hold in a world, and what can be done in it."""

__all__ = ["State"]

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from twbench.errors import LogicError, nearest
from twbench.logic import query
from twbench.logic.facts import FactBucket
from twbench.logic.game_logic import GameLogic
from twbench.logic.hierarchy import is_constant
from twbench.logic.rules import Action, Rule
from twbench.logic.terms import Placeholder, Proposition, Signature, Variable
from twbench.printable import shown

Mapped = Mapping[Placeholder, Variable]


class State:
    """The current state of a world (docs: textworld.logic.State).

    Facts are kept by signature. They are iterated signature by signature, in the order in which
    these came up, and within one in the order in which facts were added. Queries give the same
    results in the same order for states that iterate the same facts in the same order. A copy
    shares all facts with its original until one of them changes.

    A variable is known from the first fact that mentions it until the last such fact is removed.
    Its name is unique: facts that give it two types raise LogicError.
    """

    __slots__ = ("_buckets", "_logic", "_owned", "_variables", "_variables_shared")

    def __init__(self, logic: GameLogic, facts: Iterable[Proposition] | None = None):
        self._logic = logic
        self._buckets: dict[Signature, FactBucket] = {}
        # The buckets that no other state shares.
        self._owned: set[Signature] = set()
        # Known variables by name, with the number of times they occur in facts.
        self._variables: dict[str, tuple[Variable, int]] = {}
        self._variables_shared = False
        if facts is not None:
            self.add_facts(facts)

    @property
    def logic(self) -> GameLogic:
        """The logic of the game."""
        return self._logic

    @property
    def facts(self) -> Iterator[Proposition]:
        """All facts, in the order stated above."""
        return chain.from_iterable([bucket.facts for bucket in self._buckets.values()])

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The signatures of all facts, in the order in which they came up."""
        return tuple(self._buckets)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All known variables, in the order in which they became known."""
        return tuple([variable for variable, _ in self._variables.values()])

    def __len__(self) -> int:
        return sum(len(bucket.facts) for bucket in self._buckets.values())

    def __bool__(self) -> bool:
        """Return True: an empty state, too, is a state, where `apply_on_copy` may give None."""
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self._buckets.keys() != other._buckets.keys():
            return False
        return all(
            bucket is other._buckets[signature]
            or bucket.facts.keys() == other._buckets[signature].facts.keys()
            for signature, bucket in self._buckets.items()
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __str__(self) -> str:
        lines = ["State({"]
        for signature in sorted(self._buckets):
            lines.append(f"    {signature}: {{")
            lines += [f"        {fact}," for fact in sorted(self._buckets[signature].facts)]
            lines.append("    },")
        return "\n".join([*lines, "})"])

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (self._logic, tuple(self.facts))

    def copy(self) -> "State":
        """Return an independent state with the same facts."""
        other = State.__new__(State)
        other._logic = self._logic
        other._buckets = self._buckets.copy()
        other._owned = set()
        other._variables = self._variables
        other._variables_shared = self._variables_shared = True
        # The original shares its buckets from now on, and has to copy them just as well.
        self._owned = set()
        return other

    __copy__ = copy

    def facts_with_signature(self, sig: Signature) -> frozenset[Proposition]:
        """Return the facts with exactly this signature."""
        bucket = self._buckets.get(sig)
        return frozenset(bucket.facts) if bucket is not None else frozenset()

    def is_fact(self, prop: Proposition) -> bool:
        """Return whether a proposition is true in this state."""
        bucket = self._buckets.get(prop.signature)
        return bucket is not None and prop in bucket.facts

    def are_facts(self, props: Iterable[Proposition]) -> bool:
        """Return whether the propositions are all true in this state."""
        return all(map(self.is_fact, props))

    def add_fact(self, prop: Proposition) -> None:
        """Make a proposition true.

        Raises LogicError if one of its variables is known with another type.
        """
        signature = prop.signature
        bucket = self._buckets.get(signature)
        if bucket is not None and prop in bucket.facts:
            return
        self._check_types(prop)
        if bucket is None or signature not in self._owned:
            bucket = self._own(signature)
        bucket.add(prop)
        variables = self._own_variables() if self._variables_shared else self._variables
        for variable in prop.arguments:
            name = variable.name
            known = variables.get(name)
            variables[name] = (variable, 1) if known is None else (variable, known[1] + 1)

    def add_facts(self, props: Iterable[Proposition]) -> None:
        """Make propositions true, one after the other; raises what `add_fact` raises."""
        if not self._buckets:
            props = list(props)
            if self._add_first(props):
                return
        for prop in props:
            self.add_fact(prop)

    def _add_first(self, props: Iterable[Proposition]) -> bool:
        """Make propositions true where none is; do nothing if they disagree on a type."""
        facts = dict.fromkeys(props)
        counts = Counter(chain.from_iterable([fact.arguments for fact in facts]))
        variables = {variable.name: (variable, n) for variable, n in counts.items()}
        if len(variables) < len(counts):
            return False
        of_signatures: defaultdict[Signature, list[Proposition]] = defaultdict(list)
        for fact in facts:
            of_signatures[fact.signature].append(fact)
        self._buckets = {one: FactBucket(some) for one, some in of_signatures.items()}
        self._owned = set(self._buckets)
        self._variables, self._variables_shared = variables, False
        return True

    def remove_fact(self, prop: Proposition) -> None:
        """Make a proposition false; there is no harm if it is false already."""
        if not self.is_fact(prop):
            return
        bucket = self._own(prop.signature)
        bucket.remove(prop)
        if not bucket.facts:
            # States are compared by their signatures too: none stays without facts.
            del self._buckets[prop.signature]
        variables = self._own_variables()
        for variable in prop.arguments:
            count = variables[variable.name][1]
            if count > 1:
                variables[variable.name] = (variable, count - 1)
            else:
                del variables[variable.name]

    def remove_facts(self, props: Iterable[Proposition]) -> None:
        """Make propositions false, one after the other."""
        for prop in props:
            self.remove_fact(prop)

    def is_applicable(self, action: Action) -> bool:
        """Return whether the preconditions of an action hold."""
        return self.are_facts(action.preconditions)

    def is_sequence_applicable(self, actions: Iterable[Action]) -> bool:
        """Return whether actions can be applied one after the other."""
        state = self.copy()
        return all(map(state.apply, actions))

    def apply(self, action: Action) -> bool:
        """Apply an action if its preconditions hold, and return whether they did."""
        if not self.is_applicable(action):
            return False
        added = action.added
        # Checked first: a fault should not leave half of the action behind. Added before others
        # are removed: so a variable that occurs in both keeps its place.
        for prop in added:
            self._check_types(prop)
        self.add_facts(added)
        self.remove_facts(action.removed)
        return True

    def apply_on_copy(self, action: Action) -> "State | None":
        """Return the state after an action, or None if its preconditions do not hold."""
        if not self.is_applicable(action):
            return None
        state = self.copy()
        state.apply(action)
        return state

    def has_variable(self, var: Variable) -> bool:
        """Return whether a fact mentions the variable."""
        known = self._variables.get(var.name)
        return known is not None and known[0] == var

    def has_name(self, name: str) -> bool:
        """Return whether a known variable has this name."""
        return name in self._variables

    def variable_named(self, name: str) -> Variable:
        """Return the variable with the given name.

        Raises LogicError if no fact mentions it.
        """
        try:
            return self._variables[name][0]
        except KeyError:
            hint = nearest(name, self._variables)
            raise LogicError(f"No fact mentions a variable {name!r}.{hint}") from None

    def variables_of_type(self, type: str) -> set[Variable]:  # noqa: A002  (documented name)
        """Return the known variables of exactly this type; `variables` has all of them in order."""
        return {variable for variable, _ in self._variables.values() if variable.type == type}

    def all_applicable_actions(
        self, rules: Iterable[Rule], mapping: Mapped | None = None
    ) -> Iterator[Action]:
        """Yield the actions that ``rules`` allow in this state, rule by rule.

        ``mapping`` binds some placeholders beforehand. The state must not change meanwhile.
        """
        bound = _bound_variables(mapping)
        for rule in rules:
            for values in self._assignments(rule, mapping, bound):
                yield rule.apply_to(values)

    def all_instantiations(self, rule: Rule, mapping: Mapped | None = None) -> Iterator[Action]:
        """Yield the actions that a rule allows in this state."""
        return self.all_applicable_actions([rule], mapping)

    def all_assignments(
        self,
        rule: Rule,
        mapping: Mapped | None = None,
        partial: bool = False,
        allow_partial: Callable[[Placeholder], bool] | None = None,
    ) -> Iterator[dict[Placeholder, Variable | None]]:
        """Yield the ways to assign different variables of this state to the placeholders of a rule.

        A variable fits a placeholder of its type or a supertype. All preconditions must be facts;
        if ``partial``, they may be any new propositions, and a placeholder for which
        ``allow_partial`` returns true (without it: each) may be None, which stands for a variable
        that does not exist yet. ``mapping`` binds some placeholders beforehand; those of constants
        (P and I, for example) need not be bound, nor do facts have to mention these. A variable
        that it binds to a placeholder of another rule is not assigned to any of this one.
        """
        if partial:
            may_be_new = allow_partial if allow_partial is not None else _always
            taken = frozenset(_taken(rule, _bound_variables(mapping)))
            return query.partial_assignments(
                rule,
                self._known(rule, mapping),
                lambda kind: [each for each in self._variables_fitting(kind) if each not in taken],
                may_be_new,
            )
        assignments = self._assignments(rule, mapping, _bound_variables(mapping))
        return (dict(zip(rule.placeholders, values, strict=True)) for values in assignments)

    def solutions(self, query_: query.Query, values: query.Values) -> list[tuple[Variable, ...]]:
        """Return the ways to complete ``values`` so that the conditions of a query are facts."""
        return query.solutions(query_, self._buckets, values, self._variables_fitting)

    def snapshot(self, signatures: Iterable[Signature]) -> tuple[object, ...]:
        """Return objects that stand for the facts with these signatures, as they are now.

        Equal snapshots mean equal facts. Copies of a state have equal ones as long as neither
        changes in what they are about.
        """
        wanted = tuple(signatures)
        if self._owned:
            # A bucket that is not owned is copied before it is changed. So the buckets in the
            # snapshot stay as they are, and a later snapshot has others where facts differ.
            self._owned.difference_update(wanted)
        return tuple(map(self._buckets.get, wanted))

    def serialize(self) -> list[dict[str, Any]]:
        """Return the facts as plain data, in their order."""
        return [fact.serialize() for fact in self.facts]

    @classmethod
    def deserialize(
        cls, data: Sequence[Mapping[str, Any]], logic: GameLogic | None = None
    ) -> "State":
        """Return the state of serialised facts, under ``logic`` or the empty logic."""
        return cls(GameLogic() if logic is None else logic, map(Proposition.deserialize, data))

    def _assignments(
        self, rule: Rule, mapping: Mapped | None, bound: Mapped
    ) -> list[tuple[Variable, ...]]:
        known = self._known(rule, mapping)
        values: query.Values = [known.get(placeholder) for placeholder in rule.placeholders]
        given = [value is not None for value in values]
        asked = query.Query.of(rule, self._logic.matching_signatures, given)
        taken = _taken(rule, bound) if bound else None
        if not taken:
            return self.solutions(asked, values)
        # Values behind the places of the rule: no condition is about them, and none is used again.
        found = self.solutions(asked, [*values, *taken])
        return [each[: len(values)] for each in found]

    def _known(self, rule: Rule, mapping: Mapped | None) -> dict[Placeholder, Variable]:
        """Return the part of ``mapping`` about ``rule``, with the variable objects of the facts."""
        known: dict[Placeholder, Variable] = {}
        given = mapping if mapping is not None else {}
        for placeholder in rule.constants if not mapping else rule.placeholders:
            variable = given.get(placeholder)
            if variable is None and placeholder in rule.constants:
                variable = Variable(placeholder.name, placeholder.type)
            if variable is not None:
                entry = self._variables.get(variable.name)
                in_facts = entry is not None and entry[0] == variable
                known[placeholder] = entry[0] if entry is not None and in_facts else variable
        return known

    def _variables_fitting(self, type_name: str) -> list[Variable]:
        names = self._logic.types.subtype_names(type_name)
        return sorted([variable for variable in self.variables if variable.type in names])

    def _own(self, signature: Signature) -> FactBucket:
        """Return the bucket of a signature, to be written to."""
        bucket = self._buckets.get(signature)
        if signature not in self._owned:
            bucket = FactBucket() if bucket is None else bucket.copy()
            self._buckets[signature] = bucket
            self._owned.add(signature)
        elif bucket is None:
            bucket = self._buckets[signature] = FactBucket()
        return bucket

    def _check_types(self, prop: Proposition) -> None:
        for variable in prop.arguments:
            known = self._variables.get(variable.name)
            if known is not None and known[0] is not variable and known[0] != variable:
                raise LogicError(
                    f"{shown(str(prop))} gives the variable {variable.name!r} the type"
                    f" {variable.type!r}; other facts say it has the type {known[0].type!r}."
                )

    def _own_variables(self) -> dict[str, tuple[Variable, int]]:
        """Return the known variables, to be written to."""
        if self._variables_shared:
            self._variables = self._variables.copy()
            self._variables_shared = False
        return self._variables


def _bound_variables(mapping: Mapped | None) -> Mapped:
    """Return the part of ``mapping`` about other placeholders than those of constants."""
    return {key: value for key, value in (mapping or {}).items() if not is_constant(key.type)}


def _taken(rule: Rule, bound: Mapped) -> list[Variable]:
    """Return the variables that are ``bound`` to placeholders which ``rule`` has not."""
    return [
        variable.plain or variable
        for placeholder, variable in bound.items()
        if placeholder not in rule.placeholders
    ]


def _always(_: Placeholder) -> bool:
    return True
