"""Weighted best-first search: states that seem near the aim are looked at first."""

__all__ = ["best_first_plan"]

from heapq import heappop, heappush
from math import inf

from twbench.hierarchycraft.engine.grounding import Grounding, Vector
from twbench.hierarchycraft.solving.aims import Aim
from twbench.hierarchycraft.solving.relaxation import Way, costs_from, ways

_WEIGHT = 5
"""How much more the estimate counts than the way so far."""


def best_first_plan(
    grounding: Grounding, start: Vector, aim: Aim, expansions: int
) -> list[int] | None:
    """Return a plan, or None if there is none, or none was found in so many expansions."""
    known = ways(grounding)
    came: dict[Vector, tuple[Vector, int]] = {}
    lengths = {start: 0}
    queue: list[tuple[float, int, Vector]] = [(0.0, 0, start)]
    made = 0
    for _ in range(expansions):
        if not queue:
            return None
        _, _, vector = heappop(queue)
        if aim.is_met(vector):
            return _back(came, start, vector)
        for action in grounding.legal(vector):
            found = grounding.apply(vector, action)
            length = lengths[vector] + 1
            if found is None or lengths.get(found, inf) <= length:
                continue
            estimate = _estimate(grounding, found, aim, known)
            if estimate < inf:
                lengths[found] = length
                came[found] = (vector, action)
                made += 1  # of equals, the oldest goes first
                heappush(queue, (length + _WEIGHT * estimate, made, found))
    return None


def _estimate(grounding: Grounding, vector: Vector, aim: Aim, known: list[Way]) -> float:
    if aim.is_met(vector):
        return 0.0
    costs = costs_from(vector, known, len(grounding.rows))
    if aim.slots == (0,):
        return costs.zones[aim.amount]
    return min(costs.slots[slot] * (aim.amount - vector[slot]) for slot in aim.slots)


def _back(came: dict[Vector, tuple[Vector, int]], start: Vector, vector: Vector) -> list[int]:
    actions: list[int] = []
    while vector != start:
        vector, action = came[vector]
        actions.append(action)
    return actions[::-1]
