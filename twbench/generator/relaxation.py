"""A smaller problem whose solutions are never longer: what takes long in it, takes long indeed.

In the relaxed problem facts stay true once they are, but for the place of the player, and no event
fails a quest. Each solution of the game solves it as well. Besides, many rules are useless in it,
which their conditions tell; nothing has to be grounded to see it.

A rule *a* is useless if whatever an action could gain from a fact that *a* adds has been there
before: for each rule *b* with a precondition that such a fact may match, all that *b* adds is among
the preconditions of *a*, and neither rule moves the player. Dropping a thing is useless, since to
take it back is all it is good for. Cut *a* out of a solution, and each *b* that needed what *a*
added: the preconditions of *a* stay true, so no later action misses anything. An action that adds
what a winning event asks for is of use, however. Rules are judged again as long as others turn out
to be useless, one after the other: closing is useless as soon as locking is.

The actions are found from the goals backwards: those that add a fact that is wanted, not true from
the start; what they need is wanted next. So the size of a problem is that of the quest and of the
map, however many objects lie about. The variables of an action that the wanted fact does not tell
are told by the preconditions that hold from the start or never, in the relaxed problem, unless a
goal is reached with them. Too many actions do no harm: what they need has to come true first.
"""

__all__ = ["relaxed"]

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from twbench.generator.data import KnowledgeBase
from twbench.generator.grounding import GroundAction, GroundQuest, Problem, deadly_events
from twbench.generator.patterns import Atom, Pattern, Same, atoms, singletons
from twbench.generator.quest import Quest
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

_PLAYER = "P"
_MAX_KNOWN = 4096  # actions remembered for each set of rules: some megabytes


def relaxed(state: State, kb: KnowledgeBase, quests: Iterable[Quest]) -> Problem:
    """Return the relaxed problem of a game that starts in ``state``."""
    return _Relaxation(state, kb, [quest for quest in quests if not quest.optional]).problem()


@dataclass(frozen=True, slots=True, eq=False)
class _Source:
    """A rule that may add a fact.

    Attributes:
        rule: the rule.
        effect: the predicate that the fact is to be.
        pattern: what else holds from the start or never, unless it is a goal.
        lasting: the signatures of the facts that the pattern is about.
        for_goals: whether only actions that reach a goal are of use.
        before, removed, added: the conditions and effects of the rule.

    """

    rule: Rule
    effect: Predicate
    pattern: Pattern
    lasting: tuple[Signature, ...]
    for_goals: bool
    before: tuple[Atom, ...]
    removed: tuple[Atom, ...]
    added: tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """An action of use, in terms of facts."""

    rule: Rule
    variables: tuple[Variable, ...]
    before: list[Proposition]
    removed: list[Proposition]
    added: list[Proposition]


class _Relaxation:
    """The search for the actions of use, from the goals backwards.

    A fact that is wanted has a bit. What is true from the start is never wanted, but for the places
    of the player.
    """

    def __init__(self, state: State, kb: KnowledgeBase, quests: Sequence[Quest]):
        self._state = state
        self._kb = kb
        self._quests = quests
        self._goals = dict.fromkeys(
            fact for quest in quests for event in quest.win_events for fact in event.conditions
        )
        self._deadly = {fact for event in deadly_events(quests) for fact in event.conditions}
        self._bits: dict[Proposition, int] = {}
        self._wanted: list[Proposition] = []

    def problem(self) -> Problem:
        """Return the relaxed problem."""
        asked = frozenset([fact.signature for fact in self._goals])
        sources = _sources(Same(self._kb), _useful_rules(Same(self._kb), asked))
        known = {*self._state.variables, *self._kb.constants.values()}
        may_hold = self._state.copy()
        may_hold.add_facts([fact for fact in self._goals if known.issuperset(fact.arguments)])
        quests = tuple([self._quest(quest) for quest in self._quests])
        actions: dict[tuple[str, tuple[Variable, ...]], _Found] = {}
        for fact in self._wanted:  # which grows meanwhile
            for source in sources.of(fact):
                for action in sources.actions(source, fact, may_hold):
                    if self._is_of_use(action, source):
                        actions.setdefault((action.rule.name, action.variables), action)
                        self._want(action.before)
        mask = self._mask
        places = [fact for fact in self._wanted if _is_place(fact)]
        return Problem(
            facts=len(self._wanted),
            initial=mask(filter(self._state.is_fact, places)),
            actions=tuple(
                [
                    GroundAction(
                        action.rule,
                        action.variables,
                        mask(action.before),
                        mask(action.removed),
                        mask(action.added),
                    )
                    for action in actions.values()
                ]
            ),
            quests=quests,
            player_facts=mask(places),
        )

    def _quest(self, quest: Quest) -> GroundQuest:
        for event in quest.win_events:
            self._want(event.conditions)
        return GroundQuest(
            wins=tuple([self._mask(event.conditions) for event in quest.win_events]),
            fails=(),
            only_fails=not quest.win_events,
            repeatable=quest.repeatable,
        )

    def _want(self, facts: Iterable[Proposition]) -> None:
        for fact in facts:
            if fact not in self._bits and (_is_place(fact) or not self._state.is_fact(fact)):
                self._bits[fact] = 1 << len(self._wanted)
                self._wanted.append(fact)

    def _mask(self, facts: Iterable[Proposition]) -> int:
        mask = 0
        for fact in facts:
            mask |= self._bits.get(fact, 0)
        return mask

    def _is_of_use(self, action: _Found, source: _Source) -> bool:
        if source.for_goals and self._goals.keys().isdisjoint(action.added):
            return False
        return self._deadly.isdisjoint(action.added)


def _actions(source: _Source, fact: Proposition, may_hold: State) -> list[_Found]:
    """Return the actions by which a source may add a fact."""
    values = source.pattern.values(fact, may_hold)
    if values is None:
        return []
    return [
        _Found(
            source.rule,
            variables,
            _facts(source.before, variables),
            [place for place in _facts(source.removed, variables) if _is_place(place)],
            _facts(source.added, variables),
        )
        for variables in may_hold.solutions(source.pattern.open, values)
    ]


def _facts(atoms: Iterable[Atom], variables: Sequence[Variable]) -> list[Proposition]:
    return [Proposition(name, tuple([variables[at] for at in places])) for name, places in atoms]


def _is_place(fact: Proposition) -> bool:
    """Return whether a fact is a place of the player."""
    return fact.name == "at" and fact.names[0] == _PLAYER


class _Sources:
    """The rules that may add a fact, of those that are of use: see `_useful_rules`."""

    def __init__(self, kb: KnowledgeBase, useful_rules: Iterable[tuple[str, bool]]):
        self._logic = kb.logic
        useful = {kb.rules[name]: for_goals for name, for_goals in useful_rules}
        # Facts of these come about by other actions than those that reach a goal with them.
        changing = [
            effect
            for rule, for_goals in useful.items()
            if not for_goals or len(rule.added) > 1
            for effect in rule.added
        ]
        self._sources = [
            self._source(rule, effect, for_goals, kb, changing)
            for rule, for_goals in useful.items()
            for effect in rule.added
        ]
        self._by_signature: dict[Signature, tuple[_Source, ...]] = {}
        self._known: dict[tuple[_Source, Proposition, tuple[object, ...]], list[_Found]] = {}

    def of(self, fact: Proposition) -> tuple[_Source, ...]:
        """Return the rules that may add a fact."""
        found = self._by_signature.get(fact.signature)
        if found is None:
            found = tuple(
                source
                for source in self._sources
                if self._logic.accepts(source.effect.signature, fact.signature)
            )
            self._by_signature[fact.signature] = found
        return found

    def actions(self, source: _Source, fact: Proposition, may_hold: State) -> list[_Found]:
        """Return the actions by which a source may add a fact.

        The latest are remembered, with the facts they depend on: most are about the map, which is
        the same in all states of a search.
        """
        if source.pattern.open.free:
            return _actions(source, fact, may_hold)
        key = (source, fact, may_hold.snapshot(source.lasting))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            known = self._known[key] = _actions(source, fact, may_hold)
        return known

    def _source(
        self,
        rule: Rule,
        effect: Predicate,
        for_goals: bool,
        kb: KnowledgeBase,
        changing: Sequence[Predicate],
    ) -> _Source:
        lasting = [
            condition
            for condition in rule.preconditions
            if not any(_may_be(other, condition.signature, self._logic) for other in changing)
        ]
        known = singletons(rule.placeholders, rule.constants, kb.constants)
        return _Source(
            rule,
            effect,
            Pattern.of(lasting, effect, rule.placeholders, known, self._logic),
            tuple(
                dict.fromkeys(
                    signature
                    for condition in lasting
                    for signature in self._logic.matching_signatures(condition.signature)
                )
            ),
            for_goals,
            *[
                atoms(predicates, rule.placeholders)
                for predicates in (rule.preconditions, rule.removed, rule.added)
            ],
        )


@lru_cache(maxsize=256)
def _sources(key: Same, useful_rules: tuple[tuple[str, bool], ...]) -> _Sources:
    (kb,) = key.items
    return _Sources(kb, useful_rules)


@lru_cache(maxsize=1024)
def _useful_rules(key: Same, asked: frozenset[Signature]) -> tuple[tuple[str, bool], ...]:
    """Return the rules that are not useless; True for those of use for winning events alone."""
    (kb,) = key.items
    uses = _uses(key)
    useful = {name: rule for name, rule in kb.rules.items() if rule.added}
    goals_alone: set[str] = set()
    while True:
        useless = next(
            (name for name in useful if name not in goals_alone and uses[name].isdisjoint(useful)),
            None,
        )
        if useless is None:
            return tuple([(name, name in goals_alone) for name in useful])
        if any(
            _may_be(fact, signature, kb.logic)
            for fact in useful[useless].added
            for signature in asked
        ):
            goals_alone.add(useless)
        else:
            del useful[useless]


@lru_cache(maxsize=64)
def _uses(key: Same) -> dict[str, frozenset[str]]:
    """Return for each rule the names of those that keep it from being useless."""
    (kb,) = key.items
    rules = [rule for rule in kb.rules.values() if rule.added or rule.removed]
    return {
        rule.name: frozenset(
            [
                other.name
                for other in rules
                if (other is rule and _moves(rule, kb.logic)) or _gains(other, rule, kb.logic)
            ]
        )
        for rule in rules
    }


def _may_be(predicate: Predicate, signature: Signature, logic: GameLogic) -> bool:
    """Return whether some fact has both types like the predicate and like the signature."""
    return (
        predicate.name == signature.name
        and len(predicate.parameters) == len(signature.types)
        and all(
            not logic.types.subtype_names(one).isdisjoint(logic.types.subtype_names(other))
            for one, other in zip(predicate.signature.types, signature.types, strict=True)
        )
    )


def _gains(other: Rule, rule: Rule, logic: GameLogic) -> bool:
    """Return whether ``other`` may gain something from what ``rule`` adds."""
    return not all(
        _gains_nothing(other, condition, rule, fact, logic)
        for fact in rule.added
        for condition in other.preconditions
        if _may_be(condition, fact.signature, logic)
    )


def _gains_nothing(
    other: Rule, condition: Predicate, rule: Rule, fact: Predicate, logic: GameLogic
) -> bool:
    """Return whether all that ``other`` adds, with a fact as condition, ``rule`` needed before."""
    mapping: dict[Placeholder, Placeholder] = {}
    for ours, theirs in zip(condition.parameters, fact.parameters, strict=True):
        if mapping.setdefault(ours, theirs) != theirs:
            return True  # different placeholders stand for different variables
    unbound = set(other.placeholders) - set(other.constants) - mapping.keys()
    needed = {(predicate.name, predicate.parameters) for predicate in rule.preconditions}
    return not _moves(other, logic) and all(
        unbound.isdisjoint(added.parameters)
        and (added.name, tuple([mapping.get(p, p) for p in added.parameters])) in needed
        for added in other.added
    )


def _moves(rule: Rule, logic: GameLogic) -> bool:
    """Return whether a rule may change the place of the player."""
    return any(
        effect.name == "at" and _PLAYER in logic.types.subtype_names(effect.types[0])
        for effect in (*rule.added, *rule.removed)
        if effect.parameters
    )
