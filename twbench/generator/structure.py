"""A hash of what makes a game the puzzle it is, whatever its entities are called.

A game is read as a coloured relational structure. Its nodes are the entities (coloured by type),
the quests (by reward, optional, repeatable) and their events (win or fail); its relations are the
facts of the world, the conditions of events, and which event belongs to which quest. Two games
have the same hash exactly if their structures are isomorphic (SHA-256 collisions aside).

The canonical form is found by colour refinement: two nodes of one colour are told apart as soon
as they take part in different coloured relations, until nothing changes. A round looks only at
relations of the nodes that got a new colour in the last one, which makes long chains of rooms
cheap. New colours are numbered by their reason, never by name or position in a list, so isomorphic
structures get the same numbers. A map with directions and a player in it is told apart completely
in this way.

Nodes that share their colour with others (two apples on one table, two chests with their keys) are
grouped into components joined by relations. With everything else fixed, components do not affect
each other, so each gets its own certificate and the sorted list of them is canonical: equal
components may be exchanged, and their number costs no factorial. Within a component one node of
the smallest colour class is individualised and refinement goes on; of the certificates that the
nodes of the class give, the least one is taken.
"""

__all__ = ["structure_hash"]

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from twbench.generator.game import Game
from twbench.generator.quest import Quest
from twbench.hashing import content_id
from twbench.logic import Proposition

_HASH_LENGTH = 26  # 130 bits

Relation = tuple[str, tuple[int, ...]]
Certificate = list[Any]


def structure_hash(game: Game) -> str:
    """Return 26 characters that are equal exactly for games equal up to names.

    World facts and quests count: winning and failing conditions, rewards, optional, repeatable.
    Names, texts, walkthroughs and the order of facts and quests do not.
    """
    structure = _structure(game.world.facts, game.quests)
    return content_id(_Canonizer(structure).certificate(), _HASH_LENGTH)


@dataclass(slots=True)
class _Structure:
    """Nodes, numbered from 0, with labels; and relations between them."""

    labels: list[str] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)

    def add_node(self, label: str) -> int:
        self.labels.append(label)
        return len(self.labels) - 1


def _structure(facts: Iterable[Proposition], quests: Iterable[Quest]) -> _Structure:
    structure = _Structure()
    entities: dict[str, int] = {}

    def nodes(fact: Proposition) -> tuple[int, ...]:
        for variable in fact.arguments:
            if variable.name not in entities:
                entities[variable.name] = structure.add_node(f"entity {variable.type}")
        return tuple([entities[name] for name in fact.names])

    for fact in dict.fromkeys(facts):
        structure.relations.append((f"fact {fact.name}", nodes(fact)))
    for quest in quests:
        node = structure.add_node(f"quest {quest.reward} {quest.optional} {quest.repeatable}")
        for outcome, events in (("win", quest.win_events), ("fail", quest.fail_events)):
            for event in events:
                event_node = structure.add_node(outcome)
                structure.relations.append(("event", (node, event_node)))
                for fact in dict.fromkeys(event.conditions):
                    relation = f"condition {fact.name}"
                    structure.relations.append((relation, (event_node, *nodes(fact))))
    return structure


class _Canonizer:
    """Finds the certificate of a structure; see the head of this module."""

    def __init__(self, structure: _Structure):
        self.labels = structure.labels
        self.relations = structure.relations
        ranks = {name: rank for rank, name in enumerate(sorted({r[0] for r in self.relations}))}
        self.ranks = [ranks[name] for name, _ in self.relations]
        arity = max((len(nodes) for _, nodes in self.relations), default=0)
        self.bits = (2 * len(self.labels) + arity + 1).bit_length()
        self.padding = [self.bits * (arity - len(nodes) + 1) for _, nodes in self.relations]
        self.incident: list[list[int]] = [[] for _ in structure.labels]
        for index, (_, nodes) in enumerate(structure.relations):
            for node in set(nodes):
                self.incident[node].append(index)

    def certificate(self) -> Certificate:
        ranks = {label: rank for rank, label in enumerate(sorted(set(self.labels)))}
        colours = [ranks[label] for label in self.labels]
        everything = range(len(self.labels))
        about_nothing = sorted(name for name, nodes in self.relations if not nodes)
        return [about_nothing, *self._certificate(everything, colours, set(everything), set())]

    def _certificate(
        self, nodes: Iterable[int], colours: list[int], changed: set[int], fixed: set[int]
    ) -> Certificate:
        """Return the certificate of ``nodes``, a union of components, given the ``fixed`` ones.

        ``changed`` are the nodes whose colours are new; ``colours`` is changed by refinement.
        """
        cells: dict[int, set[int]] = defaultdict(set)
        for node in nodes:
            cells[colours[node]].add(node)
        self._refine(cells, colours, changed)
        single = sorted(next(iter(cell)) for cell in cells.values() if len(cell) == 1)
        known = fixed.union(single)
        touched = {index for node in single for index in self.incident[node]}
        settled = [index for index in touched if known.issuperset(self.relations[index][1])]
        rest = sorted(node for cell in cells.values() if len(cell) > 1 for node in cell)
        parts = [
            self._component_certificate(component, colours, known)
            for component in self._components(rest)
        ]
        return [
            sorted([colours[node], self.labels[node]] for node in single),
            sorted(self._coloured(index, colours) for index in settled),
            sorted(parts),
        ]

    def _component_certificate(
        self, component: Sequence[int], colours: list[int], fixed: set[int]
    ) -> Certificate:
        cells: dict[int, list[int]] = defaultdict(list)
        for node in component:
            cells[colours[node]].append(node)
        _, chosen = min((len(cell), colour) for colour, cell in cells.items())
        best: Certificate | None = None
        for node in cells[chosen]:
            trial = list(colours)
            trial[node] = max(colours) + 1
            certificate = self._certificate(component, trial, {node}, fixed)
            if best is None or certificate < best:
                best = certificate
        return [] if best is None else best

    def _refine(self, cells: dict[int, set[int]], colours: list[int], changed: set[int]) -> None:
        """Split ``cells`` until all nodes of each take part in the same coloured relations."""
        fresh = max(colours, default=0) + 1
        together = {node for cell in cells.values() if len(cell) > 1 for node in cell}
        while changed:
            reasons = self._reasons(changed, together, colours)
            changed = set()
            concerned: defaultdict[int, list[int]] = defaultdict(list)
            for node in reasons:
                concerned[colours[node]].append(node)
            for colour in sorted(concerned):
                cell = cells[colour]
                groups: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
                for node in concerned[colour]:
                    groups[tuple(sorted(reasons[node]))].append(node)
                split = sorted(groups)
                if len(concerned[colour]) == len(cell):
                    del split[0]  # one group keeps the colour: the nodes without a reason, if any
                for reason in split:
                    group = groups[reason]
                    cell.difference_update(group)
                    cells[fresh] = set(group)
                    for node in group:
                        colours[node] = fresh
                    changed.update(group)
                    fresh += 1
                    if len(group) == 1:
                        together.difference_update(group)
                if len(cell) == 1:
                    together -= cell

    def _reasons(
        self, changed: set[int], together: set[int], colours: Sequence[int]
    ) -> dict[int, list[int]]:
        """Return, for each node not yet alone, its coloured relations with changed nodes.

        ``together`` are the nodes that share their colour with others. A relation is one number,
        in digits of ``bits`` bits: its rank, the colours of its nodes plus one (there are less than
        two colours for each node), zeros up to the greatest arity, and the node's position.
        """
        reasons: defaultdict[int, list[int]] = defaultdict(list)
        bits = self.bits
        for index in {index for node in changed for index in self.incident[node]}:
            nodes = self.relations[index][1]
            if together.isdisjoint(nodes):
                continue
            coloured = self.ranks[index]
            for node in nodes:
                coloured = coloured << bits | colours[node] + 1
            coloured <<= self.padding[index]
            for position, node in enumerate(nodes):
                if node in together:
                    reasons[node].append(coloured + position)
        return reasons

    def _coloured(self, index: int, colours: Sequence[int]) -> list[Any]:
        name, nodes = self.relations[index]
        return [name, *map(colours.__getitem__, nodes)]

    def _components(self, nodes: Sequence[int]) -> list[list[int]]:
        """Group nodes joined by relations, directly or through each other."""
        unseen = set(nodes)
        components = []
        for start in nodes:
            if start not in unseen:
                continue
            unseen.remove(start)
            component = [start]
            for node in component:
                for index in self.incident[node]:
                    joined = unseen.intersection(self.relations[index][1])
                    unseen -= joined
                    component.extend(sorted(joined))
            components.append(component)
        return components
