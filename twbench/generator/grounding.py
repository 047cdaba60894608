"""Games as bit masks: the facts and actions that a search through a game has to look at.

Facts are numbered; a set of facts is an int with one bit for each. The actions are those that can
ever be applied, found by *relaxed reachability*: facts are only ever added, never removed, and a
new fact is joined with those found before to see which rules it makes applicable. Each action is
found once, when the last of its preconditions comes up. Actions that change nothing are left out.

Facts that no action changes are left out too: they hold throughout or never, so no precondition or
event needs to mention them.
"""

__all__ = ["GroundAction", "GroundQuest", "Problem", "ground"]

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from twbench.generator.game import Game
from twbench.generator.quest import Quest
from twbench.logic import Action, GameLogic, Proposition, Rule, Signature, Variable


@dataclass(frozen=True, slots=True)
class GroundAction:
    """An action as bit masks: the facts needed before, those it removes (all needed) and adds."""

    action: Action
    before: int
    removed: int
    added: int


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


def ground(game: Game) -> Problem:
    """Return the quests of ``game`` that count, and the actions that can ever be applied in it.

    Optional quests do not count: they are needed neither for winning nor can they lose the game.
    """
    quests = [quest for quest in game.quests if not quest.optional]
    actions = _reachable_actions(game, _deadly_facts(quests))
    initial = frozenset(game.world.state.facts)
    changing = dict.fromkeys(
        fact for action in actions for fact in (*action.added, *action.removed)
    )
    bits = {fact: 1 << number for number, fact in enumerate(changing)}

    def mask(facts: Iterable[Proposition]) -> int:
        return _union(bits.get(fact, 0) for fact in facts)

    def masks(conditions: Iterable[Sequence[Proposition]]) -> tuple[int, ...]:
        return tuple(
            mask(facts)
            for facts in conditions
            if all(fact in bits or fact in initial for fact in facts)
        )

    return Problem(
        facts=len(bits),
        initial=mask(initial),
        actions=tuple(
            GroundAction(
                action, mask(action.preconditions), mask(action.removed), mask(action.added)
            )
            for action in actions
        ),
        quests=tuple(
            GroundQuest(
                wins=masks(event.conditions for event in quest.win_events),
                fails=masks(event.conditions for event in quest.fail_events),
                only_fails=not quest.win_events,
                repeatable=quest.repeatable,
            )
            for quest in quests
        ),
        player_facts=mask(fact for fact in changing if fact.name == "at" and fact.names[0] == "P"),
    )


def _deadly_facts(quests: Sequence[Quest]) -> frozenset[Proposition]:
    """Return the facts that lose the game whenever they come about before it is won.

    The events of a quest that can be won stop counting once it is won, so they are deadly only if
    that wins the game.
    """
    winnable = [quest for quest in quests if quest.win_events]
    return frozenset(
        event.conditions[0]
        for quest in quests
        if not quest.win_events or winnable == [quest]
        for event in quest.fail_events
        if len(event.conditions) == 1
    )


def _reachable_actions(game: Game, deadly: frozenset[Proposition]) -> list[Action]:
    """Return the actions that may ever be applied and do not bring about a ``deadly`` fact."""
    rules = [rule for rule in game.kb.rules.values() if rule.added or rule.removed]
    wanting = _wanting(rules, game.kb.logic)
    join = _Join(game)
    actions: dict[tuple[str, tuple[Variable, ...]], Action] = {}
    fresh: list[Proposition] = []

    def take(rule: Rule, seed: tuple[int, Proposition] | None = None) -> None:
        for values in join.assignments(rule, seed):
            key = (rule.name, values)
            if key not in actions:
                action = rule.apply_to(values)
                if deadly.isdisjoint(action.added):
                    actions[key] = action
                    fresh.extend(action.added)

    for rule in rules:
        take(rule)
    for fact in fresh:  # which grows meanwhile
        if join.add(fact):
            for rule, precondition in wanting.get(fact.signature, ()):
                take(rule, (precondition, fact))
    return list(actions.values())


def _wanting(rules: Iterable[Rule], logic: GameLogic) -> dict[Signature, list[tuple[Rule, int]]]:
    """Return, for each signature of facts, the rules and places of the preconditions they fit."""
    wanting: dict[Signature, list[tuple[Rule, int]]] = {}
    for rule in rules:
        for place, predicate in enumerate(rule.preconditions):
            for signature in logic.matching_signatures(predicate.signature):
                wanting.setdefault(signature, []).append((rule, place))
    return wanting


class _Join:
    """Facts that only become more, and the ways to assign variables that make rules applicable.

    `State` answers the same queries for facts that come and go; its indexes do not survive changes.
    """

    def __init__(self, game: Game):
        self._logic = game.kb.logic
        self._constants = game.kb.constants
        self._facts: dict[Proposition, None] = {}
        self._having: dict[tuple[Signature, int, Variable] | Signature, list[Proposition]] = {}
        for fact in game.world.state.facts:
            self.add(fact)
        self._variables = sorted(game.world.state.variables)

    def add(self, fact: Proposition) -> bool:
        """Add a fact, and return whether it is new."""
        if fact in self._facts:
            return False
        self._facts[fact] = None
        self._having.setdefault(fact.signature, []).append(fact)
        for position, variable in enumerate(fact.arguments):
            self._having.setdefault((fact.signature, position, variable), []).append(fact)
        return True

    def assignments(
        self, rule: Rule, seed: tuple[int, Proposition] | None
    ) -> Iterator[tuple[Variable, ...]]:
        """Yield variables for the placeholders of ``rule`` that make its preconditions facts.

        ``seed`` gives the fact for one of the preconditions, by its place.
        """
        values: list[Variable | None] = [
            self._constants.get(placeholder) if placeholder in rule.constants else None
            for placeholder in rule.placeholders
        ]
        pending = list(range(len(rule.preconditions)))
        if seed is None:
            yield from self._solutions(rule, values, pending)
        elif _bind(values, rule.positions[seed[0]], seed[1]) is not None:
            pending.remove(seed[0])
            yield from self._solutions(rule, values, pending)

    def _solutions(
        self, rule: Rule, values: list[Variable | None], pending: list[int]
    ) -> Iterator[tuple[Variable, ...]]:
        if not pending:
            yield from self._complete(rule, values)
            return
        options = [(place, self._candidates(rule, place, values)) for place in pending]
        chosen, candidates = min(options, key=lambda option: len(option[1]))
        rest = [place for place in pending if place != chosen]
        for fact in candidates:
            newly = _bind(values, rule.positions[chosen], fact)
            if newly is not None:
                yield from self._solutions(rule, values, rest)
                for index in newly:
                    values[index] = None

    def _candidates(
        self, rule: Rule, place: int, values: Sequence[Variable | None]
    ) -> list[Proposition]:
        """Return facts that may be the precondition at ``place``, given some of the variables."""
        found: list[Proposition] = []
        signature = rule.preconditions[place].signature
        for position, index in enumerate(rule.positions[place]):
            variable = values[index]
            if variable is not None:
                for fitting in self._logic.matching_signatures(signature):
                    found += self._having.get((fitting, position, variable), ())
                return found
        for fitting in self._logic.matching_signatures(signature):
            found += self._having.get(fitting, ())
        return found

    def _complete(
        self, rule: Rule, values: list[Variable | None]
    ) -> Iterator[tuple[Variable, ...]]:
        """Yield ``values`` with each choice for placeholders that no precondition mentions."""
        if None not in values:
            yield tuple(values)  # type: ignore[arg-type]  # none of them is None
            return
        index = values.index(None)
        types = self._logic.types.subtype_names(rule.placeholders[index].type)
        for variable in self._variables:
            if variable.type in types and variable not in values:
                values[index] = variable
                yield from self._complete(rule, values)
        values[index] = None


def _bind(
    values: list[Variable | None], positions: Sequence[int], fact: Proposition
) -> list[int] | None:
    """Give ``values`` the arguments of ``fact``; return the places that are new, or None.

    None says that the fact does not fit, and that nothing has changed. Different placeholders
    stand for different variables.
    """
    newly: list[int] = []
    for index, argument in zip(positions, fact.arguments, strict=True):
        value = values[index]
        if value is argument or (value is not None and value == argument):
            continue
        if value is not None or _is_used(argument, values):
            break
        values[index] = argument
        newly.append(index)
    else:
        return newly
    for index in newly:
        values[index] = None
    return None


def _is_used(variable: Variable, values: Sequence[Variable | None]) -> bool:
    for value in values:  # noqa: SIM110  (a loop is several times faster than any() here)
        if value is variable:
            return True
    return False


def _union(masks: Iterable[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result
