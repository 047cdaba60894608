"""What the quests of a game touch: their entities, and what has to be handled on the way to them.

Touched are

- the entities in the conditions of winning and failing events;
- the entities of actions that may bring about a wanted fact;
- the place in, on or at which a touched entity is.

Wanted are the conditions of events; the preconditions of the actions that may bring these about,
and so on; and every fact between two rooms that an action may bring about, since closed doors are
in the way. A fact that is true from the beginning is used, but need not be brought about.

Of the actions that add a wanted fact, only those count that lie ready: each of their preconditions
that no rule adds must be a fact, and so must each relation between two things (at, on, match;
constants such as the player and the inventory are no things here). Their other preconditions are
wanted: open(c), in(k, I). If no action lies ready, relations that rules add may be wanted too, and
placeholders that no fact tells may stand for anything of their type.

Where a token stands is never wanted: it can get anywhere. A token is what a rule removes from one
place and adds to another one, if a condition relates the two places, as in

    go/north :: at(P, r) & $north_of(r', r) & ... -> at(P, r')
    take     :: ... & carrying(slot) & $next(slot, slot') -> in(o, I) & carrying(slot')

Of the facts about touched entities, only those are told that are used: the facts that were met in
this search, where tokens stand, and what things are in, on or at. So food that is only to be
fetched counts as any object that is fetched, since a rule takes it as one.

All of this follows from facts, quests and rules, whatever they are called, and not from a solution.
The things that are not touched are irrelevant objects: they may be handled, but need not be.
"""

__all__ = ["Touched", "touched"]

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from twbench.generator.hashes.questions import Condition, Part, Question
from twbench.generator.hashes.ways import ways_of
from twbench.generator.knowledge.patterns import Same
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import ROOM
from twbench.generator.worlds.layout import HOLDING
from twbench.logic import Proposition, Signature, State, Variable
from twbench.logic.hierarchy import is_constant

_Said = tuple[str, tuple[Variable, ...]]
"""What a fact says, its name and arguments, whether or not it has been made."""


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
    search = _Trail(state, facts)
    for quest in quests:
        for event in quest.events:
            for fact in event.conditions:
                search.want((fact.name, fact.arguments))
    search.run()
    found = _with_holders(search.touched, facts)
    roles: dict[Variable, set[str]] = {variable: set() for variable in found}
    for variable, role in search.taken:
        roles[variable].add(role)
    return Touched(
        {variable: frozenset(some) for variable, some in roles.items()},
        tuple(_used(facts, search, found)),
    )


def _used(
    facts: Iterable[Proposition], search: "_Trail", found: set[Variable]
) -> Iterator[Proposition]:
    """Yield the facts that the search has come to, and those that say where something stands.

    What stands there is touched.
    """
    # For each signature, which arguments are things; None if such a fact says no place.
    things: dict[Signature, tuple[int, ...] | None] = {}
    seen = search.seen
    for fact in facts:
        arguments = fact.arguments
        if (fact.name, arguments) in seen:
            yield fact
            continue
        signature = fact.signature
        if signature in things:
            places = things[signature]
        else:
            places = _places_of_things(signature.types)
            if places and not (signature.name in HOLDING or search.is_token(signature)):
                places = None
            things[signature] = places
        if places is not None and found.issuperset([arguments[place] for place in places]):
            yield fact


@lru_cache(maxsize=1024)
def _places_of_things(types: tuple[str, ...]) -> tuple[int, ...] | None:
    """Return which arguments are things: all but rooms and constants."""
    return tuple(
        [place for place, kind in enumerate(types) if kind != ROOM and not is_constant(kind)]
    )


class _Trail:
    """Follows wanted facts back to what brings them about.

    Attributes:
        touched: all that the wanted facts are about, and that rules take.
        taken: what rules take, each with its role.
        seen: the wanted facts.

    """

    def __init__(self, state: State, about_things: Collection[Proposition]):
        self.touched: set[Variable] = set()
        self.taken: set[tuple[Variable, str]] = set()
        self.seen: set[_Said] = set()
        self._answers: dict[tuple[Question, Any], bool] = {}
        self._instances: dict[tuple[Part, Any], list[tuple[Variable, ...]]] = {}
        self._followed: set[tuple[Part, Any]] = set()
        self._state = state
        self._about_things = {(fact.name, fact.arguments) for fact in about_things}
        self._clues = {
            (name, number, variable)
            for name, arguments in self._about_things
            if len(arguments) > 1
            for number, variable in enumerate(arguments)
        }
        self._ways = ways_of(Same(state.logic))
        self._pending: list[_Said] = []

    def want(self, said: _Said) -> None:
        """Touch the entities of a fact, and follow it unless it is true."""
        if said not in self.seen:
            self.touched.update(said[1])
            self.seen.add(said)
            if not self._is_fact(said):
                self._pending.append(said)

    def is_token(self, signature: Signature) -> bool:
        """Say whether facts of a signature say where a token stands."""
        return signature in self._ways.tokens

    def run(self) -> None:
        """Find all that is touched."""
        for pattern, added in self._ways.between_rooms.items():
            for values in self._state.solutions(pattern.open, list(pattern.known)):
                for name, places in added:
                    said = name, tuple([values[place] for place in places])
                    if said not in self.seen and not self._is_fact(said):
                        self.want(said)
        while self._pending:
            self._follow(*self._pending.pop())
        self.touched.update([variable for variable, _ in self.taken])

    def _want_all(self, conditions: Iterable[Condition], instance: tuple[Variable, ...]) -> None:
        """Do the same for conditions, the entities of which are taken in any case."""
        seen, about_things = self.seen, self._about_things
        for name, arguments in conditions:
            said = name, arguments(instance)
            if said not in seen:
                seen.add(said)
                if said not in about_things and not self._is_between_rooms(said):
                    self._pending.append(said)

    def _is_fact(self, said: _Said) -> bool:
        return said in self._about_things or self._is_between_rooms(said)

    def _is_between_rooms(self, said: _Said) -> bool:
        """Say whether it is one of the facts that are not about things."""
        _, arguments = said
        return (
            len(arguments) == 2
            and arguments[0].type == arguments[1].type == ROOM
            and self._state.is_fact(Proposition(*said))
        )

    def _follow(self, name: str, arguments: tuple[Variable, ...]) -> None:
        """Touch and want what rules need to add a fact."""
        found = False
        ways = self._ways.about[name, tuple([variable.type for variable in arguments])]
        for way in ways:
            if way.fits(arguments):
                found |= self._ask(way.ready, way.things(arguments))
        if not found:
            for way in ways:
                if way.fits(arguments):
                    self._ask(way.other, way.things(arguments))

    def _ask(self, questions: Iterable[Question], things: tuple[Variable, ...]) -> bool:
        """Touch and want what is found about ``things``; say whether there is any."""
        found = False
        for question in questions:
            asked = question, things
            answer = self._answers.get(asked)
            if answer is None:
                answer = self._answers[asked] = self._answer(question, things)
            found |= answer
        return found

    def _answer(self, question: Question, things: tuple[Variable, ...]) -> bool:
        at_hand = things + question.constants
        about_things = self._about_things
        for one, other in question.apart:
            if at_hand[one] is at_hand[other]:
                return False
        facts = []
        for name, arguments in question.facts:
            said = name, arguments(at_hand)
            if said not in about_things and not self._is_between_rooms(said):
                return False
            facts.append(said)
        parts = []
        for part, needs in question.parts:
            asked = part, needs(at_hand)
            instances = self._instances.get(asked)
            if instances is None:
                instances = self._instances[asked] = self._find(*asked)
            if not instances:
                return False
            parts.append(asked)
        self.seen.update(facts)
        self.taken.update(zip(at_hand, question.roles))  # noqa: B905  (keywords take time)
        if question.wanted:
            self._want_all(question.wanted, at_hand)
        for asked in parts:
            if asked not in self._followed:
                self._followed.add(asked)
                self._take(asked[0], self._instances[asked])
        return True

    def _find(self, part: Part, known: tuple[Variable, ...]) -> list[tuple[Variable, ...]]:
        """Return the instances of a part."""
        clues = self._clues
        for name, number, place in part.clues:
            if (name, number, known[place]) not in clues:
                return []
        return self._state.solutions(part.query, [*part.open, *known])

    def _take(self, part: Part, instances: Iterable[tuple[Variable, ...]]) -> None:
        """Touch and want what instances of a part need."""
        taken, seen, roles, facts = self.taken, self.seen, part.roles, part.facts
        for instance in instances:
            taken.update(zip(instance, roles))  # noqa: B905 (what is known comes after the roles)
            for name, arguments in facts:
                seen.add((name, arguments(instance)))
            if part.wanted:
                self._want_all(part.wanted, instance)


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
