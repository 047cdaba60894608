"""The relaxed problem of a game: a smaller one, whose shortest solutions are never longer.

So a game takes at least as many commands as its relaxed problem. Facts that are true stay true
there, except for the place of the player, the conditions of winning events, and what the actions
need that bring these about; and no event fails a quest. Each solution of the game solves it as
well. Besides, many rules are useless in it: see `useful_rules`.

The actions are found from the goals backwards. A fact is wanted if it is a goal or a precondition
of an action that was found, and is not true from the start; the actions that add a wanted fact are
the next ones. So the size of a problem is that of the quest and of the map, however many objects
lie about. A wanted fact gives an action only some of its variables. The others are found by those
preconditions that, in the relaxed problem, hold from the start or never, unless a
goal is reached with them. Too many actions do no harm: what they need has to come true first.

Places of the player may always become true or false. So states that differ in nothing else have
the same problem, but for its start. Chains that a search looks at one after the other often do:
they begin with walks.
"""

__all__ = ["prepare_relaxed", "relaxed"]

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from twbench.bounded_cache import BoundedCache
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.fact_sets import GroundAction, Numbering
from twbench.generator.knowledge.patterns import Pattern, singletons
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import (
    may_move_player,
    may_place_player,
    places_player,
)
from twbench.generator.knowledge.rule_index import RuleIndex
from twbench.generator.planning.grounding import GroundQuest, Problem, deadly_events
from twbench.generator.planning.patience import Patience
from twbench.generator.planning.useful_rules import may_be, useful_rules
from twbench.logic import (
    Action,
    Predicate,
    Proposition,
    Rule,
    Signature,
    State,
    Variable,
)


def relaxed(
    state: State,
    kb: KnowledgeBase,
    quests: Iterable[Quest],
    patience: Patience | None = None,
) -> Problem:
    """Return the relaxed problem of a game that starts in ``state``.

    Raises ImpatientError if there are more actions than there is ``patience`` for.
    """
    counting = [quest for quest in quests if not quest.optional]
    relaxation = _Relaxation(state, kb, counting, patience)
    if patience is not None or relaxation.sources.depend_on_start:
        return relaxation.problem()
    key = _all_but_start(state, kb, counting, relaxation.possible_goals)
    known = _PROBLEMS.get(key)
    if known is None:
        known = _PROBLEMS.keep(key, (relaxation.problem(), relaxation.wanted))
    problem, wanted = known
    here = wanted.known(filter(_is_place, state.facts))
    return replace(problem, initial=problem.initial & ~problem.player_facts | here)


# A search for quests has a few at a time that it comes back to.
_PROBLEMS: BoundedCache[tuple[object, ...], tuple[Problem, Numbering[Proposition]]] = BoundedCache(
    16
)


def _all_but_start(
    state: State, kb: KnowledgeBase, quests: Sequence[Quest], possible_goals: Iterable[Proposition]
) -> tuple[object, ...]:
    """Return all that a relaxed problem depends on, but for where the player is, as a key."""
    asked = [
        (
            quest.repeatable,
            tuple([event.conditions for event in quest.win_events]),
            tuple([event.conditions for event in quest.fail_events]),
        )
        for quest in quests
    ]
    signatures = [
        one
        for one in state.signatures
        if not places_player(one.name, one.types)
        or not all(map(_is_place, state.facts_with_signature(one)))
    ]
    return kb, tuple(asked), tuple(possible_goals), state.snapshot(signatures)


@dataclass(frozen=True, slots=True, eq=False)
class _Source:
    """A rule that may add a fact.

    Attributes:
        rule: the rule.
        pattern: what else holds from the start or never, unless it is a goal.
        anywhere: whether the pattern is about any such fact, and not about one that is given.
        for_goals: whether only actions that reach a goal are of use.
        lasting: for each precondition, whether the pattern is about it.
        signatures: those of the facts that the pattern is about.
        depends_on_start: whether what fits may depend on where the player is.

    """

    rule: Rule
    pattern: Pattern
    anywhere: bool
    for_goals: bool
    lasting: tuple[bool, ...]
    signatures: tuple[Signature, ...]
    depends_on_start: bool


class _MapMoves(NamedTuple):
    """All actions of a source that is about any fact of its kind.

    Attributes:
        actions: the actions, by rule and variables, in an order in which they have numbers.
        adding: the numbers of those that add a fact, by the fact.
        lasting: the facts that they need by the pattern of the source, with the numbers of those
            that need them.
        others: the other facts that they need, those of one action after those of another.
        ends: where those of each action begin in ``others``, and where they all end.
        depend_on_places: whether the pattern is about places of the player.

    """

    actions: dict[tuple[str, tuple[Variable, ...]], Action]
    adding: dict[Proposition, list[int]]
    lasting: dict[Proposition, list[int]]
    others: tuple[Proposition, ...]
    ends: tuple[int, ...]
    depend_on_places: bool


class _Relaxation:
    """The search for the actions of use, from the goals backwards.

    The wanted facts have bits. What is true from the start is never wanted, unless it may become
    false.

    Attributes:
        sources: the rules of use.
        possible_goals: the goals about what exists.
        wanted: the wanted facts.

    """

    def __init__(
        self,
        state: State,
        kb: KnowledgeBase,
        quests: Sequence[Quest],
        patience: Patience | None,
    ):
        self._patience = patience
        self._state = state
        self._kb = kb
        self._quests = quests
        self._goals = dict.fromkeys(
            fact for quest in quests for event in quest.win_events for fact in event.conditions
        )
        known = {*state.variables, *kb.constants.values()}
        self.possible_goals = [fact for fact in self._goals if known.issuperset(fact.arguments)]
        self.sources = _sources_for(self._goals, kb)
        self._deadly = {fact for event in deadly_events(quests) for fact in event.conditions}
        self._may_become_false = set(self._goals)
        self.wanted: Numbering[Proposition] = Numbering()
        # What has a bit, or needs none as long as nothing more may become false.
        self._settled: set[Proposition] = set()

    def problem(self) -> Problem:
        """Return the relaxed problem."""
        # This comes first, since it wants the goals, from which the search for actions starts.
        quests = tuple([self._quest(quest) for quest in self._quests])
        actions = self._actions_of_use()
        mask, masks = self.wanted.known, self.wanted.known_each
        places = set(filter(_is_place, self.wanted))
        changing = self._may_become_false | places
        fluents = [fact for fact in self.wanted if fact in changing]
        may_be_removed = mask(fluents)
        before = masks([action.preconditions for action in actions])
        removed = masks([action.removed for action in actions])
        added = masks([action.added for action in actions])
        return Problem(
            facts=len(self.wanted),
            initial=mask(filter(self._state.is_fact, fluents)),
            actions=tuple(
                [
                    GroundAction(needs, loses & may_be_removed, gains, action)
                    for needs, loses, gains, action in zip(
                        before, removed, added, actions, strict=True
                    )
                ]
            ),
            quests=quests,
            player_facts=mask(places),
        )

    def _actions_of_use(self) -> Collection[Action]:
        """Return the actions that add what is wanted; what they need is wanted too."""
        # Patterns ask for what only actions that reach a goal may add, if any action does. So the
        # facts of the start and the goals are all that they can find. Goals about what does not
        # exist never hold, and the state would refuse those that give a known name another type.
        may_hold = self._state.copy()
        may_hold.add_facts(self.possible_goals)
        actions: dict[tuple[str, tuple[Variable, ...]], Action] = {}
        finished: set[_Source] = set()
        for fact in self.wanted:  # which grows meanwhile
            for source in self.sources.of(fact):
                if source in finished:
                    continue
                # Its pattern is about no given fact, so the first fact has found all instances.
                if source.anywhere:
                    finished.add(source)
                    moves = _moves(source, may_hold)
                    if self._all_are_of_use(moves, source):
                        self._take_moves(moves, actions)
                        continue
                for variables in _instances(source, fact, may_hold):
                    if self._patience is not None:
                        self._patience.make_action()
                    action = source.rule.apply_to(variables)
                    if self._is_of_use(action, source):
                        actions.setdefault((action.name, variables), action)
                        self._want_for(action)
        return actions.values()

    def _all_are_of_use(self, moves: _MapMoves, source: _Source) -> bool:
        """Return whether all ``moves`` are of use, with no goal about the map, and uncounted."""
        return (
            self._patience is None
            and not source.for_goals
            and self._deadly.isdisjoint(moves.adding)
            and moves.lasting.keys().isdisjoint(self._goals)
            and not moves.depend_on_places
        )

    def _take_moves(
        self,
        moves: _MapMoves,
        actions: dict[tuple[str, tuple[Variable, ...]], Action],
    ) -> None:
        """Take note of moves that are all of use, and want what they need.

        What they need by the map is true from the start, and wanted only if it may become false.
        """
        actions.update(moves.actions)
        others, ends, done = moves.others, moves.ends, 0
        found = list(moves.actions.values())
        while (number := self._first_of_note(moves, done)) is not None:
            self._want(others[ends[done] : ends[number]])
            self._want_for(found[number])
            done = number + 1
        self._want(others[ends[done] :])

    def _first_of_note(self, moves: _MapMoves, start: int) -> int | None:
        """Return the first of the moves from a number on that needs more than its place.

        It reaches a goal, or what it needs by the map may become false.
        """
        numbers = [moves.adding[fact] for fact in self._goals if fact in moves.adding]
        lasting = moves.lasting
        numbers += [lasting[fact] for fact in self._may_become_false if fact in lasting]
        return min([number for some in numbers for number in some if number >= start], default=None)

    def _want_for(self, action: Action) -> None:
        """Want what an action of use needs, which may become false if it reaches a goal."""
        needed = action.preconditions
        # Before they are wanted: of what is true from the start, only that gets a bit which may
        # become false.
        if not self._goals.keys().isdisjoint(action.added):
            may_become_false = list(filter(self.sources.may_remove, needed))
            self._may_become_false.update(may_become_false)
            self._settled.difference_update(may_become_false)
        self._want(needed)

    def _quest(self, quest: Quest) -> GroundQuest:
        for event in quest.win_events:
            self._want(event.conditions)
        return GroundQuest(
            wins=tuple([self.wanted.known(event.conditions) for event in quest.win_events]),
            fails=(),
            only_fails=not quest.win_events,
            repeatable=quest.repeatable,
        )

    def _want(self, facts: Iterable[Proposition]) -> None:
        settled = self._settled
        for fact in facts:
            if fact in settled:
                continue
            settled.add(fact)
            if not self._state.is_fact(fact) or self._is_fluent(fact):
                self.wanted.bit(fact)

    def _is_fluent(self, fact: Proposition) -> bool:
        return fact in self._may_become_false or _is_place(fact)

    def _is_of_use(self, action: Action, source: _Source) -> bool:
        if source.for_goals and self._goals.keys().isdisjoint(action.added):
            return False
        return self._deadly.isdisjoint(action.added)


def _instances(source: _Source, fact: Proposition, may_hold: State) -> list[tuple[Variable, ...]]:
    """Return the variables with which a source may add a fact, or any fact of its kind."""
    pattern = source.pattern
    values = list(pattern.known) if source.anywhere else pattern.values(fact, may_hold)
    return [] if values is None else may_hold.solutions(pattern.open, values)


# Chains that a search looks at one after the other, and a game on its way through the builder, have
# the same map: a few, since doors are opened.
_MOVES: BoundedCache[tuple[object, ...], _MapMoves] = BoundedCache(16)


def _moves(source: _Source, may_hold: State) -> _MapMoves:
    """Return the actions of a source that is about any fact of its kind."""
    # Copies of a state have the same objects for the same facts, as long as these do not change.
    key = (source, may_hold.snapshot(source.signatures))
    known = None if source.pattern.open.free else _MOVES.get(key)
    if known is not None:
        return known
    solutions = may_hold.solutions(source.pattern.open, list(source.pattern.known))
    found = [(variables, source.rule.apply_to(variables)) for variables in solutions]
    adding: dict[Proposition, list[int]] = {}
    lasting: dict[Proposition, list[int]] = {}
    others: list[Proposition] = []
    ends = [0]
    for number, (_, action) in enumerate(found):
        for fact in action.added:
            adding.setdefault(fact, []).append(number)
        for fact, lasts in zip(action.preconditions, source.lasting, strict=True):
            if lasts:
                lasting.setdefault(fact, []).append(number)
            else:
                others.append(fact)
        ends.append(len(others))
    moves = _MapMoves(
        {(action.name, variables): action for variables, action in found},
        adding,
        lasting,
        tuple(others),
        tuple(ends),
        any(map(_is_place, lasting)),
    )
    return _MOVES.keep(key, moves)


def _is_place(fact: Proposition) -> bool:
    """Return whether a fact is a place of the player."""
    return places_player(fact.name, fact.names)


class _Sources:
    """The rules that may add a fact, of those that are of use: see `useful_rules`.

    They ``depend_on_start`` if what fits one of them may depend on where the player is.
    """

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
        self._removable = {
            signature
            for rule in useful
            for effect in rule.removed
            for signature in kb.logic.matching_signatures(effect.signature)
        }
        sources = [
            (effect.signature, self._source(rule, effect, for_goals, kb, changing))
            for rule, for_goals in useful.items()
            for effect in rule.added
        ]
        self.depend_on_start = any(source.depends_on_start for _, source in sources)
        self._index = RuleIndex(kb.logic, sources)

    def of(self, fact: Proposition) -> tuple[_Source, ...]:
        """Return the rules that may add a fact."""
        return self._index.of(fact.signature)

    def may_remove(self, fact: Proposition) -> bool:
        """Return whether an action of use may remove a fact."""
        return fact.signature in self._removable

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
            if not any(may_be(other, condition.signature, self._logic) for other in changing)
        ]
        known = singletons(rule.placeholders, rule.constants, kb.constants)
        # The player may get to most places, so they are looked up all at once.
        anywhere = may_move_player(rule, self._logic) and {
            parameter for condition in lasting for parameter in condition.parameters
        } >= set(effect.parameters) - set(rule.constants)
        given = None if anywhere else effect
        pattern = Pattern.of(lasting, given, rule.placeholders, known, self._logic)
        return _Source(
            rule,
            pattern,
            anywhere,
            for_goals,
            tuple([condition in lasting for condition in rule.preconditions]),
            tuple(dict.fromkeys([name for names in pattern.open.matching for name in names])),
            # Free places stand for all that exists: for a room that only the player is in as well.
            bool(pattern.open.free) or any(may_place_player(one, self._logic) for one in lasting),
        )


def prepare_relaxed(goals: Iterable[Proposition], kb: KnowledgeBase) -> None:
    """Do what relaxed problems with such goals need of their logic; it is remembered."""
    _sources_for(goals, kb)


def _sources_for(goals: Iterable[Proposition], kb: KnowledgeBase) -> _Sources:
    """Return the sources of facts, of the rules that are of use for goals."""
    asked = frozenset([fact.signature for fact in goals])
    return _sources(kb, useful_rules(kb, asked))


_sources = lru_cache(maxsize=256)(_Sources)
