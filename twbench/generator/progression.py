"""How far the player has come: with an event, with a quest, with the game.

Each event carries the actions that trigger it. As long as the player follows them, they are
crossed off one by one. When the player does something else, what is left is fitted to the new
state (see `policy`), or begins with the action that undoes what was done, whichever is shorter. An
event whose actions lead nowhere any more, after something that nothing undoes, is untriggerable.
"""

__all__ = ["EventProgression", "GameProgression", "QuestProgression"]

from collections.abc import Sequence
from typing import TYPE_CHECKING

from twbench.errors import LogicError
from twbench.generator.data import KnowledgeBase
from twbench.generator.event import Event
from twbench.generator.policy import Policy, fit, fit_after, without_loops
from twbench.generator.quest import Quest
from twbench.logic import Action, Proposition, State

if TYPE_CHECKING:
    from twbench.generator.game import Game


class EventProgression:
    """Keeps track of one event (seeds: textworld.generator.game.EventProgression)."""

    def __init__(self, event: Event, kb: KnowledgeBase):
        self.event = event
        self._kb = kb
        self._policy: Policy = event.actions
        self._triggered = False
        self._untriggerable = False

    @property
    def triggered(self) -> bool:
        """Whether the event has happened."""
        return self._triggered

    @property
    def untriggerable(self) -> bool:
        """Whether the event cannot happen any more."""
        return self._untriggerable

    @property
    def done(self) -> bool:
        """Whether the event is triggered or untriggerable."""
        return self._triggered or self._untriggerable

    @property
    def triggering_policy(self) -> list[Action]:
        """The actions that trigger the event; none are known for events without actions."""
        return [] if self.done else list(self._policy)

    def update(self, action: Action | None = None, state: State | None = None) -> None:
        """Take note of an action of the player, and of the state it led to.

        Without a state, only actions that follow the policy are understood.
        """
        if self.done:
            return
        if state is not None and self.event.is_triggering(state):
            self._triggered = True
        elif self._policy and action == self._policy[0] and action is not None:
            self._policy = self._policy[1:]
        elif self._policy and action is not None and state is not None:
            self._replan(action, state)
        elif action is None and state is not None:
            self._policy = fit(self._policy, state, self._goal) or ()

    def compress_policy(self, state: State) -> bool:
        """Leave out what ``state`` makes superfluous; return whether that was anything."""
        fitted = fit(self._policy, state, self._goal)
        shorter = None if fitted is None else without_loops(fitted)
        if shorter is None or len(shorter) >= len(self._policy):
            return False
        self._policy = shorter
        return True

    @property
    def _goal(self) -> Sequence[Proposition]:
        return self.event.conditions

    def _replan(self, action: Action, state: State) -> None:
        plans = [fit(self._policy, state, self._goal)]
        undo = self._kb.get_reverse_action(action)
        if undo is not None:
            plans.append(fit((undo, *self._policy), state, self._goal))
        possible = [without_loops(plan) for plan in plans if plan is not None]
        self._untriggerable = not possible
        self._policy = min(possible, key=len, default=())


class QuestProgression:
    """Keeps track of one quest (seeds: textworld.generator.game.QuestProgression).

    A state that is both winning and failing is failing.
    """

    def __init__(self, quest: Quest, kb: KnowledgeBase):
        self.quest = quest
        self.win_progressions = [EventProgression(event, kb) for event in quest.win_events]
        self.fail_progressions = [EventProgression(event, kb) for event in quest.fail_events]
        self.completions = 0
        self._winning = False

    @property
    def completable(self) -> bool:
        """Whether the quest has winning events."""
        return bool(self.win_progressions)

    @property
    def completed(self) -> bool:
        """Whether a winning event has happened."""
        return self.completions > 0

    @property
    def failed(self) -> bool:
        """Whether a failing event has happened."""
        return any(progression.triggered for progression in self.fail_progressions)

    @property
    def unfinishable(self) -> bool:
        """Whether the quest could be won but not any more."""
        return (
            self.completable
            and not self.completed
            and all(progression.untriggerable for progression in self.win_progressions)
        )

    @property
    def done(self) -> bool:
        """Whether the quest is completed, failed or unfinishable."""
        return self.completed or self.failed or self.unfinishable

    @property
    def score(self) -> int:
        """The reward earned: for a repeatable quest, once for each completion."""
        return self.completions * self.quest.reward

    @property
    def winning_policy(self) -> list[Action] | None:
        """The shortest known way to complete the quest; None if it is done or cannot be won."""
        if self.done or not self.completable:
            return None
        policies = [p.triggering_policy for p in self.win_progressions if not p.untriggerable]
        return min((policy for policy in policies if policy), key=len, default=None)

    def update(self, action: Action | None = None, state: State | None = None) -> None:
        """Take note of an action of the player, and of the state it led to."""
        if self.failed or self.unfinishable or (self.completed and not self.quest.repeatable):
            return
        for progression in (*self.fail_progressions, *self.win_progressions):
            progression.update(action, state)
        if state is None or self.failed:
            return
        winning = self.quest.is_winning(state)
        if winning and not self._winning:
            self.completions += 1
        self._winning = winning


class GameProgression:
    """Keeps track of a game: its state, its quests, the score (seeds: GameProgression).

    Optional quests give their rewards, but neither win nor lose the game. Without
    ``track_quests`` there is only the state.
    """

    def __init__(self, game: "Game", track_quests: bool = True):
        self.game = game
        self.state: State = game.world.state.copy()
        self.quest_progressions: list[QuestProgression] = []
        self._tracking = track_quests
        self._policy: list[Action] | None = None
        self._policy_known = False
        if track_quests:
            self.quest_progressions = [QuestProgression(quest, game.kb) for quest in game.quests]
            for progression in self.quest_progressions:
                progression.update(state=self.state)

    @property
    def tracking_quests(self) -> bool:
        """Whether quests are tracked."""
        return self._tracking

    @property
    def _required(self) -> list[QuestProgression]:
        return [
            progression
            for progression in self.quest_progressions
            if not progression.quest.optional and progression.completable
        ]

    @property
    def completed(self) -> bool:
        """Whether all quests are completed that are not optional and can be won.

        A game without any such quest is never completed.
        """
        required = self._required
        return bool(required) and all(progression.completed for progression in required)

    @property
    def failed(self) -> bool:
        """Whether a quest that is not optional has failed or is unfinishable."""
        return any(
            progression.failed or progression.unfinishable
            for progression in self.quest_progressions
            if not progression.quest.optional
        )

    @property
    def done(self) -> bool:
        """Whether the game is completed or failed."""
        return self.completed or self.failed

    @property
    def score(self) -> int:
        """Sum of the rewards of all completed quests."""
        return sum(progression.score for progression in self.quest_progressions)

    @property
    def valid_actions(self) -> list[Action]:
        """The actions that can be applied now, in the order of the rules."""
        kb = self.game.kb
        return list(self.state.all_applicable_actions(kb.rules.values(), kb.constants))

    @property
    def winning_policy(self) -> list[Action] | None:
        """Actions that complete the game from here.

        None if quests are not tracked, the game is failed, or no way is known; empty if it is
        completed.
        """
        if not self._policy_known:
            self._policy = self._find_policy()
            self._policy_known = True
        return None if self._policy is None else list(self._policy)

    def update(self, action: Action) -> None:
        """Apply an action of the player.

        Raises LogicError if it cannot be applied. Quests do not change once the game is done.
        """
        if not self.state.apply(action):
            raise LogicError(f"{action} cannot be applied: its preconditions do not hold.")
        self._policy_known = False
        if self.done:
            return
        for progression in self.quest_progressions:
            progression.update(action, self.state)

    def _find_policy(self) -> list[Action] | None:
        """Join the policies of the open quests, shortest first, each fitted to what precedes it."""
        if not self._tracking or self.failed:
            return None
        if self.completed:
            return []
        open_quests = [progression for progression in self._required if not progression.completed]
        if not open_quests:
            return None
        policies = [progression.winning_policy or [] for progression in open_quests]
        order = sorted(range(len(open_quests)), key=lambda index: len(policies[index]))
        state = self.state.copy()
        plan: list[Action] = []
        won: set[int] = set()
        for index in order:
            if index in won:
                continue
            part = self._fit_quest(open_quests[index], plan, state)
            if part is None:
                return None
            for action in part:
                state.apply(action)
                won.update(i for i, p in enumerate(open_quests) if p.quest.is_winning(state))
            plan.extend(part)
        return plan

    def _fit_quest(
        self, progression: QuestProgression, plan: Sequence[Action], state: State
    ) -> Policy | None:
        """Return the shortest continuation of ``plan`` that wins a quest in ``state``."""
        candidates = []
        for event in progression.win_progressions:
            if event.untriggerable or not event.triggering_policy:
                continue
            goal = event.event.conditions
            part = fit_after(event.triggering_policy, plan, state, goal, self.game.kb)
            if part is not None:
                candidates.append(part)
        return min(candidates, key=len, default=None)
