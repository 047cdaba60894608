"""Redundant moves in chains of actions: detours, seen at once, without a search through states.

A chain takes a detour if its first actions lead to a place to which fewer moves lead, and the
others can be performed from there as well. Or if its first action is undone by a later one, and the
others can do without the two: a key is put down and taken up again to no purpose.

What ends a branch has to be done: a way that leaves it out is no shorter way to the same.
"""

__all__ = ["Walks", "last_only_undoes"]

from collections.abc import Collection, Sequence

from twbench.bounded_cache import BoundedCache
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.moves import Graph, Moves
from twbench.logic import Action, Proposition, State

_MAX_GRAPHS = 256
"""The doors of a map that a search opens and closes give some dozens of graphs."""


class Walks:
    """Knows the moves of a logic, and the graphs they make of states.

    The latest graphs are remembered. They depend on the facts that moves need and keep, and few
    actions change any of those.
    """

    def __init__(self, kb: KnowledgeBase):
        self.moves = Moves.of(kb)
        self._graphs: BoundedCache[tuple[object, ...], Graph] = BoundedCache(_MAX_GRAPHS)

    def has_detour(self, state: State, actions: Sequence[Action], ends: Sequence[int] = ()) -> bool:
        """Return whether ``actions``, which can be performed in ``state``, take a detour.

        ``ends`` counts the actions up to the end of each branch, if there are several.
        """
        return self._is_long_walk(state, actions, ends) or _first_is_in_vain(state, actions, ends)

    def _is_long_walk(self, state: State, actions: Sequence[Action], ends: Sequence[int]) -> bool:
        # What is left out is before the end of each branch, or is the way to the first one.
        first = min(ends, default=len(actions))
        moves = [
            number
            for number, action in enumerate(actions, 1)
            if number <= first and self.moves.include(action)
        ]
        if not moves or moves[-1] < 2:
            return False
        start = actions[moves[0] - 1].removed[0]
        distances = self.graph(state).distances_from(start)
        for number in moves:
            place = actions[number - 1].added[0]
            # There is a shorter way; the longer one may still be needed for what is done on it.
            if distances.get(place, number) < number:
                there = state.copy()
                there.remove_fact(start)
                there.add_fact(place)
                if number in ends and not there.are_facts(actions[number - 1].postconditions):
                    continue
                if all(map(there.apply, actions[number:])):
                    return True
        return False

    def graph(self, state: State) -> Graph:
        """Return the graph of the moves that are possible in ``state``, wherever the player is."""
        key = state.snapshot(self.moves.needed)
        graph = self._graphs.get(key)
        return self._graphs.keep(key, self.moves.graph(state)) if graph is None else graph


def _first_is_in_vain(state: State, actions: Sequence[Action], ends: Sequence[int]) -> bool:
    """Return whether the first action is undone, and all ends the same without it."""
    inner = ends[:-1]  # what the last branch leaves true is looked at
    if not actions or 1 in inner:
        return False
    # The first action alone: when the others were put into the chain, they were first as well.
    first, *others = actions
    for number, later in enumerate(others):
        if number + 2 in inner:
            continue
        if _undoes(later, first):
            there = state.copy()
            rest = others[:number] + others[number + 1 :]
            if all(map(there.apply, rest)) and there.are_facts(others[-1].postconditions):
                return True
    return False


def last_only_undoes(actions: Sequence[Action], ends: Collection[int]) -> bool:
    """Return whether the last action undoes an earlier one, which those between made no use of.

    ``ends`` counts the actions up to the end of each branch.
    """
    *others, last = actions
    needed: set[Proposition] = set()
    for number in range(len(others), 0, -1):
        earlier = others[number - 1]
        if number not in ends and _undoes(last, earlier):
            return needed.isdisjoint(earlier.added)
        needed.update(earlier.preconditions)
    return False


def _undoes(later: Action, first: Action) -> bool:
    if not first.removed or first.removed[0] not in later.added:
        return False
    return set(later.added) == set(first.removed) and set(later.removed) == set(first.added)
