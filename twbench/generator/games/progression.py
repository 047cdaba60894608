"""How far the player has come: with an event, with a quest, with the game.

Each event carries the actions that trigger it. As long as the player follows them, they are
crossed off one by one. When the player does something else, what is left is fitted to the new
state (see `policy`) or, if that is no plan any more, begins with the action that undoes what was
done. An event whose actions lead nowhere any more, after something that nothing undoes, is
untriggerable. So is one that no actions are given for, once none can make it happen.
"""

__all__ = ["EventProgression", "GameProgression", "QuestProgression"]

from collections.abc import Iterable, Sequence
from typing import Self, TypeVar

from twbench.errors import LogicError
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.fact_sets import GroundAction
from twbench.generator.knowledge.policy import GroundGame, Policy, fit, fit_after, without_loops
from twbench.generator.knowledge.quest import Quest
from twbench.generator.planning.event_plans import find_event_plan
from twbench.generator.texts.parts import GameParts
from twbench.logic import Action, State
from twbench.utils import ListOrTuple


class EventProgression:
    """Keeps track of one event (seeds: textworld.generator.game.EventProgression).

    For an event without actions, a plan is looked for when one is asked for, within a small number
    of states; so it is when the actions given lead nowhere any more.

    ``ground`` is the game that the event belongs to; an event on its own is in one of its own.
    ``avoided`` are events that must not happen before; None if no plan is to be found.
    """

    def __init__(
        self,
        event: Event,
        kb: KnowledgeBase,
        ground: GroundGame | None = None,
        avoided: Sequence[Event] | None = (),
    ):
        self.event = event
        self._ground = GroundGame(kb, State(kb.logic)) if ground is None else ground
        # What goals and plans are about gets its bits before it can change: see `GroundGame`.
        self._goal = self._ground.mask(event.conditions)
        self._policy: Policy = tuple(map(self._ground.step, event.actions))
        self._avoided = avoided
        # Where the player was seen last, and whether a plan from there is to be looked for.
        self._situation: int | None = None
        self._is_lost = not event.actions and avoided is not None
        self._triggered = False
        self._untriggerable = False

    @property
    def triggered(self) -> bool:
        """Whether the event has happened."""
        return self._triggered

    @property
    def untriggerable(self) -> bool:
        """Whether the event is known not to be possible any more."""
        if self._is_lost and not self._triggered:
            self._find_plan()
        return self._untriggerable

    @property
    def done(self) -> bool:
        """Whether the event is triggered or untriggerable."""
        return self._triggered or self.untriggerable

    @property
    def triggering_policy(self) -> list[Action]:
        """The actions that trigger the event; empty if it is done, or no plan is known."""
        return ListOrTuple(step.action for step in self._steps)

    def update(self, action: Action | None = None, state: State | None = None) -> None:
        """Take note of an action of the player, and of the state it led to.

        Without a state, only actions that follow the policy are understood.
        """
        step = None if action is None else self._ground.step(action)
        if state is not None:
            self._advance(step, self._ground.situation(state))
        elif self._is_next(step) and not self.done:
            self._policy = self._policy[1:]

    def compress_policy(self, state: State) -> bool:
        """Leave out what ``state`` makes superfluous; return whether that was anything."""
        now = self._ground.holding(self._ground.situation(state))
        fitted = fit(self._policy, now, self._goal)
        shorter = None if fitted is None else without_loops(fitted, now)
        if shorter is None or len(shorter) >= len(self._policy):
            return False
        self._policy = shorter
        return True

    @property
    def _steps(self) -> Policy:
        return () if self.done else self._policy

    def _is_next(self, step: GroundAction | None) -> bool:
        return step is not None and bool(self._policy) and step == self._policy[0]

    def _is_triggering(self, situation: int) -> bool:
        return self._ground.holding(situation) & self._goal == self._goal

    def _advance(self, step: GroundAction | None, situation: int) -> None:
        """Take note of a step of the player, and of the situation it led to."""
        if self._triggered or self._untriggerable:
            return
        self._situation = situation
        if self._is_triggering(situation):
            self._triggered = True
        elif self._is_next(step):
            self._policy = self._policy[1:]
        elif step is None:
            self._policy = fit(self._policy, self._ground.holding(situation), self._goal) or ()
        elif self._policy:
            self._replan(step, situation)

    def _replan(self, step: GroundAction, situation: int) -> None:
        now = self._ground.holding(situation)
        plan = fit(self._policy, now, self._goal)
        undo = self._ground.undoing(step) if plan is None else None
        if undo is not None:
            # Asked for anew: facts may have got bits when the undoing action was made a step.
            now = self._ground.holding(situation)
            plan = fit((undo, *self._policy), now, self._goal)
        self._policy = () if plan is None else without_loops(plan, now)
        self._is_lost = plan is None and self._avoided is not None

    def _find_plan(self) -> None:
        """Look for a plan from where the player is."""
        if self._situation is None:
            return
        self._is_lost = False
        state = self._ground.first_state()
        self._ground.change(state, 0, self._situation)
        plan = find_event_plan(self.event, self._avoided or (), state, self._ground.kb)
        self._untriggerable = plan.is_impossible
        self._policy = tuple(map(self._ground.step, plan.actions or ()))


_Progression = TypeVar("_Progression")


def _copy(progression: _Progression) -> _Progression:
    """Return a shallow copy, several times faster than that of ``copy``."""
    other = object.__new__(type(progression))
    other.__dict__.update(progression.__dict__)
    return other


class QuestProgression:
    """Keeps track of one quest (seeds: textworld.generator.game.QuestProgression).

    A state that is both winning and failing is failing.
    """

    def __init__(self, quest: Quest, kb: KnowledgeBase, ground: GroundGame | None = None):
        self.quest = quest
        self._ground = GroundGame(kb, State(kb.logic)) if ground is None else ground
        self.win_progressions = [
            EventProgression(event, kb, self._ground, quest.fail_events)
            for event in quest.win_events
        ]
        self.fail_progressions = [
            EventProgression(event, kb, self._ground, None) for event in quest.fail_events
        ]
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
        """The shortest known plan to complete the quest; None if it is done or cannot be won."""
        policy = self._policy
        return ListOrTuple(step.action for step in policy) if policy else None

    def update(self, action: Action | None = None, state: State | None = None) -> None:
        """Take note of an action of the player, and of the state it led to."""
        if state is not None:
            step = None if action is None else self._ground.step(action)
            self._advance(step, self._ground.situation(state))
        elif not self._is_over:
            for progression in (*self.fail_progressions, *self.win_progressions):
                progression.update(action)

    def copy(self) -> Self:
        """Return a progression that can be updated without changing this one."""
        other = _copy(self)
        # Progressions of events replace what they hold and never change it: shallow copies do.
        other.win_progressions = [_copy(event) for event in self.win_progressions]
        other.fail_progressions = [_copy(event) for event in self.fail_progressions]
        return other

    @property
    def _policy(self) -> Policy:
        """The shortest known plan to complete the quest; empty if there is none."""
        if self.done:
            return ()
        policies = [event._steps for event in self.win_progressions]
        return min(filter(None, policies), key=len, default=())

    @property
    def _is_over(self) -> bool:
        """Whether nothing that happens counts any more."""
        return self.failed or self.unfinishable or (self.completed and not self.quest.repeatable)

    def _is_winning(self, situation: int) -> bool:
        return any(event._is_triggering(situation) for event in self.win_progressions)

    def _advance(self, step: GroundAction | None, situation: int) -> None:
        """Take note of a step of the player, and of the situation it led to."""
        if self._is_over:
            return
        for progression in (*self.fail_progressions, *self.win_progressions):
            progression._advance(step, situation)
        if self.failed:
            return
        winning = self._is_winning(situation)
        if winning and not self._winning:
            self.completions += 1
        self._winning = winning


class GameProgression:
    """Keeps track of a game: its state, its quests, the score (seeds: GameProgression).

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
        # A state, and the situation it was in when asked for.
        self._state: tuple[State, int] | None = None
        if track_quests:
            self.quest_progressions = [
                QuestProgression(quest, game.kb, self._ground) for quest in game.quests
            ]
            for progression in self.quest_progressions:
                progression._advance(None, self._situation)

    def copy(self) -> Self:
        """Return a progression that can be updated without changing this one."""
        self._known_policy()  # so that copies need not look for plans
        other = _copy(self)
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
        counting = [quest for quest in self.quest_progressions if not quest.quest.optional]
        # That a quest has failed is known; that it is unfinishable may take a search.
        return any(quest.failed for quest in counting) or any(
            quest.unfinishable for quest in counting
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

        None if quests are not tracked, the game is completed or failed, or no plan is known.
        """
        policy = self._known_policy()
        return ListOrTuple(step.action for step in policy) if policy else None

    def after(self, actions: Iterable[Action]) -> Self:
        """Return the progression after some actions of the player; this one if nothing changes."""
        later = self
        for action in actions:
            step = self._ground.step(action)
            if later._is_affected_by(step):
                later = self.copy() if later is self else later
                later._perform(step)
        return later

    def update(self, action: Action) -> None:
        """Apply an action of the player.

        Raises LogicError if it cannot be applied. Quests do not change once the game is done.
        """
        step = self._ground.step(action)
        # What cannot be applied has to be refused even where it would change nothing.
        if self._is_affected_by(step) or self._ground.after(step, self._situation) is None:
            self._perform(step)

    def _perform(self, step: GroundAction) -> None:
        situation = self._ground.after(step, self._situation)
        if situation is None:
            raise LogicError(f"{step.action} cannot be applied: its preconditions do not hold.")
        policy = self._known_policy()
        self._situation = situation
        self._policy_known = False
        if self.done:
            return
        for progression in self.quest_progressions:
            progression._advance(step, situation)
        if policy is not None and len(policy) > 1 and policy[0] == step and not self.done:
            # Found anew, the policy might order the quests differently, and be longer.
            self._policy, self._policy_known = policy[1:], True

    def _is_affected_by(self, step: GroundAction) -> bool:
        if step.added or step.removed:
            return True
        return any(
            event._is_next(step)
            for quest in self.quest_progressions
            for event in (*quest.win_progressions, *quest.fail_progressions)
        )

    def _known_policy(self) -> Policy | None:
        if not self._policy_known:
            self._policy = self._find_policy()
            self._policy_known = True
        return self._policy

    def _find_policy(self) -> Policy | None:
        """Join the policies of the open quests, shortest first, each fitted to what precedes it."""
        if not self._tracking or self.failed:
            return None
        if self.completed:
            return ()
        open_quests = [progression for progression in self._required if not progression.completed]
        if not open_quests:
            return None
        lengths = [len(progression._policy) for progression in open_quests]
        situation = self._situation
        plan: list[GroundAction] = []
        won: set[int] = set()
        for index in sorted(range(len(open_quests)), key=lengths.__getitem__):
            if index in won:
                continue
            part = self._fit_quest(open_quests[index], plan, situation)
            if part is None:
                return None
            for step in part:
                following = self._ground.after(step, situation)
                situation = situation if following is None else following
                # Quests that are won on the way need no part of their own.
                won.update([i for i, p in enumerate(open_quests) if p._is_winning(situation)])
            plan.extend(part)
        return tuple(plan)

    def _fit_quest(
        self, progression: QuestProgression, plan: Sequence[GroundAction], situation: int
    ) -> Policy | None:
        """Return the shortest continuation of ``plan`` that wins a quest in a situation."""
        way_back = self._ground.way_back(plan)
        targets = [(event._steps, event._goal) for event in progression.win_progressions]
        now = self._ground.holding(situation)
        candidates = [
            fit_after(steps, way_back, now, goal) if plan else fit(steps, now, goal)
            for steps, goal in targets
            if steps
        ]
        return min([part for part in candidates if part is not None], key=len, default=None)
