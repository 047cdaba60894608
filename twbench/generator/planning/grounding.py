"""Grounding: the facts and actions that a search through a game has to look at, as ints.

See `twbench.generator.knowledge.fact_sets` for these. The actions are those that can ever be
applied, found by *relaxed reachability*: facts are only ever added, never removed, and a
new fact is joined with those found before to see which rules it makes applicable. Each action is
found once, when the last of its preconditions comes up. Actions that change nothing are left out.

Facts that no action changes are left out too: they hold throughout or never, so no precondition or
event needs to mention them.
"""

__all__ = ["GroundQuest", "Problem", "deadly_events", "ground"]

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.fact_sets import GroundAction, Numbering
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import places_player
from twbench.generator.planning.incremental_join import SeenFacts, Values
from twbench.generator.planning.lifted_rules import Condition, Fact, LiftedRule, prepared
from twbench.generator.planning.patience import Patience
from twbench.logic import Proposition


@dataclass(frozen=True, slots=True)
class GroundQuest:
    """The conditions of a quest as bit masks; any one of ``wins`` wins, of ``fails`` fails it.

    Events whose facts can never be true are left out. ``only_fails`` tells a quest that never had a
    winning event from one that cannot be won.
    """

    wins: tuple[int, ...]
    fails: tuple[int, ...]
    only_fails: bool
    repeatable: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """What a search needs of a game. ``facts`` is the number of facts that may change."""

    facts: int
    initial: int
    actions: tuple[GroundAction, ...]
    quests: tuple[GroundQuest, ...]
    player_facts: int

    @property
    def goals(self) -> int:
        """The facts that some winning event asks for."""
        return _union(mask for quest in self.quests for mask in quest.wins)

    @property
    def dangers(self) -> int:
        """The facts that some failing event asks for."""
        return _union(mask for quest in self.quests for mask in quest.fails)


def ground(
    facts: Iterable[Proposition],
    kb: KnowledgeBase,
    quests: Iterable[Quest],
    patience: Patience | None = None,
) -> Problem:
    """Return the ``quests`` that count, and the actions that can ever be applied from ``facts`` on.

    Optional quests do not count: they are needed neither for winning nor can they lose the game.
    Raises ImpatientError if there are more actions than there is ``patience`` for.
    """
    counting = [quest for quest in quests if not quest.optional]
    grounding = _Grounding(facts, kb, counting, patience)
    actions = grounding.actions()
    initial = grounding.initial
    changing: Numbering[Fact] = Numbering()
    # Only what some action changes gets a bit, and all of it before the first `known` below, which
    # leaves out what has none.
    changed = [(changing.mask(action.added), changing.mask(action.removed)) for action in actions]

    def masks(events: Iterable[Event]) -> tuple[int, ...]:
        conditions = [grounding.facts_of(event.conditions) for event in events]
        return tuple(
            changing.known(facts)
            for facts in conditions
            if all(fact in changing or fact in initial for fact in facts)
        )

    return Problem(
        facts=len(changing),
        initial=changing.known(initial),
        actions=tuple(
            GroundAction(
                changing.known(action.before),
                removed,
                added,
                (action.rule.rule, tuple([grounding.variables[name] for name in action.values])),
            )
            for action, (added, removed) in zip(actions, changed, strict=True)
        ),
        quests=tuple(
            GroundQuest(
                wins=masks(quest.win_events),
                fails=masks(quest.fail_events),
                only_fails=not quest.win_events,
                repeatable=quest.repeatable,
            )
            for quest in counting
        ),
        player_facts=changing.known(fact for fact in changing if places_player(*fact)),
    )


def deadly_events(quests: Sequence[Quest]) -> list[Event]:
    """Return the events with one condition that lose the game whenever it is met before the end.

    The events of a quest that can be won stop counting once it is won, so they are deadly only if
    that wins the game.
    """
    winnable = [quest for quest in quests if quest.win_events]
    return [
        event
        for quest in quests
        if not quest.win_events or winnable == [quest]
        for event in quest.fail_events
        if len(event.conditions) == 1
    ]


class _Found(NamedTuple):
    """An action that may be applied at some time, in terms of facts."""

    rule: LiftedRule
    values: tuple[str, ...]
    before: list[Fact]
    removed: list[Fact]
    added: list[Fact]


class _Grounding:
    """The search for actions that may be applied at some time and bring about no deadly fact.

    Attributes:
        variables: by name.
        initial: the facts at the start.

    """

    def __init__(
        self,
        facts: Iterable[Proposition],
        kb: KnowledgeBase,
        quests: Sequence[Quest],
        patience: Patience | None,
    ):
        self._patience = patience
        self.variables = {constant.name: constant for constant in kb.constants.values()}
        start: list[Fact] = []
        for fact in facts:
            for variable in fact.arguments:
                self.variables[variable.name] = variable
            start.append((fact.name, fact.names))
        self._types = {name: variable.type for name, variable in self.variables.items()}
        self._known = {name for _, arguments in start for name in arguments}
        self._lifted = prepared(kb)
        self._deadly = {
            fact for event in deadly_events(quests) for fact in self.facts_of(event.conditions)
        }
        self._seen = SeenFacts(self._lifted, self._types)
        # A dict, for its order: the plan found depends on the order in which actions come up.
        self.initial = dict.fromkeys(start)
        self._fresh: list[Fact] = []
        self._found: dict[tuple[str, tuple[str, ...]], _Found] = {}

    def facts_of(self, conditions: Iterable[Proposition]) -> list[Fact]:
        """Return conditions as facts; one about a variable of another type is never true."""
        return [
            (
                condition.name,
                tuple(
                    argument.name
                    if self._types.get(argument.name, argument.type) == argument.type
                    else str(argument)
                    for argument in condition.arguments
                ),
            )
            for condition in conditions
        ]

    def actions(self) -> list[_Found]:
        """Return the actions, each once."""
        for fact in self.initial:
            self._seen.add(fact)
        # The facts at the start are joined all at once: one by one, each had joins of its own.
        for rule in self._lifted.rules:
            self._take(rule, self._seen.solutions(rule))
        for fact in self._fresh:  # which grows meanwhile
            if fact not in self._seen:
                self._seen.add(fact)
                for rule, solutions in self._seen.solutions_with(fact):
                    self._take(rule, solutions)
        return list(self._found.values())

    def _take(self, rule: LiftedRule, solutions: Iterable[Values]) -> None:
        for solution in solutions:
            for values in self._complete(rule, solution) if rule.free else (solution,):
                key = (rule.rule.name, tuple(cast(list[str], values)))
                if key not in self._found:
                    self._note(rule, key)

    def _note(self, rule: LiftedRule, key: tuple[str, tuple[str, ...]]) -> None:
        values = key[1]
        added = _facts(rule.added, values)
        if not self._deadly.isdisjoint(added):
            return
        if self._patience is not None:
            self._patience.make_action()
        self._found[key] = _Found(
            rule, values, _facts(rule.before, values), _facts(rule.removed, values), added
        )
        self._fresh += added

    def _complete(self, rule: LiftedRule, values: Values) -> Iterator[Values]:
        """Yield ``values`` with each choice for placeholders that no precondition mentions."""
        if None not in values:
            yield values
            return
        place = values.index(None)
        # Sorted, since a set of texts has another order in each process.
        for name in sorted(self._known):
            if name not in values and self._types[name] in rule.types[place]:
                following = values.copy()
                following[place] = name
                yield from self._complete(rule, following)


def _facts(conditions: Iterable[Condition], values: Sequence[str]) -> list[Fact]:
    return [(name, pick(values)) for name, pick in conditions]


def _union(masks: Iterable[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result
