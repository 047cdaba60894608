"""The rules of a logic as ways to bring facts about, prepared for `touched`.

A way is what rules have in common that add facts of one kind and take their arguments alike; what
each of them needs is a question, see `questions`.
"""

__all__ = ["Way", "Ways", "ways_of"]

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from twbench.generator.hashes.questions import (
    GivenRule,
    Question,
    Questions,
    Taking,
    constant_of,
    taking,
    things_of,
)
from twbench.generator.knowledge.patterns import Atom, Pattern, Same, atoms, singletons
from twbench.generator.knowledge.roles import ROOM
from twbench.generator.knowledge.rule_index import RuleIndex
from twbench.logic import GameLogic, Predicate, Rule, Signature, Variable
from twbench.logic.hierarchy import is_constant


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """Rules as ways to add a fact, those that take it alike: the questions that they ask.

    Attributes:
        ready: questions of instances that lie ready. Rules that find the same ones for facts about
            the same things ask the same: slicing and dicing, and what makes food cooked and hot.
        other: questions of others, where none lies ready.
        things: takes what the fact is about from its arguments, all but constants.
        constants: which arguments are constants, and which they are.
        same: pairs of arguments that have to be one.

    """

    ready: tuple[Question, ...]
    other: tuple[Question, ...]
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


class _About(dict[tuple[str, tuple[str, ...]], tuple[Way, ...]]):
    """The ways to add facts, by their names and the types of what they are about.

    Where tokens stand is never wanted: see `touched`.
    """

    def __init__(self, adding: RuleIndex[Way], tokens: frozenset[Signature]):
        super().__init__()
        self._adding = adding
        self._tokens = tokens

    def __missing__(self, key: tuple[str, tuple[str, ...]]) -> tuple[Way, ...]:
        signature = Signature(*key)
        ways = () if signature in self._tokens else self._adding.of(signature)
        self[key] = ways
        return ways


class Ways(NamedTuple):
    """The ways to add facts ``about`` what; what may be between rooms; and where tokens stand."""

    about: Mapping[tuple[str, tuple[str, ...]], tuple[Way, ...]]
    between_rooms: Mapping[Pattern, Sequence[Atom]]
    tokens: frozenset[Signature]


class _View(NamedTuple):
    """How the arguments of a fact are taken: see `Way`."""

    things: tuple[int, ...]
    constants: tuple[tuple[int, Variable], ...]
    same: tuple[tuple[int, int], ...]


@lru_cache(maxsize=64)
def ways_of(key: Same) -> Ways:
    """Return the ways of the logic that is the one item of the ``key``."""
    (logic,) = key.items
    tokens = frozenset(_tokens(logic.rules.values()))
    added = {predicate.signature for rule in logic.rules.values() for predicate in rule.added}
    between_rooms: dict[Pattern, list[Atom]] = {}
    questions = Questions(logic)
    asked: dict[tuple[Signature, _View], tuple[list[Question], list[Question]]] = {}
    for rule in logic.rules.values():
        conditions = [p for p in rule.preconditions if p.signature not in tokens]
        lasting = [p for p in conditions if not any(_overlap(p, other, logic) for other in added)]
        ready = [p for p in conditions if p in lasting or _is_relation(p)]
        joined = questions.joined(rule, conditions)
        for predicate in rule.added:
            if predicate.signature in tokens:
                continue
            given = GivenRule(rule, predicate, conditions, joined, questions)
            view = _view(rule, predicate)
            ready_ones, others = asked.setdefault((predicate.signature, view), ([], []))
            ready_ones.append(given.question(ready))
            others.append(given.question(lasting) if lasting != ready else ready_ones[-1])
            if [kind for kind in predicate.types if kind == ROOM][1:]:
                pattern = _pattern(rule, ready, [*conditions, predicate], logic)
                (atom,) = atoms([predicate], rule.placeholders)
                between_rooms.setdefault(pattern, []).append(atom)
    ways = [(signature, _way(view, *some)) for (signature, view), some in asked.items()]
    return Ways(_About(RuleIndex(logic, ways), tokens), between_rooms, tokens)


def _way(view: _View, ready: Iterable[Question], other: Iterable[Question]) -> Way:
    return Way(
        tuple(dict.fromkeys(ready)),
        tuple(dict.fromkeys(other)),
        taking(view.things),
        view.constants,
        view.same,
    )


def _view(rule: Rule, added: Predicate) -> _View:
    """Return how a rule takes the arguments of a fact like ``added``."""
    arguments = [*enumerate(added.parameters)]
    first = {each: number for number, each in reversed(arguments)}
    return _View(
        tuple([first[each] for each in things_of(rule, added)]),
        tuple(
            [(number, constant_of(each)) for number, each in arguments if each in rule.constants]
        ),
        tuple([(first[each], number) for number, each in arguments if first[each] != number]),
    )


def _pattern(
    rule: Rule, facts: list[Predicate], used: Iterable[Predicate], logic: GameLogic
) -> Pattern:
    """Return the pattern of ``facts``; placeholders that are not in ``used`` stay unknown."""
    known = singletons(rule.placeholders, rule.constants, {})
    needed = {parameter for predicate in used for parameter in predicate.parameters}
    unused = [at for at, parameter in enumerate(rule.placeholders) if parameter not in needed]
    return Pattern.of(facts, None, rule.placeholders, known, logic, unused)


def _is_relation(predicate: Predicate) -> bool:
    """Say whether a predicate is about several things, constants aside."""
    return (
        sum(one.name != one.type or not is_constant(one.type) for one in predicate.parameters) > 1
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
