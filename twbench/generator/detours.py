"""Detours in chains of actions: seen at once, without a search through states.

A move is an action that exchanges one fact for another of the same name, and all it needs besides
is kept: ``go north`` exchanges the room the player is in. While the player does nothing but move,
what the moves need stays as it is, so the shortest walk is a shortest path in a graph of facts.

A chain takes a detour if its first actions lead to a place to which fewer moves lead, and the
others can be performed from there as well.
"""

__all__ = ["Walks"]

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import cast

from twbench.generator.chain_steps import Same
from twbench.generator.data import KnowledgeBase
from twbench.logic import Action, Placeholder, Predicate, Proposition, Rule, State, Variable

_Graph = dict[Proposition, list[Proposition]]


class Walks:
    """Knows the moves of a logic, and the graphs they make of states."""

    def __init__(self, kb: KnowledgeBase):
        self._constants = kb.constants
        self._moves = _moves(Same(kb))
        self._graphs: dict[Hashable, _Graph] = {}

    def count(self, actions: Sequence[Action]) -> int:
        """Return the number of moves that ``actions`` begin with."""
        for number, action in enumerate(actions):
            if action.name not in self._moves:
                return number
        return len(actions)

    def has_detour(self, state: State, actions: Sequence[Action], key: Hashable) -> bool:
        """Return whether ``actions``, which can be performed in ``state``, take a detour.

        States that differ by moves alone may be given the same ``key``, not None, so that their
        graph is made only once.
        """
        moves = [number for number, action in enumerate(actions, 1) if action.name in self._moves]
        if not moves or moves[-1] < 2:
            return False
        graph = self._graphs.get(key)
        if graph is None:
            graph = self._graph(state)
            if key is not None:
                self._graphs[key] = graph
        start = actions[moves[0] - 1].removed[0]
        distances = _distances(graph, start, len(actions))
        for number in moves:
            place = actions[number - 1].added[0]
            if distances.get(place, number) < number:
                there = state.copy()
                there.remove_fact(start)
                there.add_fact(place)
                if all(map(there.apply, actions[number:])):
                    return True
        return False

    def _graph(self, state: State) -> _Graph:
        graph: _Graph = {}
        for query, before, after in self._moves.values():
            for found in state.all_assignments(query, self._constants):
                # None would stand for variables yet to be found, which only partial ones have.
                values = {**self._constants, **cast(Mapping[Placeholder, Variable], found)}
                graph.setdefault(before.instantiate(values), []).append(after.instantiate(values))
        return graph


def _distances(graph: _Graph, start: Proposition, limit: int) -> dict[Proposition, int]:
    distances = {start: 0}
    frontier = [start]
    for distance in range(1, limit):
        frontier = list(
            dict.fromkeys(
                there
                for here in frontier
                for there in graph.get(here, ())
                if there not in distances
            )
        )
        distances.update(dict.fromkeys(frontier, distance))
    return distances


@lru_cache(maxsize=64)
def _moves(key: Same) -> dict[str, tuple[Rule, Predicate, Predicate]]:
    """Return, for each move, a query for what it needs besides, and what it exchanges."""
    (kb,) = key.items
    return {
        rule.name: (
            Rule(rule.name, [p for p in rule.preconditions if p not in rule.removed], ()),
            rule.removed[0],
            rule.added[0],
        )
        for rule in kb.rules.values()
        if _is_move(rule)
    }


def _is_move(rule: Rule) -> bool:
    """Return whether a rule is a move whose other conditions mention all it is about."""
    if not len(rule.added) == len(rule.removed) == 1:
        return False
    before, after = rule.removed[0], rule.added[0]
    kept = [predicate for predicate in rule.preconditions if predicate != before]
    bound = {placeholder for predicate in kept for placeholder in predicate.parameters}
    about = {*before.parameters, *after.parameters} - set(rule.constants)
    return (
        before.name == after.name
        and about <= bound
        and before.name not in {predicate.name for predicate in kept}
    )
