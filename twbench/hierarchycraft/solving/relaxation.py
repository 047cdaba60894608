"""What things cost where nothing is used up: the additive relaxation.

The cost of a count is the least, over all grounded transformations that add to it, of one action
and the costs of all that it needs: the zone, and each count that is not there yet. What is needed
twice is paid twice, and what is used up is there for others as well. So the costs are estimates;
but they order things: whatever makes something at its cost needs only what costs less.
"""

__all__ = ["Costs", "Way", "costs_from"]

from math import inf
from typing import NamedTuple

from twbench.hierarchycraft.engine.grounding import Grounded, Grounding, Vector


class Way(NamedTuple):
    """A grounded transformation: the zone where, the number of the action, and what it needs."""

    zone: int
    action: int
    grounded: Grounded
    needs: tuple[tuple[int, int], ...]


class Costs(NamedTuple):
    """The cost of one more of each slot, and of being in each zone."""

    slots: list[float]
    zones: list[float]


def ways(grounding: Grounding) -> list[Way]:
    """Return all grounded transformations."""
    return [
        Way(zone, action, grounded, grounded.lows)
        for zone, row in enumerate(grounding.rows)
        for action, grounded in enumerate(row)
        if grounded is not None
    ]


def costs_from(vector: Vector, known: list[Way], zones: int) -> Costs:
    """Return the costs from a state on; inf for what cannot be reached."""
    costs = Costs([inf] * len(vector), [inf] * zones)
    costs.zones[vector[0]] = 0.0
    changed = True
    while changed:
        changed = False
        for way in known:
            cost = 1.0 + costs.zones[way.zone]
            for slot, low in way.needs:
                if vector[slot] < low:
                    cost += costs.slots[slot]
            if cost == inf:
                continue
            for slot, delta in way.grounded.effects:
                if slot == 0:
                    there = way.zone + delta
                    if cost < costs.zones[there]:
                        costs.zones[there] = cost
                        changed = True
                elif delta > 0 and cost < costs.slots[slot]:
                    costs.slots[slot] = cost
                    changed = True
    return costs
