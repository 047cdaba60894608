"""Detours in chains of actions: seen at once, without a search through states.

A move is an action that exchanges one fact for another of the same name, and all it needs besides
is kept: ``go north`` exchanges the room the player is in. While the player does nothing but move,
what the moves need stays as it is, so the shortest walk is a shortest path in a graph of facts.

A chain takes a detour if its first actions lead to a place to which fewer moves lead, and the
others can be performed from there as well. Or if its first action is undone by a later one, and the
others can do without the two: a key is put down and taken up again to no purpose.
"""

__all__ = ["Walks"]

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from twbench.generator.data import KnowledgeBase
from twbench.generator.patterns import Atom, Pattern, Same, atoms, fact_of, singletons
from twbench.logic import Action, Proposition, Rule, Signature, State
from twbench.recent import Recent

_MAX_GRAPHS = 256


class Walks:
    """Knows the moves of a logic, and the graphs they make of states.

    The latest graphs are remembered. They depend on the facts that moves need and keep, and few
    actions change any of those.
    """

    def __init__(self, kb: KnowledgeBase):
        self._moves = _moves(Same(kb))
        self._signatures: tuple[Signature, ...] = tuple(
            dict.fromkeys(
                signature
                for move in self._moves.values()
                for signatures in move.needs.open.matching
                for signature in signatures
            )
        )
        self._graphs: Recent[tuple[object, ...], _Graph] = Recent(_MAX_GRAPHS)

    def has_detour(self, state: State, actions: Sequence[Action]) -> bool:
        """Return whether ``actions``, which can be performed in ``state``, take a detour."""
        return self._is_long_walk(state, actions) or _undoes_in_vain(state, actions)

    def _is_long_walk(self, state: State, actions: Sequence[Action]) -> bool:
        moves = [number for number, action in enumerate(actions, 1) if action.name in self._moves]
        if not moves or moves[-1] < 2:
            return False
        start = actions[moves[0] - 1].removed[0]
        distances = self._graph(state).distances_from(start)
        for number in moves:
            place = actions[number - 1].added[0]
            if distances.get(place, number) < number:
                there = state.copy()
                there.remove_fact(start)
                there.add_fact(place)
                if all(map(there.apply, actions[number:])):
                    return True
        return False

    def _graph(self, state: State) -> "_Graph":
        key = state.snapshot(self._signatures)
        graph = self._graphs.get(key)
        return self._graphs.keep(key, self._new_graph(state)) if graph is None else graph

    def _new_graph(self, state: State) -> "_Graph":
        graph = _Graph()
        for move in self._moves.values():
            for variables in state.solutions(move.needs.open, list(move.needs.known)):
                before, after = fact_of(move.before, variables), fact_of(move.after, variables)
                graph.ways.setdefault(before, []).append(after)
        return graph


def _undoes_in_vain(state: State, actions: Sequence[Action]) -> bool:
    """Return whether the first action is undone, and all ends the same without it."""
    if not actions:
        return False
    first, *others = actions
    for number, later in enumerate(others):
        if first.removed and first.removed[0] in later.added and _undoes(later, first):
            there = state.copy()
            rest = others[:number] + others[number + 1 :]
            if all(map(there.apply, rest)) and there.are_facts(others[-1].postconditions):
                return True
    return False


def _undoes(later: Action, first: Action) -> bool:
    return set(later.added) == set(first.removed) and set(later.removed) == set(first.added)


@dataclass(frozen=True, slots=True, eq=False)
class _Move:
    """What a move needs besides the fact it exchanges, that fact, and what for."""

    needs: Pattern
    before: Atom
    after: Atom


@dataclass(frozen=True, slots=True, eq=False)
class _Graph:
    """The places that one move leads to, and distances by the place where one starts."""

    ways: dict[Proposition, list[Proposition]] = field(default_factory=dict)
    distances: dict[Proposition, dict[Proposition, int]] = field(default_factory=dict)

    def distances_from(self, start: Proposition) -> dict[Proposition, int]:
        """Return the number of moves to each place that can be reached."""
        known = self.distances.get(start)
        if known is None:
            known = self.distances[start] = {start: 0}
            queue = [start]
            for here in queue:  # which grows meanwhile
                for there in self.ways.get(here, ()):
                    if there not in known:
                        known[there] = known[here] + 1
                        queue.append(there)
        return known


@lru_cache(maxsize=64)
def _moves(key: Same) -> dict[str, _Move]:
    """Return the rules that are moves."""
    (kb,) = key.items
    return {rule.name: _move(rule, kb) for rule in kb.rules.values() if _is_move(rule)}


def _move(rule: Rule, kb: KnowledgeBase) -> _Move:
    kept = [predicate for predicate in rule.preconditions if predicate not in rule.removed]
    known = singletons(rule.placeholders, rule.constants, kb.constants)
    before, after = atoms((*rule.removed, *rule.added), rule.placeholders)
    return _Move(Pattern.of(kept, None, rule.placeholders, known, kb.logic), before, after)


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
