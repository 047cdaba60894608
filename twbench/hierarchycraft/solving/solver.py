"""Solving: back-chaining first, then a search; then the plan without what it can do without.

A plan is a list of actions. Whatever finds it, it is replayed: a plan that is returned works.
"""

__all__ = ["ends_with", "replay", "shortened", "solve", "solve_aim", "steps_of"]

from collections.abc import Iterator, Sequence

from twbench.hierarchycraft.engine.grounding import Grounding, Vector
from twbench.hierarchycraft.solving.aims import Aim
from twbench.hierarchycraft.solving.back_chaining import back_chained_plan
from twbench.hierarchycraft.solving.best_first import best_first_plan

LONGEST = 20_000
"""How many actions a plan may have."""
EXPANSIONS = 3000
"""How many states the search may look at."""
_SHORTENED = 400
"""Longer plans are left as they are: to try without each action takes the square of its length."""


def solve(
    grounding: Grounding, aims: Sequence[Aim], start: Vector | None = None
) -> list[int] | None:
    """Return a plan that meets all aims, each at some time, or None if none is found.

    Aims count after each action, as in a game: what is so at the start alone is not met. Where all
    that was found does without an action, or loses what is so at the start, each action that can be
    done there is tried first.
    """
    first = grounding.start if start is None else start
    plan = _found(grounding, aims, first)
    if plan is None or replay(grounding, first, plan, aims):
        return plan
    for action in grounding.legal(first):
        rest = _found(grounding, aims, _after(grounding, first, [action]))
        if rest is not None and replay(grounding, first, [action, *rest], aims):
            return [action, *rest]
    return None


def _found(grounding: Grounding, aims: Sequence[Aim], first: Vector) -> list[int] | None:
    """Return a plan that meets all aims that are not met yet, or None if none is found.

    They are met in their order. One that cannot be met any more, once others were, is tried first.
    """
    aims = [aim for aim in aims if not aim.is_met(first)]
    order = list(dict.fromkeys(aims))
    for _ in range(1 + len(order)):
        plan, stuck = _one_by_one(grounding, order, first)
        if stuck is None:
            plan = shortened(grounding, first, plan, aims)
            return plan if replay(grounding, first, plan, aims) else None
        if stuck is order[0]:
            return None
        order.remove(stuck)
        order.insert(0, stuck)
    return None


def _one_by_one(
    grounding: Grounding, aims: Sequence[Aim], first: Vector
) -> tuple[list[int], Aim | None]:
    """Return a plan for aims in their order, and the first one for which none is found."""
    vector = first
    plan: list[int] = []
    for aim in aims:
        if not replay(grounding, first, plan, [aim]):
            part = solve_aim(grounding, vector, aim)
            if part is None:
                return plan, aim
            plan += part
            vector = _after(grounding, vector, part)
    return plan, None


def solve_aim(grounding: Grounding, start: Vector, aim: Aim) -> list[int] | None:
    """Return a plan for one aim, or None if none is found."""
    plan = back_chained_plan(grounding, start, aim, LONGEST)
    if plan is None:
        return best_first_plan(grounding, start, aim, EXPANSIONS)
    return plan


def replay(grounding: Grounding, start: Vector, plan: Sequence[int], aims: Sequence[Aim]) -> bool:
    """Say whether a plan can be done, and meets every aim after one of its actions."""
    open_aims = list(aims)
    vector = start
    for action in plan:
        after = grounding.apply(vector, action)
        if after is None:
            return False
        vector = after
        open_aims = [aim for aim in open_aims if not aim.is_met(vector)]
    return not open_aims


def ends_with(
    grounding: Grounding, start: Vector, plan: Sequence[int], groups: Sequence[Sequence[Aim]]
) -> bool:
    """Say whether a plan ends a game by the first group: its aims are all met before another's."""
    if not replay(grounding, start, plan, groups[0]):
        return False
    left = [set(aims) for aims in groups]
    vector = start
    for action in plan:
        vector = grounding.apply(vector, action) or vector
        left = [{aim for aim in aims if not aim.is_met(vector)} for aims in left]
        if not all(left):
            break
    return not left[0]


def steps_of(
    grounding: Grounding, vector: Vector, plan: Sequence[int]
) -> Iterator[tuple[Vector, int]]:
    """Yield each action of a plan with the state that it is done in, from ``vector`` on."""
    for action in plan:
        yield vector, action
        vector = grounding.apply(vector, action) or vector


def shortened(
    grounding: Grounding, start: Vector, plan: list[int], aims: Sequence[Aim]
) -> list[int]:
    """Return a plan without actions that it can do without, one or two after the other."""
    if len(plan) > _SHORTENED:
        return plan
    number = len(plan) - 1
    while number >= 0:
        for width in (1, 2):
            rest = plan[:number] + plan[number + width :]
            if len(rest) < len(plan) and replay(grounding, start, rest, aims):
                plan = rest
                break
        number -= 1
    return plan


def _after(grounding: Grounding, vector: Vector, plan: Sequence[int]) -> Vector:
    for action in plan:
        after = grounding.apply(vector, action)
        if after is not None:
            vector = after
    return vector
