"""The plan that wins with the most points, where not all that is optional can be had together.

The search is breadth first over the states of `solver`, with two more bits for each optional quest:
whether it is completed, and whether it has failed. It does not end where the game is first won, but
when no state is left that may lead to more points than are known to be reached: those already had,
and those of all quests that are still open. So what it finds is proven to be the most, unless it
gave up.

Needless actions are left out as for shortest solutions (see `action_pruning`): without them, events
happen when they did. That takes that whatever ends the game or costs points counts as a danger,
since it must not happen earlier either.
"""

__all__ = ["BestPlan", "find_best_plan"]

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.fact_sets import GroundAction, holds
from twbench.generator.knowledge.quest import Quest
from twbench.generator.planning.action_pruning import without_needless
from twbench.generator.planning.grounding import GroundQuest, Problem, ground
from twbench.generator.planning.solver import MAX_NODES, Origin, PlanSearch, path_to
from twbench.logic import Action, Proposition


class BestPlan(NamedTuple):
    """What the search found: the shortest plan to the most ``points``.

    The ``actions`` are None if there are no more than were known. Where it ``gave_up`` after
    ``nodes`` states, the plan is the best that it has met, and nothing is proven.
    """

    actions: tuple[Action, ...] | None
    points: int
    nodes: int
    gave_up: bool


def find_best_plan(
    facts: Iterable[Proposition],
    kb: KnowledgeBase,
    quests: Sequence[Quest],
    known: int,
    max_nodes: int = MAX_NODES,
) -> BestPlan:
    """Return the plan that wins with the most points, if these are more than ``known``.

    Each quest counts once. The search gives up after ``max_nodes`` states.
    """
    required = [quest for quest in quests if not quest.optional]
    extras = [quest for quest in quests if quest.optional and quest.win_events and quest.reward]
    problem = ground(facts, kb, [*required, *map(_counting, extras)])
    search = _BestSearch(_without_needless(problem, len(required), extras), required, extras)
    plan = search.best(known, max_nodes)
    if plan is None:
        return BestPlan(None, known, search.nodes, search.gave_up)
    actions = tuple(step.action for step in plan)
    return BestPlan(actions, search.points, search.nodes, search.gave_up)


def _counting(quest: Quest) -> Quest:
    counting = quest.copy()
    counting.optional = False
    return counting


def _without_needless(problem: Problem, required: int, extras: Sequence[Quest]) -> Problem:
    """Return ``problem`` without the actions that are needless for every number of points.

    To complete a quest earlier is no gain where it ends the game or costs points.
    """
    costs = [True] * required + [quest.reward < 0 for quest in extras]
    unwelcome = tuple(
        mask
        for quest, is_unwelcome in zip(problem.quests, costs, strict=True)
        for mask in quest.wins
        if is_unwelcome
    )
    danger = GroundQuest(wins=(), fails=unwelcome, only_fails=True, repeatable=False)
    kept = without_needless(replace(problem, quests=(*problem.quests, danger)))
    return replace(kept, quests=problem.quests)


class _BestSearch(PlanSearch):
    """One search; the ``extras`` follow the ``required`` quests in the problem.

    ``points`` are those of the best end that it has found.
    """

    def __init__(self, problem: Problem, required: Sequence[Quest], extras: Sequence[Quest]):
        super().__init__(problem)
        self._winners = sum(
            1 << (self._facts + number) for number, quest in enumerate(required) if quest.win_events
        )
        self._first_extra = len(required)
        self._certain = sum(quest.reward for quest in required if quest.win_events)
        # What can never be had, whatever else is done, is known from grounding.
        self._rewards = [
            quest.reward if found.wins else 0
            for quest, found in zip(extras, problem.quests[len(required) :], strict=True)
        ]
        self._figures: dict[int, tuple[int, int]] = {}
        self.points = 0

    def best(self, known: int, max_nodes: int) -> list[GroundAction] | None:
        """Return the actions to the best end with more points than ``known``, or None."""
        start = self._judge(self._initial)
        if start is None or not self._winners:
            return None
        origin: Origin = {start: None}
        queue = [start]
        end: int | None = None
        for state in queue:  # which grows meanwhile
            points, most = self._points(state)
            if most <= known:
                continue
            if state & self._winners == self._winners:
                self.points = known = points
                end = state
                continue
            if self.nodes >= max_nodes:
                self.gave_up = True
                break
            self.nodes += 1
            self._expand(state, origin, queue)
        return None if end is None else path_to(end, origin)

    def _points(self, state: int) -> tuple[int, int]:
        """Return what a win gives with the quests completed so far, and the most it may give."""
        marks = state >> self._facts
        if marks not in self._figures:
            points = most = self._certain
            is_over = state & self._winners == self._winners
            for number, reward in enumerate(self._rewards, self._first_extra):
                is_failed = marks >> (len(self._quests) + number) & 1
                if marks >> number & 1:
                    points += reward
                    most += reward
                elif reward > 0 and not is_failed and not is_over:
                    most += reward
            self._figures[marks] = points, most
        return self._figures[marks]

    def _verdict(self, state: int) -> int | None:
        """Mark the quests that ``state`` completes; an extra that fails is lost, not the game."""
        for number, quest in enumerate(self._quests):
            done = 1 << (self._facts + number)
            failed = done << len(self._quests)
            is_extra = number >= self._first_extra
            if state & failed or (state & done and (is_extra or not quest.repeatable)):
                continue
            if holds(quest.fails, state):
                if not is_extra:
                    return None
                state |= failed
            elif holds(quest.wins, state):
                state |= done
        return state
