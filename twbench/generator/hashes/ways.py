"""The rules of a logic as ways to bring facts about, prepared for `touched`.

What a rule takes falls into parts that have nothing to do with each other, as in

    take/s :: $at(P, r) & $at(s, r) & on(o, s) & carrying(slot) & $next(slot, slot') -> in(o, I) & ...

where the supporter and its room are one, and the slots another. Whatever is found for one goes with
whatever is found for the others, so each is looked for by itself: that there are slots is found
once for all that is taken, and each kind of stove once for all that is to be cooked. Parts of
different rules that ask the same are one object, and so are whole questions.

Different placeholders stand for different variables, so those whose types have a subtype in common
are in one part.
"""

__all__ = ["Condition", "Part", "Question", "Taking", "Way", "Ways", "ways_of"]

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Any, NamedTuple

from twbench.generator.knowledge.patterns import Atom, Pattern, Same, atoms, singletons
from twbench.generator.knowledge.roles import ROOM
from twbench.generator.knowledge.rule_index import RuleIndex
from twbench.logic import GameLogic, Placeholder, Predicate, Rule, Signature, Variable
from twbench.logic.query import Query

Taking = Callable[[Sequence[Any]], Any]
"""What takes some of a sequence, as a tuple."""
Condition = tuple[str, Taking]
"""The name of a condition, and what takes its arguments from the variables at hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Conditions of a rule that have to do with each other, through what they leave open.

    Attributes:
        query: finds the open variables, which come first, followed by those that are known.
        open: None for each of the former.
        roles: their types.
        conditions: all that are about any of them.

    """

    query: Query
    open: tuple[None, ...]
    roles: tuple[str, ...]
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a rule needs, when it is known what of it a fact is about.

    The variables at hand are what the fact is about, and then the ``constants``.

    Attributes:
        constants: those of the rule.
        roles: the types of the variables at hand.
        apart: pairs of them that must not be the same.
        settled: conditions about them that have to be facts.
        conditions: all conditions about them.
        parts: those of what is left open, each with what takes what it knows of those at hand.

    """

    constants: tuple[Variable, ...]
    roles: tuple[str, ...]
    apart: tuple[tuple[int, int], ...]
    settled: tuple[Condition, ...]
    conditions: tuple[Condition, ...]
    parts: tuple[tuple[Part, Taking], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A rule as a way to add a fact: the question that it asks.

    Attributes:
        question: the same for those ways that find the same instances for facts about the same
            things: a rule that makes food cooked and hot is followed once for both.
        things: takes what the fact is about from its arguments, all but constants.
        constants: which arguments are constants, and which they are.
        same: pairs of arguments that have to be one.

    """

    question: Question
    things: Taking
    constants: tuple[tuple[int, Variable], ...]
    same: tuple[tuple[int, int], ...]

    def fits(self, arguments: Sequence[Variable]) -> bool:
        """Say whether a fact with these arguments has the constants of the rule."""
        for at, constant in self.constants:
            if arguments[at] is not constant:
                return False
        for one, other in self.same:  # noqa: SIM110  (several times faster than all() here)
            if arguments[one] is not arguments[other]:
                return False
        return True


class Ways(NamedTuple):
    """The ways to add facts, those that lie ready and others; and what may be between rooms."""

    ready: RuleIndex[Way]
    other: RuleIndex[Way]
    between_rooms: Mapping[Pattern, Sequence[Atom]]
    tokens: frozenset[Signature]


@lru_cache(maxsize=64)
def ways_of(key: Same) -> Ways:
    """Return the ways of the logic that is the one item of the ``key``."""
    (logic,) = key.items
    tokens = frozenset(_tokens(logic.rules.values()))
    added = {predicate.signature for rule in logic.rules.values() for predicate in rule.added}
    ready_ways: list[tuple[Signature, Way]] = []
    other_ways: list[tuple[Signature, Way]] = []
    between_rooms: dict[Pattern, list[Atom]] = {}
    known = _Known(logic)
    for rule in logic.rules.values():
        conditions = [p for p in rule.preconditions if p.signature not in tokens]
        lasting = [p for p in conditions if not any(_overlap(p, other, logic) for other in added)]
        ready = [p for p in conditions if p in lasting or _is_relation(p)]
        for predicate in rule.added:
            if predicate.signature in tokens:
                continue
            for ways, facts in ((ready_ways, ready), (other_ways, lasting)):
                way = _Splitting(rule, predicate, conditions, facts, known).way()
                ways.append((predicate.signature, way))
            if [kind for kind in predicate.types if kind == ROOM][1:]:
                pattern = _pattern(rule, ready, [*conditions, predicate], logic)
                (atom,) = atoms([predicate], rule.placeholders)
                between_rooms.setdefault(pattern, []).append(atom)
    return Ways(RuleIndex(logic, ready_ways), RuleIndex(logic, other_ways), between_rooms, tokens)


class _Known:
    """The questions and the parts of a logic, by what they are made of."""

    def __init__(self, logic: GameLogic):
        self.logic = logic
        self._questions: dict[Any, Question] = {}
        self._parts: dict[Any, Part] = {}

    def question(
        self,
        constants: tuple[Variable, ...],
        roles: tuple[str, ...],
        apart: tuple[tuple[int, int], ...],
        settled: tuple[Atom, ...],
        conditions: tuple[Atom, ...],
        parts: tuple[tuple[Part, tuple[int, ...]], ...],
    ) -> Question:
        """Return the question of these parts, and of conditions about places at hand."""
        key = constants, roles, apart, settled, conditions, parts
        if key not in self._questions:
            needed = tuple([(part, taking(places)) for part, places in parts])
            self._questions[key] = Question(
                constants, roles, apart, _takings(settled), _takings(conditions), needed
            )
        return self._questions[key]

    def part(
        self, facts: tuple[Predicate, ...], conditions: tuple[Atom, ...], places: "_Places"
    ) -> Part:
        """Return the part of ``conditions``, of which some have to be ``facts``."""
        query = Query(
            tuple([self.logic.matching_signatures(fact.signature) for fact in facts]),
            tuple([positions for _, positions in atoms(facts, [*places.open, *places.known])]),
            (*[False for _ in places.open], *[True for _ in places.known]),
            tuple(
                [
                    (place, each.type)
                    for place, each in enumerate(places.open)
                    if not any(each in fact.parameters for fact in facts)
                ]
            ),
        )
        roles = tuple([each.type for each in places.open])
        key = query.matching, query.positions, query.known, query.free, roles, conditions
        if key not in self._parts:
            open_places = (None,) * len(places.open)
            self._parts[key] = Part(query, open_places, roles, _takings(conditions))
        return self._parts[key]


class _Places(NamedTuple):
    """The placeholders of a part, those to be found and those at hand."""

    open: list[Placeholder]
    known: list[Placeholder]


class _Splitting:
    """Splits what a rule has to do with, given a fact like ``added``.

    Of the ``conditions``, some have to be ``facts``. Placeholders that are in none and are not
    given stay open: nothing is asked about them.
    """

    def __init__(
        self,
        rule: Rule,
        added: Predicate,
        conditions: Sequence[Predicate],
        facts: Sequence[Predicate],
        known: _Known,
    ):
        self._added = added
        self._conditions = conditions
        self._facts = facts
        self._known = known
        subtypes = known.logic.types.subtype_names
        self._kinds = {each: subtypes(each.type) for each in rule.placeholders}
        self._constants = [each for each in rule.placeholders if each in rule.constants]
        self._things = [
            each
            for each in rule.placeholders
            if each in added.parameters and each not in rule.constants
        ]
        self._at_hand = [*self._things, *self._constants]

    def way(self) -> Way:
        """Return the way that asks for all of it."""
        parameters = self._added.parameters
        numbers: dict[Placeholder, int] = {}
        same = []
        for number, each in enumerate(parameters):
            if numbers.setdefault(each, number) != number:
                same.append((numbers[each], number))
        return Way(
            self._question(),
            taking([numbers[each] for each in self._things]),
            tuple(
                [
                    (number, _constant(each))
                    for number, each in enumerate(parameters)
                    if each in self._constants
                ]
            ),
            tuple(same),
        )

    def _question(self) -> Question:
        at_hand = self._at_hand
        given = [(place, each) for place, each in enumerate(at_hand) if each in self._added.parameters]
        apart = [
            (one, other)
            for one, other in combinations(range(len(at_hand)), 2)
            if any(place in (one, other) for place, _ in given)
            and self._kinds[at_hand[one]] & self._kinds[at_hand[other]]
        ]
        return self._known.question(
            tuple(map(_constant, self._constants)),
            tuple([each.type for each in at_hand]),
            tuple(apart),
            atoms(filter(self._is_settled, self._facts), at_hand),
            atoms(filter(self._is_settled, self._conditions), at_hand),
            tuple(map(self._part, self._groups())),
        )

    def _is_settled(self, condition: Predicate) -> bool:
        return set(self._at_hand).issuperset(condition.parameters)

    def _groups(self) -> list[list[Placeholder]]:
        """Return the placeholders to be found, those together that have to do with each other."""
        groups: list[list[Placeholder]] = []
        for each in dict.fromkeys(p for one in self._conditions for p in one.parameters):
            if each not in self._at_hand:
                joined = [g for g in groups if any(self._are_joined(each, other) for other in g)]
                groups = [group for group in groups if group not in joined]
                groups.append([*(other for group in joined for other in group), each])
        return groups

    def _are_joined(self, one: Placeholder, other: Placeholder) -> bool:
        return bool(self._kinds[one] & self._kinds[other]) or any(
            one in condition.parameters and other in condition.parameters
            for condition in self._conditions
        )

    def _part(self, group: list[Placeholder]) -> tuple[Part, tuple[int, ...]]:
        """Return the part of a group, and the places of what it knows among those at hand."""
        at_hand = self._at_hand
        needs = tuple(
            [
                place
                for place, each in enumerate(at_hand)
                if any(self._are_joined(each, other) for other in group)
            ]
        )
        places = _Places(group, [at_hand[place] for place in needs])

        def is_about(condition: Predicate) -> bool:
            return not set(group).isdisjoint(condition.parameters)

        facts = tuple(filter(is_about, self._facts))
        conditions = atoms(filter(is_about, self._conditions), [*places.open, *places.known])
        return self._known.part(facts, conditions, places), needs


def taking(places: Sequence[int]) -> Taking:
    """Return what takes the values in some places as a tuple, without a call of Python."""
    if len(places) > 1:
        return itemgetter(*places)
    first = places[0] if places else 0
    return itemgetter(slice(first, first + len(places)))


def _takings(conditions: Iterable[Atom]) -> tuple[Condition, ...]:
    return tuple([(name, taking(places)) for name, places in conditions])


def _constant(placeholder: Placeholder) -> Variable:
    return Variable(placeholder.name, placeholder.type)


def _pattern(
    rule: Rule, facts: list[Predicate], used: Iterable[Predicate], logic: GameLogic
) -> Pattern:
    """Return the pattern of ``facts``; placeholders that are not in ``used`` stay unknown."""
    known = singletons(rule.placeholders, rule.constants, {})
    needed = {parameter for predicate in used for parameter in predicate.parameters}
    unused = [at for at, parameter in enumerate(rule.placeholders) if parameter not in needed]
    return Pattern.of(facts, None, rule.placeholders, known, logic, unused)


def _is_relation(predicate: Predicate) -> bool:
    return (
        sum(
            parameter.name != parameter.type or not parameter.type.isupper()
            for parameter in predicate.parameters
        )
        > 1
    )


def _overlap(predicate: Predicate, added: Signature, logic: GameLogic) -> bool:
    """Say whether there may be a fact like both."""
    own = predicate.signature
    return (
        own.name == added.name
        and len(own.types) == len(added.types)
        and all(
            logic.types.is_subtype(one, other) or logic.types.is_subtype(other, one)
            for one, other in zip(own.types, added.types, strict=True)
        )
    )


def _tokens(rules: Iterable[Rule]) -> Iterator[Signature]:
    """Yield the signatures of facts that say where a token stands."""
    for rule in rules:
        for old in rule.removed:
            for new in rule.added:
                if old.signature != new.signature:
                    continue
                moved = set(old.parameters) ^ set(new.parameters)
                if any(moved.issubset(condition.parameters) for condition in rule.preconditions):
                    yield old.signature
