"""What the quests of a game touch: their entities, and what has to be handled on the way to them.

Touched are

- the entities in the conditions of winning and failing events;
- those of the actions that may bring about a wanted fact. Wanted are the conditions of events and,
  in turn, those of these actions; and every fact between two rooms that an action may bring about,
  since closed doors are in the way. Facts that are true from the beginning are used, no more;
- that in, on or at which a touched entity is.

Of the actions that add a wanted fact, those count whose instances lie ready: what no rule adds must
be a fact, and so must every relation between two things (at, on, match: constants such as the
player and the inventory are no things here). What else they need is wanted: open(c), in(k, I). If
none lies ready, relations that rules add may be wanted too, and what they do not name may be
anything of its type.

Where a token stands is never wanted: it gets wherever it is to be. A token is what a rule removes
from one place and adds to another with which a condition relates it, as in

    go/north :: at(P, r) & $north_of(r', r) & ... -> at(P, r')
    take     :: ... & carrying(slot) & $next(slot, slot') -> in(o, I) & carrying(slot')

What is said of touched entities is told as far as it is used: the facts that were come to on the
way, where tokens stand, and what things are in, on or at. So food that is only to be fetched is an
object to be fetched, since a rule takes it as one.

This looks at facts, quests and rules alone, whatever they are called, and never at a solution. What
is left are irrelevant objects: things that may be handled, too, but need not be.
"""

__all__ = ["Touched", "touched"]

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from twbench.generator.knowledge.patterns import Atom, Pattern, Same, atoms, fact_of, singletons
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import ROOM
from twbench.generator.knowledge.rule_index import RuleIndex
from twbench.generator.worlds.layout import HOLDING
from twbench.logic import GameLogic, Predicate, Proposition, Rule, Signature, State, Variable
from twbench.logic.hierarchy import is_constant

_Taking = Callable[[Sequence[Variable]], Any]
"""What takes variables from a sequence, as a tuple."""


class Touched(NamedTuple):
    """What quests touch: each entity with its ``roles``, and the ``facts`` that are used.

    A role is the type under which a rule takes the entity: food that is only to be carried is an
    object there. Those that are in conditions alone have none.
    """

    roles: Mapping[Variable, frozenset[str]]
    facts: tuple[Proposition, ...]


def touched(state: State, quests: Iterable[Quest], about_things: Iterable[Proposition]) -> Touched:
    """Return what ``quests`` touch in a game that begins in ``state``.

    ``about_things`` are facts of the state: all but those between rooms. Rooms may be touched too.
    """
    facts = list(about_things)
    search = _Trail(state)
    for quest in quests:
        for event in (*quest.win_events, *quest.fail_events):
            for fact in event.conditions:
                search.want(fact)
    search.run()
    found = _with_holders(search.roles, facts)
    return Touched(
        {variable: frozenset(search.roles.get(variable, ())) for variable in found},
        tuple(_used(facts, search, found)),
    )


def _used(
    facts: Iterable[Proposition], search: "_Trail", found: set[Variable]
) -> Iterator[Proposition]:
    """Yield the facts that the search has come to, and those that say where something stands.

    What stands there is touched.
    """
    things: dict[Signature, tuple[int, ...]] = {}
    for fact in facts:
        if fact in search.seen:
            yield fact
            continue
        signature = fact.signature
        places = things.get(signature)
        if places is None:
            places = things[signature] = _places_of_things(signature.types)
        if not places:
            yield fact
        elif signature.name in HOLDING or search.is_token(fact):
            arguments = fact.arguments
            if found.issuperset([arguments[place] for place in places]):
                yield fact


@lru_cache(maxsize=1024)
def _places_of_things(types: tuple[str, ...]) -> tuple[int, ...]:
    """Return which arguments are things: all but rooms and constants."""
    return tuple(
        [place for place, kind in enumerate(types) if kind != ROOM and not is_constant(kind)]
    )


@dataclass(frozen=True, slots=True)
class _Way:
    """A rule as a way to add a fact.

    Attributes:
        ready: finds the instances; their conditions need not all be facts.
        question: a number. Those ways have the same that find the same instances for facts about
            the same things: a rule that makes food cooked and hot is followed once for both.
        things: takes what the fact is about from its arguments, all but constants.
        constants: which arguments are constants, and which they are.
        conditions: the conditions of the rule: of each, the name, and what takes its arguments from
            the variables of an instance.
        roles: the types of what the rule takes.

    """

    ready: Pattern
    question: int
    things: _Taking
    constants: tuple[tuple[int, Variable], ...]
    conditions: tuple[tuple[str, _Taking], ...]
    roles: tuple[str, ...]

    def fits(self, arguments: Sequence[Variable]) -> bool:
        """Say whether a fact with these arguments has the constants of the rule."""
        for at, constant in self.constants:  # noqa: SIM110  (several times faster than all() here)
            if arguments[at] is not constant:
                return False
        return True


class _Ways(NamedTuple):
    """The ways to add facts, those that lie ready and others; and what may be between rooms."""

    ready: RuleIndex[_Way]
    other: RuleIndex[_Way]
    between_rooms: Mapping[Pattern, Sequence[Atom]]
    tokens: frozenset[Signature]


class _Trail:
    """Follows wanted facts back to what brings them about."""

    def __init__(self, state: State):
        self.roles: dict[Variable, set[str]] = {}
        self.seen: set[Proposition] = set()
        # Instances of rules have most of what they take, and of what they need, in common: what
        # was come to is noted before anything is made of it.
        self._taken: set[tuple[Variable | None, str]] = set()
        self._asked: set[tuple[str, tuple[Variable, ...]]] = set()
        self._answers: dict[tuple[int, Any], bool] = {}
        self._state = state
        self._ways = _ways(Same(state.logic))
        self._pending: list[Proposition] = []

    def want(self, fact: Proposition) -> None:
        """Touch the entities of ``fact``, and follow it unless it is true."""
        if fact in self.seen:
            return
        self.seen.add(fact)
        for variable in fact.arguments:
            self.roles.setdefault(variable, set())
        if not self._state.is_fact(fact) and not self.is_token(fact):
            self._pending.append(fact)

    def is_token(self, fact: Proposition) -> bool:
        """Say whether ``fact`` says where a token stands."""
        return fact.signature in self._ways.tokens

    def run(self) -> None:
        """Find all that is touched."""
        for pattern, added in self._ways.between_rooms.items():
            for values in self._state.solutions(pattern.open, list(pattern.known)):
                for atom in added:
                    fact = fact_of(atom, values)
                    if not self._state.is_fact(fact):
                        self.want(fact)
        while self._pending:
            fact = self._pending.pop()
            if not self._follow(fact, self._ways.ready):
                self._follow(fact, self._ways.other)
        for variable, role in self._taken:
            if variable is not None:
                self.roles.setdefault(variable, set()).add(role)

    def _follow(self, fact: Proposition, ways: RuleIndex[_Way]) -> bool:
        """Touch and want what ``ways`` to add ``fact`` need; say whether there are any."""
        found = False
        arguments = fact.arguments
        for way in ways.of(fact.signature):
            if way.constants and not way.fits(arguments):
                continue
            question = way.question, way.things(arguments)
            answer = self._answers.get(question)
            if answer is None:
                answer = self._answers[question] = self._follow_way(fact, way)
            found = found or answer
        return found

    def _follow_way(self, fact: Proposition, way: _Way) -> bool:
        values = way.ready.values(fact, self._state)
        if values is None:
            return False
        solutions = self._state.solutions(way.ready.open, values)
        asked, roles, conditions = self._asked, way.roles, way.conditions
        for solution in solutions:
            self._taken.update(zip(solution, roles))  # noqa: B905 (keywords take time)
            for name, arguments_in in conditions:
                condition = name, arguments_in(solution)
                if condition not in asked:
                    asked.add(condition)
                    self.want(Proposition(*condition))
        return bool(solutions)


def _with_holders(held: Iterable[Variable], facts: Iterable[Proposition]) -> set[Variable]:
    """Return ``held`` and what is around it."""
    holders: dict[Variable, list[Variable]] = {}
    for fact in facts:
        if fact.name in HOLDING and len(fact.arguments) == 2:
            inner, outer = fact.arguments
            holders.setdefault(inner, []).append(outer)
    pending = list(held)
    found = set(pending)
    for variable in pending:
        for holder in holders.get(variable, ()):
            if holder not in found:
                found.add(holder)
                pending.append(holder)
    return found


@lru_cache(maxsize=64)
def _ways(key: Same) -> _Ways:
    (logic,) = key.items
    tokens = frozenset(_tokens(logic.rules.values()))
    added = {predicate.signature for rule in logic.rules.values() for predicate in rule.added}
    ready_ways: list[tuple[Signature, _Way]] = []
    other_ways: list[tuple[Signature, _Way]] = []
    between_rooms: dict[Pattern, list[Atom]] = {}
    questions: dict[tuple[Any, ...], int] = {}
    for rule in logic.rules.values():
        conditions = [p for p in rule.preconditions if p.signature not in tokens]
        lasting = [p for p in conditions if not any(_overlap(p, other, logic) for other in added)]
        ready = [p for p in conditions if p in lasting or _is_relation(p)]
        for predicate in rule.added:
            if predicate.signature in tokens:
                continue
            for ways, facts in ((ready_ways, ready), (other_ways, lasting)):
                way = _way(rule, facts, predicate, conditions, logic, questions)
                ways.append((predicate.signature, way))
            if [kind for kind in predicate.types if kind == ROOM][1:]:
                pattern = _pattern(rule, ready, None, [*conditions, predicate], logic)
                (atom,) = atoms([predicate], rule.placeholders)
                between_rooms.setdefault(pattern, []).append(atom)
    return _Ways(RuleIndex(logic, ready_ways), RuleIndex(logic, other_ways), between_rooms, tokens)


def _way(
    rule: Rule,
    facts: list[Predicate],
    added: Predicate,
    conditions: list[Predicate],
    logic: GameLogic,
    questions: dict[tuple[Any, ...], int],
) -> _Way:
    """Return ``rule`` as a way to add a fact like ``added``, where some ``facts`` lie ready."""
    pattern = _pattern(rule, facts, added, conditions, logic)
    about = [(place, number) for number, place in pattern.given if pattern.known[place] is None]
    about.sort()
    question = rule.name, tuple(facts), tuple([place for place, _ in about])
    return _Way(
        pattern,
        questions.setdefault(question, len(questions)),
        _taking([number for _, number in about]),
        tuple(
            [
                (number, known)
                for number, place in pattern.given
                if (known := pattern.known[place]) is not None
            ]
        ),
        tuple([(name, _taking(places)) for name, places in atoms(conditions, rule.placeholders)]),
        tuple([placeholder.type for placeholder in rule.placeholders]),
    )


def _taking(places: Sequence[int]) -> _Taking:
    """Return what takes the values in some places as a tuple, without a call of Python."""
    if len(places) > 1:
        return itemgetter(*places)
    first = places[0] if places else 0
    return itemgetter(slice(first, first + len(places)))


def _pattern(
    rule: Rule,
    facts: list[Predicate],
    given: Predicate | None,
    used: Iterable[Predicate],
    logic: GameLogic,
) -> Pattern:
    """Return the pattern of ``facts``; placeholders that are not in ``used`` stay unknown."""
    known = singletons(rule.placeholders, rule.constants, {})
    needed = {parameter for predicate in used for parameter in predicate.parameters}
    unused = [at for at, parameter in enumerate(rule.placeholders) if parameter not in needed]
    return Pattern.of(facts, given, rule.placeholders, known, logic, unused)


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
