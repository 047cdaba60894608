"""Canonical forms of coloured relational structures: equal exactly for isomorphic ones.

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

Nodes of the class that an automorphism exchanges give the same certificate, so one of them is
enough. Two kinds of automorphisms are looked for: twins, which take part in the same relations,
and those that lead from the first way of telling a component apart to that of another node: if
both end in the same coloured relations, they show one. This prunes complete and bipartite graphs,
lattices and the like to a few trials. What is left (few symmetries, and yet all nodes alike) may
take for ever, so there is a budget of relations to look at.
"""

__all__ = ["Certificate", "Structure", "certificate"]

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from twbench.errors import GenerationError

Relation = tuple[str, tuple[int, ...]]
Certificate = list[Any]

BUDGET = 2_000_000
"""Relations to look at for one structure: some seconds. A game takes some thousands."""


@dataclass(slots=True)
class Structure:
    """Nodes, numbered from 0, with labels; and relations between them, none of which is twice."""

    labels: list[str] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)

    def add_node(self, label: str) -> int:
        """Add a node and return its number."""
        self.labels.append(label)
        return len(self.labels) - 1


def certificate(structure: Structure) -> Certificate:
    """Return plain lists that are equal exactly for isomorphic structures.

    Raises GenerationError if its nodes are so much alike that this exceeds the budget.
    """
    try:
        # Each node that has to be individualised takes the recursion deeper.
        return _Canonizer(structure).certificate()
    except RecursionError:
        raise _too_much_alike() from None


def _too_much_alike() -> GenerationError:
    return GenerationError(
        "The things of the game are too much alike: to find out which of them may be exchanged"
        " takes too long."
    )


class _Canonizer:
    """Finds the certificate of a structure; see the head of this module."""

    def __init__(self, structure: Structure):
        self.labels = structure.labels
        self.relations = structure.relations
        ranks = {name: rank for rank, name in enumerate(sorted({r[0] for r in self.relations}))}
        self.ranks = [ranks[name] for name, _ in self.relations]
        arity = max((len(nodes) for _, nodes in self.relations), default=0)
        # Wide enough for a colour plus one, and for a position: one digit never spills over into
        # the next, so different coloured relations are different numbers.
        self.bits = (2 * len(self.labels) + arity + 1).bit_length()
        self.padding = [self.bits * (arity - len(nodes) + 1) for _, nodes in self.relations]
        self.known = {
            (rank, nodes) for rank, (_, nodes) in zip(self.ranks, self.relations, strict=True)
        }
        self.budget = BUDGET
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
        # Each relation is told once: at the level where the last of its nodes is told apart.
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
        cells: dict[int, set[int]] = defaultdict(set)
        for node in component:
            cells[colours[node]].add(node)
        best: Certificate | None = None
        for node in self._trials(component, sorted(_smallest(cells)), colours):
            trial = list(colours)
            # No node has this colour, and isomorphic structures get the same.
            trial[node] = max(colours) + 1
            certificate = self._certificate(component, trial, {node}, fixed)
            if best is None or certificate < best:
                best = certificate
        return [] if best is None else best

    def _trials(
        self, component: Sequence[int], cell: Sequence[int], colours: list[int]
    ) -> list[int]:
        """Return nodes of ``cell``, of which each other one is the image by an automorphism."""
        trials: list[int] = []
        for node in cell:
            if not any(self._are_twins(node, other) for other in trials):
                trials.append(node)
        if len(trials) == 1:
            return trials
        indexes = {index for node in component for index in self.incident[node]}
        orders: dict[int, list[int]] = {}
        reached = set[int]()  # from the nodes in orders, by automorphisms
        for node in trials:
            if node in reached:
                continue
            order = self._first_order(component, node, colours)
            for known in orders.values():
                images = dict(zip(known, order, strict=True))
                # Labels are no relations: that they agree is told by the colours.
                alike = all(colours[one] == colours[other] for one, other in images.items())
                if alike and self._preserves(images, indexes):
                    reached |= _reached(images, orders)
            if node not in reached:
                orders[node] = order
        return list(orders)

    def _are_twins(self, node: int, other: int) -> bool:
        """Say whether exchanging the two leaves all relations as they are."""
        swap = {node: other, other: node}
        return self._preserves(swap, {*self.incident[node], *self.incident[other]})

    def _first_order(
        self, component: Sequence[int], node: int, colours: Sequence[int]
    ) -> list[int]:
        """Return the nodes told apart by ``node`` and then by whatever node comes first."""
        trial = list(colours)
        cells: dict[int, set[int]] = defaultdict(set)
        for member in component:
            cells[trial[member]].add(member)
        while True:
            cells[trial[node]].remove(node)
            trial[node] = max(trial) + 1
            cells[trial[node]] = {node}
            self._refine(cells, trial, {node})
            shared = {colour: cell for colour, cell in cells.items() if len(cell) > 1}
            if not shared:
                return sorted(component, key=trial.__getitem__)
            node = min(_smallest(shared))

    def _preserves(self, images: Mapping[int, int], indexes: set[int]) -> bool:
        """Say whether the relations ``indexes`` are relations with other nodes for some as well."""
        # One direction is enough. Nodes are exchanged one for one, so different relations have
        # different images; if all of these are relations, then all relations are images.
        for index in indexes:
            self.budget -= 1
            image = tuple([images.get(node, node) for node in self.relations[index][1]])
            if (self.ranks[index], image) not in self.known:
                return False
        return True

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
        indexes = {index for node in changed for index in self.incident[node]}
        self.budget -= len(indexes)
        if self.budget < 0:
            raise _too_much_alike()
        for index in indexes:
            nodes = self.relations[index][1]
            if together.isdisjoint(nodes):
                continue
            coloured = self.ranks[index]
            for node in nodes:
                coloured = coloured << bits | colours[node] + 1
            # Colours count from one here, so that zeros behind a short relation are no colours.
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


def _smallest(cells: Mapping[int, set[int]]) -> set[int]:
    """Return the smallest cell, of several that of the first colour."""
    _, chosen = min((len(cell), colour) for colour, cell in cells.items())
    return cells[chosen]


def _reached(images: Mapping[int, int], starts: Iterable[int]) -> set[int]:
    """Return where ``images``, applied again and again, lead from the ``starts``."""
    reached = set[int]()
    for node in starts:
        while node not in reached:
            reached.add(node)
            node = images[node]
    return reached
