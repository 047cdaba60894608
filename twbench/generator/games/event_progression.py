"""How far the player has come with an event: see `twbench.generator.games.progression`."""

__all__ = ["EventProgression", "copied", "patience_for"]

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Self, TypeVar

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.fact_sets import GroundAction
from twbench.generator.knowledge.policy import (
    GroundGame,
    Policy,
    fails_on_the_way,
    fit,
    without_loops,
)
from twbench.generator.planning.event_plans import find_event_plan
from twbench.generator.planning.lost_things import is_lost
from twbench.generator.planning.patience import Patience
from twbench.logic import Action, State
from twbench.utils.own_values import ListOrTuple

_PATIENCE = 250
"""Actions that searches may make while somebody plays: that takes some hundredths of a second."""
_FIRST_PATIENCE = 20_000
"""The same at the beginning of a game: a second or two."""


def patience_for(step: GroundAction | None) -> Patience:
    """Return the patience with searches after a step of the player, or at the beginning."""
    return Patience(_FIRST_PATIENCE if step is None else _PATIENCE)


_Progression = TypeVar("_Progression")


def copied(progression: _Progression) -> _Progression:
    """Return a shallow copy, several times faster than that of ``copy``.

    Of a progression that has slots, it is of half as many objects for the collector of garbage.
    """
    kind = type(progression)
    other = object.__new__(kind)
    for name in getattr(kind, "__slots__", ()):
        setattr(other, name, getattr(progression, name))
    if hasattr(progression, "__dict__"):
        other.__dict__.update(progression.__dict__)
    return other


class EventProgression:
    """Keeps track of one event (docs: textworld.generator.game.EventProgression).

    If an event has no actions, or they lead nowhere any more, a plan is searched for when somebody
    asks for one. While a game is played somebody waits, so the search looks at few states; if these
    do not suffice, no plan is known from then on.

    ``ground`` is the game that the event belongs to; an event on its own has a game of its own.
    ``avoided`` are events that must not happen before; None if no plan is to be searched for.
    ``goal`` is what triggers the event, as a set of facts.
    """

    __slots__ = (
        "_avoided",
        "_dangers",
        "_feared",
        "_ground",
        "_is_lost",
        "_patience",
        "_policy",
        "_situation",
        "_triggered",
        "_untriggerable",
        "event",
        "goal",
    )

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
        self.goal = self._ground.mask(event.conditions)
        self._policy: Policy = tuple(map(self._ground.step, event.actions))
        self._avoided = avoided
        # What triggers these, as sets of facts, and all facts in them.
        self._dangers = [self._ground.mask(event.conditions) for event in avoided or ()]
        self._feared = reduce(or_, self._dangers, 0)
        # Where the player was seen last, and whether a plan from there is to be looked for.
        self._situation: int | None = None
        self._is_lost = not event.actions and avoided is not None
        self._patience: Patience | None = None
        self._triggered = False
        self._untriggerable = False

    @property
    def triggered(self) -> bool:
        """Whether the event has happened."""
        return self._triggered

    @property
    def untriggerable(self) -> bool:
        """Whether the event is known not to be possible any more."""
        if self._is_lost and not self._triggered and not self.is_beyond_hope:
            self._find_plan()
        return self._untriggerable

    @property
    def done(self) -> bool:
        """Whether the event is triggered or untriggerable."""
        return self._triggered or self.untriggerable

    @property
    def triggering_policy(self) -> list[Action]:
        """The actions that trigger the event; empty if it is done, or no plan is known."""
        return ListOrTuple(step.action for step in self.steps)

    def update(self, action: Action | None = None, state: State | None = None) -> None:
        """Take note of an action of the player, and of the state it led to.

        Without a state, only actions that follow the policy are understood.
        """
        step = None if action is None else self._ground.step(action)
        if state is not None:
            situation = self._ground.situation(state)
            now = self._ground.holding(situation)
            self.advance(step, situation, now, patience_for(step))
        elif self.is_next(step) and not self.done:
            self._policy = self._policy[1:]

    def copy(self) -> Self:
        """Return a progression that can be updated without changing this one."""
        return copied(self)  # what it holds is replaced and never changed

    def compress_policy(self, state: State) -> bool:
        """Leave out what ``state`` makes superfluous; return whether that was anything."""
        now = self._ground.holding(self._ground.situation(state))
        fitted = self._fitted(self._policy, now)
        shorter = None if fitted is None else without_loops(fitted, now)
        if shorter is None or len(shorter) >= len(self._policy):
            return False
        self._policy = shorter
        return True

    @property
    def steps(self) -> Policy:
        """The actions that trigger the event, as sets of facts: see `triggering_policy`."""
        return () if self.done else self._policy

    def is_next(self, step: GroundAction | None) -> bool:
        """Whether a step is the next of the policy."""
        return step is not None and bool(self._policy) and step == self._policy[0]

    def advance(
        self, step: GroundAction | None, situation: int, now: int, patience: Patience
    ) -> None:
        """Take note of a step of the player, of the situation it led to, and of what holds there.

        What holds is needed for the facts of goals and policies alone, which have bits already. If
        another plan is to be looked for, ``patience`` limits it.
        """
        if self._triggered or self._untriggerable:
            return
        self._situation = situation
        if now & self.goal == self.goal:
            self._triggered = True
        elif self._is_lost:
            self._patience = patience
        elif self.is_next(step):
            self._policy = self._policy[1:]
        elif step is None:
            plan = self._fitted(self._policy, now)
            self._policy = () if plan is None else plan
            self._set_lost(plan, patience)
        elif self._policy:
            self._replan(step, situation, now, patience)

    def after(
        self, step: GroundAction, situation: int, now: int, patience: Patience
    ) -> "EventProgression":
        """Return the progression after a step, this one if nothing changes; see `advance`."""
        if self._triggered or self._untriggerable:
            return self
        # Where the player is matters to a search alone: what stays as it was is shared.
        if not (self._is_lost or now & self.goal == self.goal or self._is_changed_by(step, now)):
            return self
        other = copied(self)
        other.advance(step, situation, now, patience)
        return other

    def _is_changed_by(self, step: GroundAction, now: int) -> bool:
        """Whether the policy is another one after a step, when ``now`` holds."""
        if self.is_next(step):
            return True
        if not self._policy:
            return False
        fitted = self._fitted(self._policy, now)
        # Fitting only leaves actions out: if there are as many, they are the same ones.
        return fitted is None or len(without_loops(fitted, now)) != len(self._policy)

    def _replan(self, step: GroundAction, situation: int, now: int, patience: Patience) -> None:
        plan = self._fitted(self._policy, now)
        undo = self._ground.undoing(step) if plan is None else None
        if undo is not None:
            # Asked for anew: facts may have got bits when the undoing action was made a step.
            now = self._ground.holding(situation)
            plan = self._fitted((undo, *self._policy), now)
        self._policy = () if plan is None else without_loops(plan, now)
        self._set_lost(plan, patience)

    def _fitted(self, policy: Policy, now: int) -> Policy | None:
        """Return the part of ``policy`` that triggers the event, and nothing to be avoided."""
        plan = fit(policy, now, self.goal)
        if not plan or not any(step.added & self._feared for step in plan):
            return plan
        return None if fails_on_the_way(plan, now, [((), self._dangers)]) else plan

    def _set_lost(self, plan: Policy | None, patience: Patience) -> None:
        self._is_lost = plan is None and self._avoided is not None
        self._patience = patience

    @property
    def is_beyond_hope(self) -> bool:
        """Whether it takes no search to see that there is no plan from where the player is."""
        if self._is_lost and self._situation is not None and not self._untriggerable:
            state = self._ground.state_in(self._situation)
            self._untriggerable = is_lost(self.event.conditions, state, self._ground.kb)
        return self._untriggerable

    def _find_plan(self) -> None:
        """Look for a plan from where the player is."""
        if self._situation is None:
            return
        self._is_lost = False
        plan = find_event_plan(
            self.event,
            self._avoided or (),
            self._ground.state_in(self._situation),
            self._ground.kb,
            patience=self._patience,
        )
        self._untriggerable = plan.is_impossible
        self._policy = tuple(map(self._ground.step, plan.actions or ()))
