"""Sequences of actions: shortening them, and fitting them to the state they start from.

A policy that was right for one state is fitted to another by performing it there and leaving out
each action that cannot be applied, until its goal is reached: what the player has done already
falls away, and so does the way to where the player is. If the goal is not reached so, the player
is sent back first. All of this takes time linear in the length of the policy.

It is done over and over while a game is played. So actions are ground here, and what holds is an
int: see `fact_sets`.
"""

__all__ = [
    "GroundGame",
    "Policy",
    "fails_on_the_way",
    "fit",
    "fit_after",
    "fit_all",
    "without_loops",
]

from collections.abc import Iterable, Sequence

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.fact_sets import GroundAction, Numbering, holds, single_bits
from twbench.generator.knowledge.roles import places_player
from twbench.logic import Action, Proposition, State

Policy = tuple[GroundAction, ...]


class GroundGame:
    """Facts, actions and situations of one game as ints.

    A situation is the set of facts that are not what they were in the first ``state``. So only
    facts that some action is about need bits. When more facts get bits, earlier situations stay
    right, as long as these facts had not changed: so each action is made a `step` here before it is
    performed.

    What holds in a situation is told only for facts that have bits at that moment. So ask for it
    last, when everything that it is to be compared with has been made.
    """

    def __init__(self, kb: KnowledgeBase, state: State):
        self.kb = kb
        self._first = state.copy()
        self._numbers: Numbering[Proposition] = Numbering()
        # Of the facts that have bits: those of the first state, and the places of the player.
        self._start = 0
        self._places = 0
        self._steps: dict[object, GroundAction] = {}
        self._undoing: dict[GroundAction, GroundAction | None] = {}
        # The situation asked for last as a state: all events that are lost ask for the same.
        self._looked_at: tuple[int, State] | None = None

    def mask(self, facts: Iterable[Proposition]) -> int:
        """Return a set of facts."""
        numbers = self._numbers
        count = len(numbers)
        mask = numbers.mask(facts)
        for fact in numbers.since(count):
            if self._first.is_fact(fact):
                self._start |= numbers.bit(fact)
            if places_player(fact.name, fact.names):
                self._places |= numbers.bit(fact)
        return mask

    def step(self, action: Action) -> GroundAction:
        """Return an action as sets of facts."""
        key = (action.name, action.preconditions, action.postconditions)
        step = self._steps.get(key)
        if step is None:
            before, after = self.mask(action.preconditions), self.mask(action.postconditions)
            step = GroundAction(before, before & ~after, after & ~before, action)
            self._steps[key] = step
        return step

    def undoing(self, step: GroundAction) -> GroundAction | None:
        """Return the action that undoes another one, if there is one."""
        if step not in self._undoing:
            undo = self.kb.get_reverse_action(step.action)
            self._undoing[step] = None if undo is None else self.step(undo)
        return self._undoing[step]

    def back_from(self, step: GroundAction) -> GroundAction | None:
        """Return what undoes an action that only moves the player; None for others."""
        changed = step.removed | step.added
        return self.undoing(step) if changed and not changed & ~self._places else None

    def holding(self, situation: int) -> int:
        """Return the facts that hold in a situation, of those that have bits by now."""
        return situation ^ self._start

    def after(self, step: GroundAction, situation: int) -> int | None:
        """Return the situation after a step, or None if it cannot be performed."""
        now = situation ^ self._start
        if now & step.before != step.before:
            return None
        return (now & ~step.removed | step.added) ^ self._start

    def situation(self, state: State) -> int:
        """Return the situation that a state is, however it came about."""
        # A fact without a bit counts as unchanged. So all get one, those that are gone as well.
        self.mask(self._first.facts)
        now = self.mask(state.facts)
        return now ^ self._start

    def change(self, state: State, before: int, now: int) -> None:
        """Take a state from one situation to another."""
        holding = self.holding(now)
        changed = before ^ now
        for bit, fact in zip(single_bits(changed), self._numbers.members(changed), strict=True):
            if holding & bit:
                state.add_fact(fact)
            else:
                state.remove_fact(fact)

    def first_state(self) -> State:
        """Return the state in which nothing has changed."""
        return self._first.copy()

    def state_in(self, situation: int) -> State:
        """Return the state that a situation is, which must not be changed: others look at it."""
        if self._looked_at is None or self._looked_at[0] != situation:
            state = self.first_state()
            self.change(state, 0, situation)
            self._looked_at = situation, state
        return self._looked_at[1]


def fit(policy: Sequence[GroundAction], now: int, goal: int) -> Policy | None:
    """Return the part of ``policy`` that can be performed when ``now`` holds and reaches ``goal``.

    None if the goal is not reached so. `fit_all` does the same for one goal, in more time: this is
    done many times for each step of a game.
    """
    if now & goal == goal:
        return ()
    kept: list[GroundAction] = []
    for step in policy:
        if now & step.before == step.before:
            kept.append(step)
            now = now & ~step.removed | step.added
            if now & goal == goal:
                return tuple(kept)
    return None


def fit_all(
    policy: Sequence[GroundAction], now: int, goals: Iterable[Sequence[int]]
) -> Policy | None:
    """Return the part of ``policy`` that can be performed and reaches several goals, one by one.

    Each goal is reached once one of its sets of facts holds. None if one is not reached so.
    """
    kept: list[GroundAction] = []
    left = [goal for goal in goals if not holds(goal, now)]
    for step in policy:
        if not left:
            break
        if now & step.before == step.before:
            kept.append(step)
            now = now & ~step.removed | step.added
            left = [goal for goal in left if not holds(goal, now)]
    return None if left else tuple(kept)


def fails_on_the_way(
    policy: Sequence[GroundAction], now: int, quests: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> bool:
    """Whether one of some quests fails while ``policy`` is performed, and was not won before.

    A quest is given as a pair: the sets of facts that win it, and the sets that fail it.
    """
    for step in policy:
        now = now & ~step.removed | step.added
        if any(holds(dangers, now) for _, dangers in quests):
            return True
        quests = [(goals, dangers) for goals, dangers in quests if not holds(goals, now)]
    return False


def without_loops(policy: Sequence[GroundAction], now: int) -> Policy:
    """Return ``policy`` without the stretches that end in the state they began in.

    Every action has to be applicable in its turn, the first one when ``now`` holds.
    """
    visited = [now]
    after = now
    for step in policy:
        after = after & ~step.removed | step.added
        visited.append(after)
    if len(set(visited)) == len(visited):  # as most often
        return tuple(policy)
    kept: list[GroundAction] = []
    visited = [now]
    position = {now: 0}
    for step in policy:
        now = now & ~step.removed | step.added
        earlier = position.get(now)
        if earlier is None:
            kept.append(step)
            position[now] = len(visited)
            visited.append(now)
        else:
            del kept[earlier:]
            for left in visited[earlier + 1 :]:
                del position[left]
            del visited[earlier + 1 :]
    return tuple(kept)


def fit_after(
    policy: Sequence[GroundAction], way_back: Iterable[GroundAction], now: int, goal: int
) -> Policy | None:
    """Fit ``policy``, made for another place, to what holds ``now``.

    The player goes back only as far as needed, leaving out steps that cannot be performed. Loops
    are left out.
    """
    fitted = fit(policy, now, goal)
    if fitted is not None:
        return without_loops(fitted, now)
    start = now
    gone_back: list[GroundAction] = []
    for back in way_back:
        if now & back.before != back.before:
            continue
        now = now & ~back.removed | back.added
        gone_back.append(back)
        fitted = fit(policy, now, goal)
        if fitted is not None:
            return without_loops((*gone_back, *fitted), start)
    return None
