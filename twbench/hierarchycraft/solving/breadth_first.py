"""The shortest plan, by looking at all states in the order of their distance."""

__all__ = ["optimal_plan"]

from collections.abc import Sequence

from twbench.hierarchycraft.engine.grounding import Grounding, Vector
from twbench.hierarchycraft.solving.aims import Aim

_Node = tuple[Vector, int]


def optimal_plan(
    grounding: Grounding, start: Vector, aims: Sequence[Aim], nodes: int
) -> list[int] | None:
    """Return a shortest plan that has met every aim at some time, or None.

    None is for no plan as well as for more than ``nodes`` states. What was met is part of a state:
    one bit for each aim.
    """
    everything = (1 << len(aims)) - 1
    first = (start, _met(aims, start, 0))
    if first[1] == everything:
        return []
    came: dict[_Node, tuple[_Node, int]] = {first: (first, -1)}
    level = [first]
    while level:
        after: list[_Node] = []
        for node in level:
            for action in grounding.legal(node[0]):
                vector = grounding.apply(node[0], action)
                if vector is None:
                    continue
                found = (vector, _met(aims, vector, node[1]))
                if found in came:
                    continue
                came[found] = (node, action)
                if found[1] == everything:
                    return _back(came, found)
                after.append(found)
            if len(came) > nodes:
                return None
        level = after
    return None


def _met(aims: Sequence[Aim], vector: Vector, before: int) -> int:
    for number, aim in enumerate(aims):
        if aim.is_met(vector):
            before |= 1 << number
    return before


def _back(came: dict[_Node, tuple[_Node, int]], node: _Node) -> list[int]:
    actions: list[int] = []
    while True:
        node, action = came[node]
        if action < 0:
            return actions[::-1]
        actions.append(action)
