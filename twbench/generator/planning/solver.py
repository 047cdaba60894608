"""Plans: the fewest actions that complete quests.

The search is breadth first over states that are single ints: the facts that can change, as bits
(see `grounding`), and above them one bit for each quest that is completed. Actions that no
shortest solution needs are left out beforehand (see `action_pruning`), or else every object that
can be put anywhere would multiply the number of states.

The rules of the game are those of `GameProgression`: quests stay completed, the game is won when
all quests are completed that are not optional and can be won, and lost as soon as a quest fails
that is neither optional nor completed. A state in which a quest is both won and lost is lost.
"""

__all__ = [
    "MAX_NODES",
    "Origin",
    "Plan",
    "PlanSearch",
    "find_plan",
    "find_plan_quickly",
    "has_shortcut",
    "path_to",
    "shortest_length",
    "takes",
]

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple, cast

from twbench.bounded_cache import BoundedCache
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.fact_sets import GroundAction, holds
from twbench.generator.knowledge.quest import Quest
from twbench.generator.planning.action_pruning import without_needless
from twbench.generator.planning.delete_relaxation import relaxed
from twbench.generator.planning.grounding import Problem, ground
from twbench.generator.planning.irrelevant_objects import without_irrelevant_objects
from twbench.generator.planning.patience import Patience
from twbench.generator.planning.shortcuts import Shortcuts
from twbench.logic import Action, Proposition, State

MAX_NODES = 100_000
_QUICK_NODES = 1000
"""States of a relaxed problem in which a plan is looked for, which may be none of the game."""
_PROOF_NODES = 5000
"""The same for a proof that there is no shorter plan: to ground the game instead takes longer."""

# The length of a quest is proven when it is made, and asked for again for the whole game.
_PROVEN: BoundedCache[tuple[object, ...], tuple[int, int]] = BoundedCache(16)
"""How many commands it takes at least, by what was proven lately, and the states it took."""

_Step = tuple[int, int, int, bool, GroundAction]
"""Facts needed, those kept, those added, whether an event asks for any, and the action."""
Origin = dict[int, tuple[int, GroundAction] | None]
"""From which state, and by which action, a state was reached first; None for where it began."""


class Plan(NamedTuple):
    """What the search found.

    ``actions`` are the fewest that complete the quests. They are None if there is no plan, or,
    where the search ``gave_up``, if none was found among the first ``nodes`` states.
    """

    actions: tuple[Action, ...] | None
    nodes: int
    gave_up: bool = False

    @property
    def is_impossible(self) -> bool:
        """Whether it is proven that there is no plan."""
        return self.actions is None and not self.gave_up


def find_plan(
    facts: Iterable[Proposition],
    kb: KnowledgeBase,
    quests: Sequence[Quest],
    max_nodes: int = MAX_NODES,
    patience: Patience | None = None,
) -> Plan:
    """Return a shortest plan that completes ``quests``, starting with ``facts``.

    The search gives up after ``max_nodes`` states. Raises ImpatientError if there are more actions
    than there is ``patience`` for.
    """
    search = PlanSearch(without_needless(ground(facts, kb, quests, patience)))
    plan = _run(search, max_nodes, patience)
    if plan is None:
        return Plan(None, search.nodes, search.gave_up)
    return Plan(tuple(step.action for step in plan), search.nodes)


def takes(
    length: int,
    state: State,
    kb: KnowledgeBase,
    quests: Sequence[Quest],
    max_nodes: int = MAX_NODES,
    shortcuts: Shortcuts | None = None,
) -> bool:
    """Return whether it is proven that fewer commands than ``length`` cannot complete ``quests``.

    The game starts in ``state``. What ``shortcuts`` remember is tried first; it changes no answer,
    since where there is a shorter plan, nothing proves that there is none. Most often a relaxed
    problem decides, which is much smaller: it takes as long, or has a solution that is one of the
    game. Else the game itself is searched. That is given up after ``max_nodes`` states: nothing is
    proven then. Without ``shortcuts`` it is a game that is asked about, and not a chain on the way
    to one: what is proven of it is remembered for `shortest_length`.
    """
    if shortcuts is not None and has_shortcut(length, state, quests, shortcuts):
        return False
    search = PlanSearch(relaxed(state, kb, quests))
    is_beaten, plan = search.beaten_by(length, _PROOF_NODES)
    if is_beaten is None or (is_beaten and not _completes(plan, state, quests)):
        search = PlanSearch(_in_full(state, kb, quests))
        is_beaten, plan = search.beaten_by(length, max_nodes)
    if shortcuts is None:
        if is_beaten is False:
            _PROVEN.keep(_asked(state, kb, quests), (length, search.nodes))
    elif is_beaten:
        shortcuts.keep(plan)
    return is_beaten is False


def _in_full(state: State, kb: KnowledgeBase, quests: Sequence[Quest]) -> Problem:
    """Return what the shortest solutions of a game are found in, or of a part of it."""
    return without_needless(ground(without_irrelevant_objects(state, quests), kb, quests))


def has_shortcut(length: int, state: State, quests: Sequence[Quest], shortcuts: Shortcuts) -> bool:
    """Return whether one of ``shortcuts`` completes ``quests`` with fewer commands than a length.

    False proves nothing.
    """
    return shortcuts.is_there(length, state, lambda actions: _completes(actions, state, quests))


def find_plan_quickly(
    state: State,
    kb: KnowledgeBase,
    quests: Sequence[Quest],
    max_nodes: int = MAX_NODES,
    patience: Patience | None = None,
) -> Plan:
    """Return what the relaxed problem tells of a shortest plan: see `find_plan`.

    Where it has no solution, nor has the game; and its shortest solution is one of the game as
    well, most often. Else it is said that the search gave up. It takes a fraction of the time.
    """
    search = PlanSearch(relaxed(state, kb, quests, patience))
    plan = _run(search, min(max_nodes, _QUICK_NODES), patience)
    if plan is None:
        return Plan(None, search.nodes, search.gave_up)
    actions = tuple([step.action for step in plan])
    if _completes(actions, state, quests):
        return Plan(actions, search.nodes)
    return Plan(None, search.nodes, gave_up=True)


def _run(
    search: "PlanSearch", max_nodes: int, patience: Patience | None
) -> list[GroundAction] | None:
    if patience is None:
        return search.run(max_nodes)
    plan = search.run(min(max_nodes, patience.nodes))
    patience.look_at(search.nodes)
    return plan


def shortest_length(
    actions: Sequence[Action],
    state: State,
    kb: KnowledgeBase,
    quests: Sequence[Quest],
    max_nodes: int = MAX_NODES,
) -> int | None:
    """Return the length of a shortest plan, which ``actions`` are likely to be; None as `Plan`.

    If they complete ``quests`` from ``state`` on, it is enough to prove that fewer do not. Most
    often the relaxed problem does, in a twentieth of the time of `find_plan`; else the game itself,
    without that one has to know how its states were reached.
    """
    problem = None
    if all(_is_of(action, state, kb) for action in actions) and _completes(actions, state, quests):
        length, nodes = _PROVEN.get(_asked(state, kb, quests)) or (0, 0)
        if length == len(actions) and nodes <= max_nodes:
            return length
        few = min(max_nodes, _PROOF_NODES)
        if PlanSearch(relaxed(state, kb, quests)).beats(len(actions), few) is False:
            return len(actions)
        problem = _in_full(state, kb, quests)
        is_beaten = PlanSearch(problem).beats(len(actions), max_nodes)
        if not is_beaten:
            return None if is_beaten is None else len(actions)
    plan = PlanSearch(problem or _in_full(state, kb, quests)).run(max_nodes)
    return None if plan is None else len(plan)


def _asked(state: State, kb: KnowledgeBase, quests: Iterable[Quest]) -> tuple[object, ...]:
    """Return all that decides how many commands it takes to complete ``quests``, as a key."""
    told = [
        (
            quest.optional,
            quest.repeatable,
            tuple([event.condition for event in quest.win_events]),
            tuple([event.condition for event in quest.fail_events]),
        )
        for quest in quests
    ]
    return kb, frozenset(state.facts), tuple(told)


def _is_of(action: Action, state: State, kb: KnowledgeBase) -> bool:
    """Return whether an action, which may come from a file, is one of a rule of the game."""
    rule = kb.rules.get(action.name)
    found = None if rule is None else rule.match(action)
    if found is None or len(set(found.values())) < len(found):
        return False
    constants = kb.constants.values()
    return all(
        kb.logic.types.is_subtype(variable.type, placeholder.type)
        and (variable in constants or state.has_variable(variable))
        for placeholder, variable in found.items()
    )


def _completes(actions: Iterable[Action], state: State, quests: Sequence[Quest]) -> bool:
    """Return whether a plan completes ``quests`` from ``state`` and never fails one of them."""
    counting = [quest for quest in quests if not quest.optional]
    pending = [quest for quest in counting if quest.win_events]
    now = state.copy()
    for action in (None, *actions):
        if action is not None and not now.apply(action):
            return False
        if any(quest.is_failing(now) for quest in counting):
            return False
        pending = [quest for quest in pending if not quest.is_winning(now)]
    return not pending


class PlanSearch:
    """One breadth-first search.

    ``nodes`` counts the states looked at; it ``gave_up`` if there were too many.
    """

    def __init__(self, problem: Problem):
        self.nodes = 0
        self.gave_up = False
        self._quests = problem.quests
        self._facts = problem.facts
        self._won = 0
        for number, quest in enumerate(problem.quests):
            # A quest that can never be won counts as well: then no state has all these bits.
            if not quest.only_fails:
                self._won |= 1 << (self._facts + number)
        self._initial = problem.initial
        self._player = problem.player_facts
        # Most actions are possible in one room only. Filed by room, all others are never looked at.
        self._anywhere: list[_Step] = []
        self._by_place: dict[int, list[_Step]] = {}
        self._possible: dict[int, tuple[_Step, ...]] = {}
        asked = problem.goals | problem.dangers
        # What tells which quests a state completes: these facts, and the quests completed before.
        self._telling = asked | -1 << self._facts
        self._verdicts: dict[int, int | None] = {}
        self._layers: list[list[int]] = []
        for action in problem.actions:
            place = action.before & self._player
            steps = self._by_place.setdefault(place, []) if place else self._anywhere
            matters = bool((action.removed | action.added) & asked)
            # Events are looked at again only where a fact that they ask for may have changed.
            steps.append((action.before, ~action.removed, action.added, matters, action))

    def run(self, max_nodes: int) -> list[GroundAction] | None:
        """Return the actions of a shortest solution, or None."""
        # A game without a quest to be won is never won: see `GameProgression.completed`.
        start = self._judge(self._initial)
        if start is None or not self._won:
            return None
        origin: Origin = {start: None}
        queue = [start]
        for state in queue:  # which grows meanwhile
            if state & self._won == self._won:
                return path_to(state, origin)
            if self.nodes >= max_nodes:
                self.gave_up = True
                return None
            self.nodes += 1
            self._expand(state, origin, queue)
        return None

    def _expand(self, state: int, origin: Origin, queue: list[int]) -> None:
        """Put the states one action away into ``queue``, unless ``origin`` knows them already."""
        for before, kept, added, matters, action in self._steps_at(state & self._player):
            if state & before == before:
                following: int | None = state & kept | added
                if matters:
                    following = self._judge(state & kept | added)
                if following is not None and following not in origin:
                    origin[following] = (state, action)
                    queue.append(following)

    def beats(self, length: int, max_nodes: int) -> bool | None:
        """Return whether there is a solution of less than ``length``; None if it gives up.

        Unlike `run`, it need not remember how states were reached, nor look for any behind those of
        the last layer. How a solution goes is found out afterwards: see `beaten_by`.
        """
        start = self._judge(self._initial)
        if start is None or not self._won:
            return False
        seen = {start}
        frontier = [start]
        self._layers = []
        won = self._won
        for depth in range(length):
            if depth:
                frontier = self._next_frontier(frontier, seen)
            self._layers.append(frontier)
            if any(state & won == won for state in frontier):
                return True
            self.nodes += len(frontier)
            if self.nodes > max_nodes:
                return None
        return False

    def beaten_by(self, length: int, max_nodes: int) -> tuple[bool | None, list[Action]]:
        """Return what `beats` does, and the shortest solution, that of `run`, if it is shorter."""
        is_beaten = self.beats(length, max_nodes)
        return is_beaten, [step.action for step in self.beating()] if is_beaten else []

    def beating(self) -> list[GroundAction]:
        """Return the actions of the shortest solution that `beats` has found."""
        *earlier, last = self._layers
        state = next(state for state in last if state & self._won == self._won)
        path = []
        for layer in reversed(earlier):
            state, action = self._led_to(state, layer)
            path.append(action)
        return path[::-1]

    def _led_to(self, following: int, layer: Iterable[int]) -> tuple[int, GroundAction]:
        """Return the first state of a layer that leads to a state of the next one, and how."""
        origin: Origin = {}
        for state in layer:
            self._expand(state, origin, [])
            if following in origin:
                break
        return cast("tuple[int, GroundAction]", origin[following])

    def _next_frontier(self, frontier: Iterable[int], seen: set[int]) -> list[int]:
        """Return the states one action away that are not yet among those ``seen``."""
        found = []
        player, possible = self._player, self._possible
        for state in frontier:
            here = state & player
            for before, kept, added, matters, _ in possible.get(here) or self._steps_at(here):
                if state & before == before:
                    following: int | None = state & kept | added
                    if matters:
                        following = self._judge(state & kept | added)
                    if following is not None and following not in seen:
                        seen.add(following)
                        found.append(following)
        return found

    def _steps_at(self, here: int) -> tuple[_Step, ...]:
        """Return the steps that may be possible where the player is: facts, of one room or more."""
        steps = self._possible.get(here)
        if steps is None:
            if here & (here - 1):
                there = [at for place, at in self._by_place.items() if place & here == place]
            else:
                there = [self._by_place.get(here, [])]  # one fact or none, as in most games
            steps = self._possible[here] = (*chain.from_iterable(there), *self._anywhere)
        return steps

    def _judge(self, state: int) -> int | None:
        """Return ``state`` with the quests marked that it completes, or None if it is lost.

        The mark is part of the state: the same facts before and after are different states.
        """
        # A search meets a few cases of what is asked for, in thousands of states.
        case = state & self._telling
        try:
            verdict = self._verdicts[case]
        except KeyError:
            verdict = self._verdicts[case] = self._verdict(case)
        return None if verdict is None else state | verdict

    def _verdict(self, state: int) -> int | None:
        """Judge a state, of which no more need be given than what tells of quests."""
        for number, quest in enumerate(self._quests):
            done = 1 << (self._facts + number)
            # Once won, it can neither be won again nor fail; a repeatable one still may fail.
            if state & done and not quest.repeatable:
                continue
            if holds(quest.fails, state):
                return None
            if holds(quest.wins, state):
                state |= done
        return state


def path_to(state: int, origin: Origin) -> list[GroundAction]:
    """Return the actions to ``state``, where ``origin`` has what led to each state."""
    path = []
    step = origin[state]
    while step is not None:
        state, action = step
        path.append(action)
        step = origin[state]
    return path[::-1]
