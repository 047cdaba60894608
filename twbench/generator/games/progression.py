"""How far the player has come: with an event, with a quest, with the game.

Each event carries the actions that trigger it. As long as the player follows them, they are
crossed off one by one. When the player does something else, what is left is fitted to the new
state (see `policy`) or, if that is no plan any more, begins with the action that undoes what was
done. What fails the quest on the way is no plan. An event whose actions lead nowhere any more,
after something that nothing undoes, is untriggerable. So is one that no actions are given for, or
none that can be done, once none can make it happen.

The policy of the game joins those of its quests. Where they do not fit together, such as when hands
are full, or where that is longer than to undo what was done, the last policy of the game is fitted
in the same way.
"""

__all__ = ["EventProgression", "GameProgression", "QuestProgression"]

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Self

from twbench.errors import LogicError
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.event_progression import EventProgression, copied, patience_for
from twbench.generator.knowledge.fact_sets import GroundAction, holds
from twbench.generator.knowledge.policy import (
    GroundGame,
    Policy,
    fails_on_the_way,
    fit,
    fit_after,
    fit_all,
    without_loops,
)
from twbench.generator.knowledge.quest import Quest
from twbench.generator.planning.event_plans import prepare_event_plans
from twbench.generator.planning.patience import Patience
from twbench.generator.texts.parts import GameParts
from twbench.logic import Action, State
from twbench.utils.own_values import ListOrTuple


class QuestProgression:
    """Keeps track of one quest (docs: textworld.generator.game.QuestProgression).

    A state that is both winning and failing is failing. ``win_events`` and ``fail_events`` are the
    progressions of the quest's events.
    """

    __slots__ = (
        "_goals",
        "_ground",
        "_winning",
        "completions",
        "fail_events",
        "quest",
        "win_events",
    )

    def __init__(self, quest: Quest, kb: KnowledgeBase, ground: GroundGame | None = None):
        self.quest = quest
        self._ground = GroundGame(kb, State(kb.logic)) if ground is None else ground
        self.win_events = [
            EventProgression(event, kb, self._ground, quest.fail_events)
            for event in quest.win_events
        ]
        self.fail_events = [
            EventProgression(event, kb, self._ground, None) for event in quest.fail_events
        ]
        self.completions = 0
        self._goals = [progression.goal for progression in self.win_events]
        self._winning = False

    @property
    def completable(self) -> bool:
        """Whether the quest has winning events."""
        return bool(self.win_events)

    @property
    def completed(self) -> bool:
        """Whether a winning event has happened, and no further one would count.

        A repeatable quest is never completed for good: see ``completions``.
        """
        return self.completions > 0 and not self.quest.repeatable

    @property
    def failed(self) -> bool:
        """Whether a failing event has happened."""
        for progression in self.fail_events:  # noqa: SIM110  (a generator takes several times as long)
            if progression.triggered:
                return True
        return False

    @property
    def unfinishable(self) -> bool:
        """Whether the quest could be won but not any more; so it is when it has failed."""
        return (self.completable and not self.completed and self.failed) or self._is_out_of_reach

    @property
    def _is_out_of_reach(self) -> bool:
        """Whether no winning event can happen any more, whatever has failed."""
        if self.completions:
            return False
        for progression in self.win_events:
            if not progression.untriggerable:
                return False
        return self.completable

    @property
    def _is_beyond_hope(self) -> bool:
        """Whether it takes no search to see that the quest is unfinishable."""
        if self.completions or not self.win_events:
            return False
        for progression in self.win_events:  # noqa: SIM110
            if not progression.is_beyond_hope:
                return False
        return True

    @property
    def done(self) -> bool:
        """Whether the quest is completed, failed or unfinishable: nothing that happens counts."""
        return self.completed or self.failed or self._is_out_of_reach

    @property
    def score(self) -> int:
        """The reward earned: for a repeatable quest, once for each completion."""
        return self.completions * self.quest.reward

    @property
    def winning_policy(self) -> list[Action] | None:
        """The shortest known plan to complete the quest; None if none is known or needed."""
        policy = self._policy
        return ListOrTuple(step.action for step in policy) if policy else None

    def update(self, action: Action | None = None, state: State | None = None) -> None:
        """Take note of an action of the player, and of the state it led to."""
        if state is not None:
            step = None if action is None else self._ground.step(action)
            self._advance(step, self._ground.situation(state), patience_for(step))
        elif not self.done:
            for progression in (*self.fail_events, *self.win_events):
                progression.update(action)

    def copy(self) -> Self:
        """Return a progression that can be updated without changing this one."""
        other = copied(self)
        other.win_events = [event.copy() for event in self.win_events]
        other.fail_events = [event.copy() for event in self.fail_events]
        return other

    @property
    def _policy(self) -> Policy:
        """The shortest known plan to complete the quest; empty if there is none."""
        if self.done:
            return ()
        policies = [event.steps for event in self.win_events]
        return min(filter(None, policies), key=len, default=())

    def _advance(self, step: GroundAction | None, situation: int, patience: Patience) -> None:
        """Take note of a step of the player, and of the situation it led to."""
        if self.done:
            return
        now = self._ground.holding(situation)
        for progression in self.fail_events:
            progression.advance(step, situation, now, patience)
        for progression in self.win_events:
            progression.advance(step, situation, now, patience)
        self._count(now)

    def _after(self, step: GroundAction, situation: int, patience: Patience) -> "QuestProgression":
        """Return the progression after a step, with which this one shares what does not change."""
        if self.done:
            return self
        now = self._ground.holding(situation)
        fails = [event.after(step, situation, now, patience) for event in self.fail_events]
        wins = [event.after(step, situation, now, patience) for event in self.win_events]
        is_same = fails == self.fail_events and wins == self.win_events
        if is_same and holds(self._goals, now) == self._winning:
            return self
        other = copied(self)
        # Those of failing events hardly ever change: then the list is shared as well.
        if fails != self.fail_events:
            other.fail_events = fails
        other.win_events = wins
        other._count(now)
        return other

    def _count(self, now: int) -> None:
        """Count one completion more where a winning event has become true."""
        if self.failed:
            return
        winning = holds(self._goals, now)
        if winning and not self._winning:
            self.completions += 1
        self._winning = winning


class GameProgression:
    """Keeps track of a game: its state, its quests, the score (docs: GameProgression).

    Optional quests give their rewards, but neither win nor lose the game. Without
    ``track_quests`` there is only the state.
    """

    def __init__(self, game: GameParts, track_quests: bool = True):
        self.game = game
        self.quest_progressions: list[QuestProgression] = []
        self._tracking = track_quests
        self._ground = GroundGame(game.kb, game.world.state)
        self._situation = 0
        self._policy: Policy | None = None
        self._policy_known = False
        # Facts of what fails quests that are not optional.
        self._feared = 0
        # A policy that is not followed any more, and the step that was taken in its place.
        self._left: tuple[Policy, GroundAction] | None = None
        # A state, and the situation it was in when asked for.
        self._state: tuple[State, int] | None = None
        if track_quests:
            self.quest_progressions = [
                QuestProgression(quest, game.kb, self._ground) for quest in game.quests
            ]
            patience = patience_for(None)
            for progression in self.quest_progressions:
                progression._advance(None, self._situation, patience)
                for event in () if progression.quest.optional else progression.fail_events:
                    self._feared |= event.goal

    def copy(self) -> Self:
        """Return a progression that can be updated without changing this one."""
        self._known_policy()  # so that copies need not look for plans
        other = copied(self)
        other.quest_progressions = [quest.copy() for quest in self.quest_progressions]
        other._state = None  # it is changed in place
        return other

    @property
    def state(self) -> State:
        """The facts as they are now. The state is the same object throughout, kept up to date."""
        state, before = self._state or (self._ground.first_state(), 0)
        self._ground.change(state, before, self._situation)
        self._state = (state, self._situation)
        return state

    @property
    def tracking_quests(self) -> bool:
        """Whether quests are tracked."""
        return self._tracking

    @property
    def _counting(self) -> list[QuestProgression]:
        return [quest for quest in self.quest_progressions if not quest.quest.optional]

    @property
    def _required(self) -> list[QuestProgression]:
        return [quest for quest in self._counting if quest.completable]

    @property
    def completed(self) -> bool:
        """Whether all quests have been won that are not optional and can be won.

        A game without any such quest is never completed, and neither is one that fails by the
        action that would complete it.
        """
        required = self._required
        return (
            bool(required)
            and all(progression.completions for progression in required)
            and not any(quest.failed for quest in self._counting)
        )

    @property
    def failed(self) -> bool:
        """Whether a quest that is not optional has failed or is unfinishable."""
        counting = self._counting
        # What takes a search comes last.
        return (
            any(quest.failed for quest in counting)
            or any(quest._is_beyond_hope for quest in counting)
            or any(quest._is_out_of_reach for quest in counting)
        )

    @property
    def done(self) -> bool:
        """Whether the game is completed or failed."""
        return self.completed or self.failed

    @property
    def score(self) -> int:
        """What all quests have earned together."""
        return sum(progression.score for progression in self.quest_progressions)

    @property
    def valid_actions(self) -> list[Action]:
        """The actions that can be applied now, in the order of the rules."""
        kb = self.game.kb
        return list(self.state.all_applicable_actions(kb.rules.values(), kb.constants))

    @property
    def winning_policy(self) -> list[Action] | None:
        """Actions that complete the game from here.

        None if quests are not tracked, the game is completed or failed, or no plan is known.
        """
        policy = self._known_policy()
        return ListOrTuple(step.action for step in policy) if policy else None

    @property
    def policy_unknown(self) -> bool:
        """Whether no plan is known, though it is not proven that there is none."""
        return self._known_policy() is None and bool(self._required) and not self.done

    def prepare(self) -> None:
        """Have all ready that looking for plans needs of the logic, before somebody plays."""
        events = [event for quest in self.game.quests for event in quest.win_events]
        prepare_event_plans(events, self._ground.first_state(), self.game.kb)

    def after(self, actions: Iterable[Action]) -> Self:
        """Return the progression after some actions of the player; this one if nothing changes.

        Both share quests that do not change: none of them may be updated on its own.
        """
        later = self
        for action in actions:
            step = self._ground.step(action)
            if later._is_affected_by(step):
                later._known_policy()  # `_perform` needs it: found before the copy, both have it
                later = copied(later)
                later._state = None  # it is changed in place
                later._perform(step, later._follow)
        return later

    def update(self, action: Action) -> None:
        """Apply an action of the player.

        Raises LogicError if it cannot be applied. Quests do not change once the game is done.
        """
        step = self._ground.step(action)
        # What cannot be applied has to be refused even where it would change nothing.
        if self._is_affected_by(step) or self._ground.after(step, self._situation) is None:
            self._perform(step, self._advance)

    def _perform(
        self, step: GroundAction, go_on: Callable[[GroundAction, int, Patience], None]
    ) -> None:
        """Apply a step; the quests ``go_on`` unless the game was over."""
        situation = self._ground.after(step, self._situation)
        if situation is None:
            raise LogicError(f"{step.action} cannot be applied: its preconditions do not hold.")
        policy = self._known_policy()
        self._situation = situation
        self._policy_known = False
        self._left = (policy, step) if policy else None
        if self.done:
            return
        go_on(step, situation, patience_for(step))
        if policy is not None and len(policy) > 1 and policy[0] == step and not self.done:
            # Found anew, the policy might order the quests differently, and be longer.
            self._policy, self._policy_known = policy[1:], True

    def _advance(self, step: GroundAction, situation: int, patience: Patience) -> None:
        """Have the quests take note of a step; its ``patience`` is for all of them."""
        for progression in self.quest_progressions:
            progression._advance(step, situation, patience)

    def _follow(self, step: GroundAction, situation: int, patience: Patience) -> None:
        """Go on with other quests than the progression before has, where a step changes them."""
        self.quest_progressions = [
            progression._after(step, situation, patience) for progression in self.quest_progressions
        ]

    def _is_affected_by(self, step: GroundAction) -> bool:
        if step.added or step.removed:
            return True
        return any(
            event.is_next(step)
            for quest in self.quest_progressions
            for event in (*quest.win_events, *quest.fail_events)
        )

    def _known_policy(self) -> Policy | None:
        if not self._policy_known:
            self._policy = self._find_policy()
            self._policy_known = True
        return self._policy

    def _find_policy(self) -> Policy | None:
        """Return the joined policies of the quests, or the policy that was left if that is less."""
        if not self._tracking or self.failed:
            return None
        if self.completed:
            return ()
        open_quests = [progression for progression in self._required if not progression.completions]
        if not open_quests:
            return None
        joined = self._unless_it_loses(self._joined(open_quests))
        if self._left is None:
            return joined
        policy, step = self._left
        if joined is not None and len(joined) <= len(policy) + 1:
            return joined
        returning = self._returning(policy, step, open_quests)
        return min((one for one in (joined, returning) if one is not None), key=len, default=None)

    def _returning(
        self, policy: Policy, step: GroundAction, open_quests: list[QuestProgression]
    ) -> Policy | None:
        """Fit the policy that was left, or undo the step first, where that still wins the game."""
        undo = self._ground.undoing(step)
        fitted = self._fitted(policy, open_quests)
        if fitted is None and undo is not None:
            fitted = self._fitted((undo, *policy), open_quests)
        return fitted

    def _fitted(self, policy: Policy, open_quests: list[QuestProgression]) -> Policy | None:
        """Return the part of a policy that wins the quests from here, None if none does."""
        goals = [quest._goals for quest in open_quests]
        now = self._ground.holding(self._situation)
        fitted = fit_all(policy, now, goals)
        if fitted is None:
            return None
        # A quest may be won within a loop.
        shorter = fit_all(without_loops(fitted, now), now, goals)
        return self._unless_it_loses(fitted if shorter is None else shorter)

    def _unless_it_loses(self, policy: Policy | None) -> Policy | None:
        """Return a policy unless a quest that is not optional fails on the way, whichever it is.

        Plans of events avoid what fails their own quest alone.
        """
        if policy is None or not any(step.added & self._feared for step in policy):
            return policy
        quests = [
            # What fails a quest that has been won counts no more, unless it may be won again.
            (() if one.quest.repeatable else one._goals, [event.goal for event in one.fail_events])
            for one in self.quest_progressions
            if not one.quest.optional and not one.done
        ]
        now = self._ground.holding(self._situation)
        return None if fails_on_the_way(policy, now, quests) else policy

    def _joined(self, open_quests: list[QuestProgression]) -> Policy | None:
        """Join the policies of quests, shortest first, each fitted to what precedes it."""
        pending = sorted(open_quests, key=lambda quest: len(quest._policy))
        ground, situation = self._ground, self._situation
        asked = 0
        for goal in chain.from_iterable(quest._goals for quest in pending):
            asked |= goal
        plan: list[GroundAction] = []
        way_back: list[GroundAction] = []
        while pending:
            part = self._fit_quest(pending.pop(0), plan, way_back, situation)
            if part is None:
                return None
            for step in part:
                following = ground.after(step, situation)
                situation = situation if following is None else following
                if not step.added & asked:
                    continue
                # Quests that are won on the way need no part of their own.
                now = ground.holding(situation)
                pending = [quest for quest in pending if not holds(quest._goals, now)]
            plan.extend(part)
            backwards = [back for step in part if (back := ground.back_from(step))]
            way_back = [*reversed(backwards), *way_back]
        return tuple(plan)

    def _fit_quest(
        self,
        progression: QuestProgression,
        plan: Sequence[GroundAction],
        way_back: Sequence[GroundAction],
        situation: int,
    ) -> Policy | None:
        """Return the shortest continuation of ``plan`` that wins a quest in a situation."""
        targets = [(event.steps, event.goal) for event in progression.win_events]
        now = self._ground.holding(situation)
        candidates = [
            fit_after(steps, way_back, now, goal) if plan else fit(steps, now, goal)
            for steps, goal in targets
            if steps
        ]
        return min([part for part in candidates if part is not None], key=len, default=None)
