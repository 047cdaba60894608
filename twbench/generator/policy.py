"""Sequences of actions: shortening them, and fitting them to the state they start from.

A policy that was right for one state is fitted to another by performing it there and leaving out
each action that cannot be applied, until its goal is reached: what the player has done already
falls away, and so does the way to where the player is. If the goal is not reached so, the player
is sent back first. All of this takes time linear in the length of the policy.
"""

__all__ = ["fit", "fit_after", "without_loops"]

from collections.abc import Sequence

from twbench.generator.data import KnowledgeBase
from twbench.logic import Action, Proposition, State

Policy = tuple[Action, ...]


def fit(policy: Sequence[Action], state: State, goal: Sequence[Proposition]) -> Policy | None:
    """Return the part of ``policy`` that can be performed from ``state`` and reaches ``goal``.

    None if the goal is not reached so. The state is not changed.
    """
    if state.are_facts(goal):
        return ()
    current = state.copy()
    kept: list[Action] = []
    for action in policy:
        if current.apply(action):
            kept.append(action)
            if current.are_facts(goal):
                return tuple(kept)
    return None


def without_loops(policy: Sequence[Action]) -> Policy:
    """Return ``policy`` without the stretches that end in the state they began in.

    Every action has to be applicable in its turn. States are told apart by what has changed.
    """
    changed: frozenset[Proposition] = frozenset()
    kept: list[Action] = []
    visited = [changed]
    position = {changed: 0}
    for action in policy:
        changed = changed.symmetric_difference([*action.added, *action.removed])
        earlier = position.get(changed)
        if earlier is None:
            kept.append(action)
            position[changed] = len(visited)
            visited.append(changed)
        else:
            del kept[earlier:]
            for left in visited[earlier + 1 :]:
                del position[left]
            del visited[earlier + 1 :]
    return tuple(kept)


def fit_after(
    policy: Sequence[Action],
    performed: Sequence[Action],
    state: State,
    goal: Sequence[Proposition],
    kb: KnowledgeBase,
) -> Policy | None:
    """Fit ``policy``, made for another place, to ``state``, reached by ``performed``.

    The player goes back along the moves in ``performed`` only as far as needed. Loops are left
    out, unless nothing has been performed.
    """
    fitted = fit(policy, state, goal)
    if fitted is not None:
        return without_loops(fitted) if performed else fitted
    current = state.copy()
    way_back: list[Action] = []
    for action in reversed(performed):
        back = kb.get_reverse_action(action) if _moves_player(action) else None
        if back is None or not current.apply(back):
            continue
        way_back.append(back)
        fitted = fit(policy, current, goal)
        if fitted is not None:
            return without_loops((*way_back, *fitted))
    return None


def _moves_player(action: Action) -> bool:
    changed = [*action.added, *action.removed]
    return bool(changed) and all(fact.name == "at" and fact.names[0] == "P" for fact in changed)
