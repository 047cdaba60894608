"""The rules that chaining goes by, prepared for being tried with thousands of facts.

A variant of a rule says which of its placeholders stand for new variables. An achiever is a variant
and the one of its conditions that a given fact is to be: where chains grow backwards, an effect, by
which the action achieves the fact; where they grow forwards, a precondition, for which the fact was
achieved. Most achievers fit nowhere near most facts, so all that depends on the rules alone is
found beforehand: variables are told by their places among the placeholders of the rule, and the
conditions are known that tell at once whether a variant fits. What passes that is a candidate.
"""

__all__ = [
    "Achiever",
    "Achievers",
    "Candidate",
    "CandidateFinder",
    "Locations",
    "RuleBook",
    "RuleVariant",
]

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from twbench.bounded_cache import BoundedCache
from twbench.generator.knowledge.moves import Moves
from twbench.generator.knowledge.patterns import Atom, Pattern, Same, atoms, singletons
from twbench.generator.knowledge.rule_index import RuleIndex
from twbench.logic import (
    GameLogic,
    Placeholder,
    Predicate,
    Proposition,
    Rule,
    Signature,
    State,
    Variable,
)

Locations = frozenset[Proposition]
"""Facts that say where the player is."""
_ANYWHERE: Locations = frozenset()
_MAX_KNOWN = 4096
"""States, and facts in them, that a search met lately: some megabytes."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleVariant:
    """A rule with some placeholders for new variables.

    Attributes:
        rule: the rule.
        kept: the conditions without new variables.
        created: the numbers of the other conditions.
        new: the places of new variables, with their types.
        backward: whether the conditions are the postconditions; else they are the preconditions.
        pattern: what has to be facts.

    """

    rule: Rule
    kept: tuple[Predicate, ...]
    created: tuple[int, ...]
    new: tuple[tuple[int, str], ...]
    backward: bool
    pattern: Pattern


@dataclass(frozen=True, slots=True, eq=False)
class Achiever:
    """A variant of a rule, and which of its conditions a given fact is to be; see the module.

    Attributes:
        variant: the variant.
        condition: the condition.
        pattern: what else has to be facts.
        unchanging: what of the pattern no action changes.
        wholly: ``unchanging`` with the condition in it, for all facts at once.
        unchanging_signatures: the signatures of the facts that ``unchanging`` is about.
        location: the condition that says where the player is, unless that is ``condition``.

    """

    variant: RuleVariant
    condition: Predicate
    pattern: Pattern
    unchanging: Pattern
    wholly: Pattern
    unchanging_signatures: tuple[Signature, ...]
    location: Atom | None

    def locations(self, fact: Proposition, state: State) -> Locations | None:
        """Return where an action with ``fact`` as the condition may fit; None if none fits.

        No location stands for anywhere. Facts that actions change are not looked at.
        """
        values = self.unchanging.values(fact, state)
        if values is None:
            return None
        query = self.unchanging.open
        return self._where(state.solutions(query, values) if query.matching else [values])

    def all_locations(self, signatures: Container[Signature], state: State) -> Locations | None:
        """Return where an action with any fact of some ``signatures`` may fit: see `locations`."""
        name, places = self.condition.name, [place for _, place in self.unchanging.given]
        return self._where(
            [
                solution
                for solution in state.solutions(self.wholly.open, list(self.wholly.known))
                if Signature(name, [solution[place].type for place in places]) in signatures
            ]
        )

    def _where(self, solutions: Sequence[Sequence[Variable | None]]) -> Locations | None:
        """Return where actions with some variables are done, None for a place of no variable."""
        if not solutions:
            return None
        if self.location is None:
            return _ANYWHERE
        name, places = self.location
        found = []
        for solution in solutions:
            arguments = tuple([solution[place] for place in places])
            if None in arguments:
                return _ANYWHERE
            found.append(Proposition(name, arguments))  # type: ignore[arg-type]
        return frozenset(found)


@dataclass(frozen=True, slots=True, eq=False)
class Achievers:
    """The achievers of a fact, and the signatures of the facts that tell which of them may fit."""

    all: tuple[Achiever, ...]
    unchanging_signatures: tuple[Signature, ...]


class RuleBook:
    """The variants of rules, and what they need; `RuleBook.of` shares them.

    ``creatable`` has the types that new variables may have. In ``loose`` variants, conditions
    without a new variable may be new facts too. ``fixed`` has the singletons. ``moves`` tell which
    facts are locations; if they are given, moves are not among the achievers, since the graph of
    the map has them. ``unchanging`` has the signatures of the facts that tell which achievers may
    fit.
    """

    def __init__(
        self,
        logic: GameLogic,
        rules: Sequence[Rule],
        backward: bool,
        creatable: frozenset[str],
        loose: bool,
        fixed: Mapping[Placeholder, Variable],
        moves: Moves | None,
    ):
        self._logic = logic
        self._moves = moves
        self._backward = backward
        self._fixed = fixed
        self._changing = {
            signature
            for rule in rules
            for effect in (*rule.added, *rule.removed)
            for signature in logic.matching_signatures(effect.signature)
        }
        self.variants = tuple(
            variant for rule in rules for variant in self._variants(rule, creatable, loose)
        )
        every = list(self._all_achievers())
        self._index = RuleIndex(
            logic, [(achiever.condition.signature, achiever) for achiever in every]
        )
        self._achievers: dict[Signature, Achievers] = {}
        self.unchanging = tuple(
            dict.fromkeys(name for achiever in every for name in achiever.unchanging_signatures)
        )

    @classmethod
    def of(
        cls,
        logic: GameLogic,
        rules: Iterable[Rule],
        backward: bool,
        creatable: frozenset[str],
        loose: bool,
        fixed: Mapping[Placeholder, Variable],
        moves: Moves | None = None,
    ) -> "RuleBook":
        """Return the book of some rules."""
        key = Same(logic, *rules)
        return _rule_book(key, backward, creatable, loose, tuple(fixed.items()), moves)

    def achievers(self, signature: Signature) -> Achievers:
        """Return what may achieve a fact of a signature, types considered."""
        found = self._achievers.get(signature)
        if found is None:
            achievers = self._index.of(signature)
            signatures = [name for achiever in achievers for name in achiever.unchanging_signatures]
            found = Achievers(achievers, tuple(dict.fromkeys(signatures)))
            self._achievers[signature] = found
        return found

    def _variants(
        self, rule: Rule, creatable: frozenset[str], loose: bool
    ) -> Iterator[RuleVariant]:
        """Yield the variants of a rule, the one without new variables first.

        In ``loose`` ones conditions may be new facts that mention no new variable.
        """
        conditions = rule.postconditions if self._backward else rule.preconditions
        inside = {placeholder for condition in conditions for placeholder in condition.parameters}
        replaceable = [p for p in rule.placeholders if p in inside and p.type in creatable]
        for count in range(len(replaceable) + 1):
            for new in combinations(replaceable, count):
                forced = [c for c in conditions if not set(new).isdisjoint(c.parameters)]
                others = [c for c in conditions if c not in forced]
                for extra in _subsets(others) if loose else [()]:
                    yield self._variant(rule, (*forced, *extra), new)

    def _variant(
        self, rule: Rule, created: Sequence[Predicate], new: Sequence[Placeholder]
    ) -> RuleVariant:
        conditions = rule.postconditions if self._backward else rule.preconditions
        kept = tuple(condition for condition in conditions if condition not in created)
        places = {placeholder: place for place, placeholder in enumerate(rule.placeholders)}
        return RuleVariant(
            rule,
            kept,
            tuple(conditions.index(condition) for condition in created),
            tuple((places[placeholder], placeholder.type) for placeholder in new),
            self._backward,
            self._pattern(rule, kept, None, new),
        )

    def _all_achievers(self) -> Iterator[Achiever]:
        moves = self._moves
        for variant in self.variants:
            if moves is not None and moves.include(variant.rule) and not variant.created:
                continue
            conditions = variant.rule.added if self._backward else variant.rule.preconditions
            for condition in variant.kept:
                if condition in conditions:
                    yield self._achiever(variant, condition)

    def _achiever(self, variant: RuleVariant, condition: Predicate) -> Achiever:
        new = [variant.rule.placeholders[place] for place, _ in variant.new]
        unchanging = [
            other
            for other in variant.kept
            if other is not condition
            and self._changing.isdisjoint(self._logic.matching_signatures(other.signature))
        ]
        mentioned = {p for other in (condition, *unchanging) for p in other.parameters}
        ignored = [p for p in variant.rule.placeholders if p not in mentioned]
        return Achiever(
            variant,
            condition,
            self._pattern(variant.rule, variant.kept, condition, new),
            self._pattern(variant.rule, unchanging, condition, ignored),
            self._pattern(variant.rule, [condition, *unchanging], None, ignored),
            self._signatures(unchanging),
            self._location(variant, condition),
        )

    def _location(self, variant: RuleVariant, condition: Predicate) -> Atom | None:
        """Return the condition that says where the player is, if it is not the given one."""
        signatures = () if self._moves is None else self._moves.signatures
        found = [other for other in variant.kept if other.signature in signatures]
        if len(found) != 1 or found[0] == condition:
            return None
        return atoms(found, variant.rule.placeholders)[0]

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


Candidate = tuple[Achiever, Proposition, Locations]
"""An achiever, the fact that it may fit, and where: see `Achiever.locations`."""


class CandidateFinder:
    """Finds the achievers that may fit, and remembers them.

    Most rules fit nowhere near most facts. What no action changes tells so once and for all.
    """

    def __init__(self) -> None:
        self._known: BoundedCache[tuple[object, ...], list[Candidate]] = BoundedCache(_MAX_KNOWN)
        self._lately: BoundedCache[tuple[object, ...], dict[Proposition, list[Candidate]]]
        self._lately = BoundedCache(_MAX_KNOWN)

    def of(self, book: RuleBook, facts: Iterable[Proposition], state: State) -> list[Candidate]:
        """Return the achievers that may fit one of ``facts``, in their order."""
        found: list[Candidate] = []
        for _, candidates in self.by_fact(book, facts, state):
            found += candidates
        return found

    def by_fact(
        self, book: RuleBook, facts: Iterable[Proposition], state: State
    ) -> list[tuple[Proposition, list[Candidate]]]:
        """Return the ``facts`` that achievers may fit, in their order, each with these."""
        # The facts are part of the key although no rule of the book changes them: they do change by
        # new variables, and by rules for other depths.
        key = (book, state.snapshot(book.unchanging))
        known = self._lately.get(key)
        if known is None:
            known = self._lately.keep(key, {})
        found = []
        for fact in facts:
            candidates = known.get(fact)
            if candidates is None:
                candidates = known[fact] = self._find(book, fact, state)
            if candidates:
                found.append((fact, candidates))
        return found

    def _find(self, book: RuleBook, fact: Proposition, state: State) -> list[Candidate]:
        achievers = book.achievers(fact.signature)
        if not achievers.all:
            return []
        # A finer key than that of `of`: it outlives changes that concern other achievers alone.
        key = (achievers, fact, state.snapshot(achievers.unchanging_signatures))
        candidates = self._known.get(key)
        if candidates is None:
            candidates = self._known.keep(key, [])
            for achiever in achievers.all:
                locations = achiever.locations(fact, state)
                if locations is not None:
                    candidates.append((achiever, fact, locations))
        return candidates


def _subsets(items: Sequence[Predicate]) -> Iterator[tuple[Predicate, ...]]:
    for count in range(len(items) + 1):
        yield from combinations(items, count)


@lru_cache(maxsize=256)
def _rule_book(
    logic_and_rules: Same,
    backward: bool,
    creatable: frozenset[str],
    loose: bool,
    fixed: tuple[tuple[Placeholder, Variable], ...],
    moves: Moves | None,
) -> RuleBook:
    logic, *rules = logic_and_rules.items
    return RuleBook(logic, rules, backward, creatable, loose, dict(fixed), moves)
