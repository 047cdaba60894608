"""Moves: actions that change nothing but where the player is, and the maps they make.

A move is an action that exchanges one fact for another of the same name, and all it needs besides
is kept: ``go north`` exchanges the room the player is in. While the player does nothing but move,
what the moves need stays as it is, so the shortest walk is a shortest path in a graph of facts.
The facts that moves exchange are called locations here.
"""

__all__ = ["Graph", "Moves"]

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.patterns import Pattern, singletons
from twbench.logic import Action, Proposition, Rule, Signature, State

_Distances = dict[Proposition, int]
_Ways = dict[Proposition, list[Proposition]]


class Graph:
    """The moves that are possible in some states, and distances by them."""

    __slots__ = ("_ahead", "_back", "_from", "_moves_to", "_rings", "_to")

    def __init__(self, moves: Iterable[Action]):
        self._moves_to: dict[Proposition, list[Action]] = {}
        self._ahead: _Ways = {}
        self._back: _Ways = {}
        self._from: dict[Proposition, _Distances] = {}
        self._to: dict[Proposition, _Distances] = {}
        self._rings: dict[Proposition, dict[int, list[Proposition]]] = {}
        for move in moves:
            before, after = move.removed[0], move.added[0]
            self._moves_to.setdefault(after, []).append(move)
            self._ahead.setdefault(before, []).append(after)
            self._back.setdefault(after, []).append(before)

    def moves_to(self, location: Proposition) -> Sequence[Action]:
        """Return the moves that end at a location."""
        return self._moves_to.get(location, ())

    def distances_from(self, start: Proposition) -> Mapping[Proposition, int]:
        """Return the number of moves to each location that can be reached from ``start``."""
        known = self._from.get(start)
        if known is None:
            known = self._from[start] = _distances(start, self._ahead)
        return known

    def distances_to(self, end: Proposition) -> Mapping[Proposition, int]:
        """Return the number of moves from each location from which ``end`` can be reached."""
        known = self._to.get(end)
        if known is None:
            known = self._to[end] = _distances(end, self._back)
        return known

    def starts(self, end: Proposition, distance: int) -> Sequence[Proposition]:
        """Return the locations from which ``end`` is just so many moves away."""
        rings = self._rings.get(end)
        if rings is None:
            rings = self._rings[end] = {}
            for location, moves in self.distances_to(end).items():
                rings.setdefault(moves, []).append(location)
        return rings.get(distance, ())


class Moves:
    """The rules of a logic that are moves; `Moves.of` shares them.

    ``signatures`` are those of locations, ``needed`` those of the other facts that moves need: two
    states with the same facts of these have the same graph.
    """

    def __init__(self, kb: KnowledgeBase):
        rules = [rule for rule in kb.rules.values() if _is_move(rule)]
        self._needs = {rule: _needs(rule, kb) for rule in rules}
        self._names = {rule.name for rule in rules}
        self.signatures = frozenset([rule.added[0].signature for rule in rules])
        self.needed: tuple[Signature, ...] = tuple(
            dict.fromkeys(
                signature
                for pattern in self._needs.values()
                for signatures in pattern.open.matching
                for signature in signatures
            )
        )

    @classmethod
    def of(cls, kb: KnowledgeBase) -> "Moves":
        """Return the moves of a logic."""
        return _moves(kb)

    def include(self, rule: Rule | Action) -> bool:
        """Return whether a rule, or that of an action, is a move."""
        return rule.name in self._names

    def location(self, state: State) -> Proposition | None:
        """Return where the player is; None if that is not one location."""
        found = [fact for name in self.signatures for fact in state.facts_with_signature(name)]
        return found[0] if len(found) == 1 else None

    def graph(self, state: State) -> Graph:
        """Return the graph of the moves that are possible in ``state``, wherever the player is."""
        return Graph(
            [
                rule.apply_to(variables)
                for rule, pattern in self._needs.items()
                for variables in state.solutions(pattern.open, list(pattern.known))
            ]
        )


def _distances(start: Proposition, ways: _Ways) -> _Distances:
    known = {start: 0}
    queue = [start]
    for here in queue:  # which grows meanwhile
        for there in ways.get(here, ()):
            if there not in known:
                known[there] = known[here] + 1
                queue.append(there)
    return known


_moves = lru_cache(maxsize=64)(Moves)


def _needs(rule: Rule, kb: KnowledgeBase) -> Pattern:
    """Return what a move needs besides the fact it exchanges."""
    kept = [predicate for predicate in rule.preconditions if predicate not in rule.removed]
    known = singletons(rule.placeholders, rule.constants, kb.constants)
    return Pattern.of(kept, None, rule.placeholders, known, kb.logic)


def _is_move(rule: Rule) -> bool:
    """Return whether a rule is a move whose other conditions mention all it is about."""
    if not len(rule.added) == len(rule.removed) == 1:
        return False
    before, after = rule.removed[0], rule.added[0]
    kept = [predicate for predicate in rule.preconditions if predicate != before]
    bound = {placeholder for predicate in kept for placeholder in predicate.parameters}
    about = {*before.parameters, *after.parameters} - set(rule.constants)
    # The graph of the map is made of the facts that moves keep. So these facts must name all that a
    # move is about, and none of them may be a location, which changes while the player moves.
    return (
        before.name == after.name
        and about <= bound
        and before.name not in {predicate.name for predicate in kept}
    )
