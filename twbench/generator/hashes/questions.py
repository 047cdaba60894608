"""What a rule needs, as questions about what is known of it, prepared for `touched`.

What a rule takes falls into parts that have nothing to do with each other, as in

    take/s :: $at(P, r) & $at(s, r) & on(o, s) & carrying(slot) & $next(slot, slot')
              -> in(o, I) & carrying(slot')

Asked for in(o, I), it has the object at hand, and the constants P and I. The supporter and its room
are one part, in which at(s, r) and on(o, s) are looked up, and the slots are another one. (Where
the player and the slots stand is not asked: see `touched`.) Whatever is found for one part goes
with whatever is found for the others, so each is looked for by itself: that there are slots is
found once for all that is taken, and each kind of stove once for all that is to be cooked. Parts of
different rules that ask the same are one object, and so are whole questions.

Different placeholders stand for different variables, so those whose types have a subtype in common
are in one part.
"""

__all__ = [
    "Condition",
    "GivenRule",
    "Joined",
    "Part",
    "Question",
    "Questions",
    "Taking",
    "constant_of",
    "taking",
    "things_of",
]

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from operator import itemgetter
from typing import Any, NamedTuple

from twbench.generator.knowledge.patterns import Atom, atoms
from twbench.generator.knowledge.roles import ROOM
from twbench.logic import GameLogic, Placeholder, Predicate, Rule, Variable
from twbench.logic.query import Query

Taking = Callable[[Sequence[Any]], Any]
"""A function that takes some items of a sequence, as a tuple."""
Condition = tuple[str, Taking]
"""The name of a condition, and a function that takes its arguments from the variables at hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Conditions of a rule that share open variables: variables that the given fact does not tell.

    Attributes:
        query: finds the open variables, which come first, followed by those that are known.
        open: None for each of the open variables.
        roles: their types.
        clues: names of conditions and numbers of their arguments that are known, each with its
            number among those known: where there is no such fact, nothing is found. Conditions
            that may be about two rooms are not among them.
        facts: the conditions that are looked up.
        wanted: the other conditions about any of the open variables.

    """

    query: Query
    open: tuple[None, ...]
    roles: tuple[str, ...]
    clues: tuple[tuple[str, int, int], ...]
    facts: tuple[Condition, ...]
    wanted: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a rule needs in order to add a given fact.

    The variables at hand are those that the fact is about, followed by the ``constants``.

    Attributes:
        constants: those of the rule.
        roles: the types of the variables at hand.
        apart: pairs of them that must not be the same.
        facts: conditions about them that have to be facts.
        wanted: the other conditions about them.
        parts: the parts of the rule that are left open, each with a function that takes what the
            part knows from the variables at hand.

    """

    constants: tuple[Variable, ...]
    roles: tuple[str, ...]
    apart: tuple[tuple[int, int], ...]
    facts: tuple[Condition, ...]
    wanted: tuple[Condition, ...]
    parts: tuple[tuple[Part, Taking], ...]


Joined = Mapping[Placeholder, set[Placeholder]]
"""What placeholders of a rule have to do with: others in conditions, and of types in common."""


class Questions:
    """The questions and the parts of a logic, by what they are made of."""

    def __init__(self, logic: GameLogic):
        self.logic = logic
        self._subtypes = logic.types.subtype_names
        self._questions: dict[Any, Question] = {}
        self._parts: dict[Any, Part] = {}

    def may_be_one(self, one: Placeholder, other: Placeholder) -> bool:
        """Say whether two placeholders could stand for the same variable by their types."""
        return not self._subtypes(one.type).isdisjoint(self._subtypes(other.type))

    def joined(self, rule: Rule, conditions: Iterable[Predicate]) -> Joined:
        """Return for each placeholder of the rule those that it has to do with, itself included."""
        joined = {
            one: {other for other in rule.placeholders if self.may_be_one(one, other)}
            for one in rule.placeholders
        }
        for condition in conditions:
            for one in condition.parameters:
                joined[one].update(condition.parameters)
        return joined

    def question(
        self,
        constants: tuple[Variable, ...],
        roles: tuple[str, ...],
        apart: tuple[tuple[int, int], ...],
        facts: tuple[Atom, ...],
        wanted: tuple[Atom, ...],
        parts: tuple[tuple[Part, tuple[int, ...]], ...],
    ) -> Question:
        """Return the question of these parts, and of conditions about places at hand."""
        key = constants, roles, apart, facts, wanted, parts
        if key not in self._questions:
            needed = tuple([(part, taking(places)) for part, places in parts])
            self._questions[key] = Question(
                constants, roles, apart, _takings(facts), _takings(wanted), needed
            )
        return self._questions[key]

    def part(
        self, facts: Sequence[Predicate], wanted: Iterable[Predicate], places: "_Places"
    ) -> Part:
        """Return the part of some conditions, of which some have to be ``facts``."""
        count = len(places.open)
        everything = [*places.open, *places.known]
        looked_up, others = atoms(facts, everything), atoms(wanted, everything)
        query = Query(
            tuple([self.logic.matching_signatures(fact.signature) for fact in facts]),
            tuple([positions for _, positions in looked_up]),
            tuple([place >= count for place in range(len(everything))]),
            tuple(
                [
                    (place, each.type)
                    for place, each in enumerate(places.open)
                    if not any(each in fact.parameters for fact in facts)
                ]
            ),
        )
        roles = tuple([each.type for each in places.open])
        key = query.matching, query.positions, query.known, query.free, roles, others
        if key not in self._parts:
            clues = [
                (name, number, place - count)
                for (name, positions), matching in zip(looked_up, query.matching, strict=True)
                if not any(one.types == (ROOM, ROOM) for one in matching)
                for number, place in enumerate(positions)
                if place >= count
            ]
            self._parts[key] = Part(
                query,
                (None,) * count,
                roles,
                tuple(clues),
                _takings(looked_up),
                _takings(others),
            )
        return self._parts[key]


class _Places(NamedTuple):
    """The placeholders of a part, those to be found and those at hand."""

    open: list[Placeholder]
    known: list[Placeholder]


class GivenRule:
    """What a rule has to do with, given a fact like ``added``.

    Placeholders that are in none of the ``conditions`` and are not given stay open: nothing is
    asked about them.
    """

    def __init__(
        self,
        rule: Rule,
        added: Predicate,
        conditions: Sequence[Predicate],
        joined: Joined,
        questions: Questions,
    ):
        self._conditions = conditions
        self._questions = questions
        self._joined = joined
        self._constants = [each for each in rule.placeholders if each in rule.constants]
        self._given = set(added.parameters)
        self._at_hand = [*things_of(rule, added), *self._constants]

    def question(self, facts: Sequence[Predicate]) -> Question:
        """Return what is asked if ``facts`` are the conditions that are looked up."""
        at_hand = self._at_hand
        apart = [
            (one, other)
            for one, other in combinations(range(len(at_hand)), 2)
            if not self._given.isdisjoint([at_hand[one], at_hand[other]])
            and self._questions.may_be_one(at_hand[one], at_hand[other])
        ]
        settled = [one for one in self._conditions if self._is_settled(one)]
        return self._questions.question(
            tuple(map(constant_of, self._constants)),
            tuple([each.type for each in at_hand]),
            tuple(apart),
            atoms([one for one in settled if one in facts], at_hand),
            atoms([one for one in settled if one not in facts], at_hand),
            tuple([self._part(group, facts) for group in self._groups]),
        )

    def _is_settled(self, condition: Predicate) -> bool:
        return set(self._at_hand).issuperset(condition.parameters)

    @cached_property
    def _groups(self) -> list[list[Placeholder]]:
        """Return the placeholders to be found, those together that have to do with each other."""
        groups: list[list[Placeholder]] = []
        for each in dict.fromkeys(p for one in self._conditions for p in one.parameters):
            if each not in self._at_hand:
                joined = [g for g in groups if not self._joined[each].isdisjoint(g)]
                groups = [group for group in groups if group not in joined]
                groups.append([*(other for group in joined for other in group), each])
        return groups

    def _part(
        self, group: list[Placeholder], facts: Sequence[Predicate]
    ) -> tuple[Part, tuple[int, ...]]:
        """Return the part of a group, and the places of what it knows among those at hand."""
        needs = tuple(
            [
                place
                for place, each in enumerate(self._at_hand)
                if not self._joined[each].isdisjoint(group)
            ]
        )
        about = [one for one in self._conditions if not set(group).isdisjoint(one.parameters)]
        looked_up = [one for one in about if one in facts]
        wanted = [one for one in about if one not in facts]
        places = _Places(group, [self._at_hand[place] for place in needs])
        return self._questions.part(looked_up, wanted, places), needs


def taking(places: Sequence[int]) -> Taking:
    """Return what takes the values in some places as a tuple, without a call of Python."""
    if len(places) > 1:
        return itemgetter(*places)
    first = places[0] if places else 0
    return itemgetter(slice(first, first + len(places)))


def _takings(conditions: Iterable[Atom]) -> tuple[Condition, ...]:
    return tuple([(name, taking(places)) for name, places in conditions])


def constant_of(placeholder: Placeholder) -> Variable:
    """Return the variable that a constant of a rule stands for."""
    return Variable(placeholder.name, placeholder.type)


def things_of(rule: Rule, added: Predicate) -> list[Placeholder]:
    """Return what a fact like ``added`` is about, but for constants, in the order of the rule."""
    return [
        each
        for each in rule.placeholders
        if each in added.parameters and each not in rule.constants
    ]
