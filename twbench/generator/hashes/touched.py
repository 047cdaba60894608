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

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any

from twbench.generator.knowledge.patterns import Atom, Pattern, Same, atoms, fact_of, singletons
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import ROOM
from twbench.generator.knowledge.rule_index import RuleIndex
from twbench.generator.worlds.layout import HOLDING
from twbench.logic import GameLogic, Predicate, Proposition, Rule, Signature, State, Variable
from twbench.logic.hierarchy import is_constant


@dataclass(frozen=True, slots=True)
class Touched:
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
        tuple([fact for fact in facts if _is_used(fact, search, found)]),
    )


def _is_used(fact: Proposition, search: "_Trail", found: Collection[Variable]) -> bool:
    """Say whether the search has come to ``fact``, or it says where something touched stands."""
    if fact in search.seen:
        return True
    if fact.name in HOLDING or search.is_token(fact):
        return all(v in found or v.type == ROOM or is_constant(v.type) for v in fact.arguments)
    return all(v.type == ROOM or is_constant(v.type) for v in fact.arguments)


@dataclass(frozen=True, slots=True)
class _Way:
    """A rule as a way to add a fact.

    ``ready`` finds the instances; their ``conditions`` need not all be facts: of each, the name,
    and what takes its arguments from the variables of an instance. ``roles`` are the types of what
    the rule takes.
    """

    ready: Pattern
    conditions: tuple[tuple[str, Callable[[Sequence[Variable]], Any]], ...]
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Ways:
    """The ways to add facts, those that lie ready and others; and ways for doors."""

    ready: RuleIndex[_Way]
    other: RuleIndex[_Way]
    between_rooms: list[tuple[Pattern, Atom]]
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
        for pattern, atom in self._ways.between_rooms:
            for values in self._state.solutions(pattern.open, list(pattern.known)):
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
        for way in ways.of(fact.signature):
            values = way.ready.values(fact, self._state)
            if values is None:
                continue
            for solution in self._state.solutions(way.ready.open, values):
                found = True
                self._taken.update(zip(solution, way.roles, strict=True))
                for name, arguments_in in way.conditions:
                    condition = name, arguments_in(solution)
                    if condition not in self._asked:
                        self._asked.add(condition)
                        self.want(Proposition(*condition))
        return found


def _with_holders(held: Iterable[Variable], facts: Iterable[Proposition]) -> set[Variable]:
    """Return ``held`` and what is around it."""
    holders: dict[Variable, list[Variable]] = {}
    for fact in facts:
        if fact.name in HOLDING and len(fact.arguments) == 2:
            inner, outer = fact.arguments
            holders.setdefault(inner, []).append(outer)
    pending = list(held)
    for variable in pending:
        pending += set(holders.get(variable, ())).difference(pending)
    return set(pending)


@lru_cache(maxsize=64)
def _ways(key: Same) -> _Ways:
    (logic,) = key.items
    tokens = frozenset(_tokens(logic.rules.values()))
    added = {predicate.signature for rule in logic.rules.values() for predicate in rule.added}
    filed: list[tuple[Signature, _Way, _Way]] = []
    between_rooms: list[tuple[Pattern, Atom]] = []
    for rule in logic.rules.values():
        conditions = [p for p in rule.preconditions if p.signature not in tokens]
        lasting = [p for p in conditions if not any(_overlap(p, other, logic) for other in added)]
        ready = [p for p in conditions if p in lasting or _is_relation(p)]
        for predicate in rule.added:
            if predicate.signature in tokens:
                continue
            other_way, ready_way = (
                _Way(
                    _pattern(rule, facts, predicate, conditions, logic),
                    tuple(
                        [
                            (name, _taking(places))
                            for name, places in atoms(conditions, rule.placeholders)
                        ]
                    ),
                    tuple([placeholder.type for placeholder in rule.placeholders]),
                )
                for facts in (lasting, ready)
            )
            filed.append((predicate.signature, ready_way, other_way))
            if [kind for kind in predicate.types if kind == ROOM][1:]:
                pattern = _pattern(rule, ready, None, [*conditions, predicate], logic)
                between_rooms.append((pattern, atoms([predicate], rule.placeholders)[0]))
    return _Ways(
        RuleIndex(logic, [(signature, ready) for signature, ready, _ in filed]),
        RuleIndex(logic, [(signature, other) for signature, _, other in filed]),
        between_rooms,
        tokens,
    )


def _taking(places: tuple[int, ...]) -> Callable[[Sequence[Variable]], Any]:
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
