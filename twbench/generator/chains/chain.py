"""Chains of actions: values that the search hands out."""

__all__ = ["Chain", "ChainNode", "branch_ends"]

from collections.abc import Sequence
from dataclasses import dataclass

from twbench.logic import Action, State


@dataclass(frozen=True, slots=True, eq=False)
class ChainNode:
    """An action in a chain (docs: textworld.generator.chaining.ChainNode).

    ``depth`` counts the actions from the root of the tree to this one, which has depth 1 if it is
    the root. ``breadth`` is the number of the subquest it belongs to, from 1 on. ``parent`` is
    what this action serves, or, forwards, what it follows from; None for a root.
    """

    action: Action
    depth: int
    breadth: int
    parent: "ChainNode | None"


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """A state and a sequence of actions that starts there (docs: Chain).

    ``nodes`` are in the order of the actions.
    """

    initial_state: State
    nodes: tuple[ChainNode, ...]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions, in the order in which they are to be done."""
        return tuple(node.action for node in self.nodes)

    def __str__(self) -> str:
        return "Chain([\n" + "".join(f"    {action},\n" for action in self.actions) + "])"


def branch_ends(nodes: Sequence[ChainNode]) -> list[int]:
    """Return how many actions there are up to the end of each branch, the last one included."""
    return [
        index
        for index in range(1, len(nodes) + 1)
        if index == len(nodes) or nodes[index].breadth != nodes[index - 1].breadth
    ]
