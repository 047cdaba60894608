"""Sequences of actions: shortening them, and fitting them to the state they start from.

A policy that was right for one state is fitted to another by performing it there and leaving out
each action that cannot be applied, until its goal is reached: what the player has done already
falls away, and so does the way to where the player is. If the goal is not reached so, the player
is sent back first. All of this takes time linear in the length of the policy.

It is done over and over while a game is played. So actions are masks here (see `Masks`): a set of
facts is an int with one bit for each fact, and performing an action takes two operations.
"""

__all__ = ["Masks", "Policy", "Step", "fit", "fit_after", "without_loops"]

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.roles import places_player
from twbench.logic import Action, Proposition, State


@dataclass(frozen=True, slots=True)
class Step:
    """An action as masks: the facts needed before, those it removes (all needed) and adds.

    ``moves_player`` tells the actions that change nothing but where the player is.
    """

    name: str
    before: int
    removed: int
    added: int
    action: Action = field(compare=False)
    moves_player: bool = field(compare=False)


Policy = tuple[Step, ...]


class Masks:
    """The numbers of the facts of one game, given to them as they come up.

    A situation is the set of facts that are not what they were in the first ``state``. It stays
    what it is when more facts get numbers: those had not changed by then. All that happens in a
    game has to be made a step here before it happens.
    """

    def __init__(self, kb: KnowledgeBase, state: State):
        self.kb = kb
        self._state = state.copy()
        self._start = 0
        self._facts: list[Proposition] = []
        self._bits: dict[Proposition, int] = {}
        self._steps: dict[object, Step] = {}
        self._undoing: dict[Step, Step | None] = {}

    def mask(self, facts: Iterable[Proposition]) -> int:
        """Return the mask of some facts."""
        bits = self._bits
        mask = 0
        for fact in facts:
            bit = bits.get(fact)
            mask |= self._number(fact) if bit is None else bit
        return mask

    def step(self, action: Action) -> Step:
        """Return an action as masks."""
        key = (action.name, action.preconditions, action.postconditions)
        step = self._steps.get(key)
        if step is None:
            before, after = self.mask(action.preconditions), self.mask(action.postconditions)
            moves_player = before != after and all(
                places_player(fact.name, fact.names) for fact in (*action.added, *action.removed)
            )
            step = Step(action.name, before, before & ~after, after & ~before, action, moves_player)
            self._steps[key] = step
        return step

    def undoing(self, step: Step) -> Step | None:
        """Return the action that undoes another one, if there is one."""
        if step not in self._undoing:
            undo = self.kb.get_reverse_action(step.action)
            self._undoing[step] = None if undo is None else self.step(undo)
        return self._undoing[step]

    def holding(self, situation: int) -> int:
        """Return the facts that hold in a situation, of those that have numbers by now."""
        return situation ^ self._start

    def after(self, step: Step, situation: int) -> int | None:
        """Return the situation after a step, or None if it cannot be performed."""
        now = situation ^ self._start
        if now & step.before != step.before:
            return None
        return (now & ~step.removed | step.added) ^ self._start

    def situation(self, state: State) -> int:
        """Return the situation that a state is, as far as facts have numbers by now."""
        now = 0
        for number, fact in enumerate(self._facts):
            if state.is_fact(fact):
                now |= 1 << number
        return now ^ self._start

    def change(self, state: State, before: int, now: int) -> None:
        """Take a state from one situation to another."""
        changed = before ^ now
        while changed:
            bit = changed & -changed
            changed ^= bit
            fact = self._facts[bit.bit_length() - 1]
            if (now ^ self._start) & bit:
                state.add_fact(fact)
            else:
                state.remove_fact(fact)

    def first_state(self) -> State:
        """Return the state in which nothing has changed."""
        return self._state.copy()

    def _number(self, fact: Proposition) -> int:
        bit = 1 << len(self._facts)
        self._facts.append(fact)
        self._bits[fact] = bit
        if self._state.is_fact(fact):
            self._start |= bit
        return bit


def fit(policy: Sequence[Step], now: int, goal: int) -> Policy | None:
    """Return the part of ``policy`` that can be performed when ``now`` holds and reaches ``goal``.

    None if the goal is not reached so.
    """
    if now & goal == goal:
        return ()
    kept: list[Step] = []
    for step in policy:
        if now & step.before == step.before:
            kept.append(step)
            now = now & ~step.removed | step.added
            if now & goal == goal:
                return tuple(kept)
    return None


def without_loops(policy: Sequence[Step]) -> Policy:
    """Return ``policy`` without the stretches that end in the state they began in.

    Every action has to be applicable in its turn. States are told apart by what has changed.
    """
    changed = 0
    kept: list[Step] = []
    visited = [changed]
    position = {changed: 0}
    for step in policy:
        changed ^= step.added | step.removed
        earlier = position.get(changed)
        if earlier is None:
            kept.append(step)
            position[changed] = len(visited)
            visited.append(changed)
        else:
            del kept[earlier:]
            for left in visited[earlier + 1 :]:
                del position[left]
            del visited[earlier + 1 :]
    return tuple(kept)


def fit_after(
    policy: Sequence[Step],
    performed: Sequence[Step],
    now: int,
    goal: int,
    undoing: Callable[[Step], Step | None],
) -> Policy | None:
    """Fit ``policy``, made for another place, to what holds ``now``, after ``performed``.

    The player goes back along the moves in ``performed`` only as far as needed. Loops are left
    out, unless nothing has been performed.
    """
    fitted = fit(policy, now, goal)
    if fitted is not None:
        return without_loops(fitted) if performed else fitted
    way_back: list[Step] = []
    for step in reversed(performed):
        back = undoing(step) if step.moves_player else None
        if back is None or now & back.before != back.before:
            continue
        now = now & ~back.removed | back.added
        way_back.append(back)
        fitted = fit(policy, now, goal)
        if fitted is not None:
            return without_loops((*way_back, *fitted))
    return None
