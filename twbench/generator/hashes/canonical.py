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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
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
    """Finds the certificate of a structure; see the head of this module.

    A coloured relation is one number, in digits of so many bits that none spills over into the
    next: the rank of its name, the colours of its nodes plus one (so that zeros behind a short
    relation are no colours), zeros up to the greatest arity, and room for a position. These
    ``values`` go with the colours: when a node is recoloured, those of its relations change.
    """

    def __init__(self, structure: Structure):
        self.labels = structure.labels
        self.relations = structure.relations
        self.places = [nodes for _, nodes in self.relations]
        ranks = {name: rank for rank, name in enumerate(sorted({r[0] for r in self.relations}))}
        self.ranks = [ranks[name] for name, _ in self.relations]
        arity = max((len(nodes) for _, nodes in self.relations), default=0)
        # There are less than two colours for each node.
        bits = (2 * len(self.labels) + arity + 1).bit_length()
        self.weights = [1 << bits * (arity - position) for position in range(arity)]
        ones = [sum(self.weights[:size]) for size in range(arity + 1)]
        high = bits * (arity + 1)
        self.budget = BUDGET
        known = {label: rank for rank, label in enumerate(sorted(set(self.labels)))}
        self.colours = colours = [known[label] for label in self.labels]
        # The relations of each node, with its position there and the weight of that.
        self.incident: list[list[tuple[int, int, int]]] = [[] for _ in colours]
        self.values: list[int] = []
        entries, placed = self.incident, tuple(enumerate(self.weights))
        starts = {name: rank << high for name, rank in ranks.items()}
        for index, (name, nodes) in enumerate(self.relations):
            value = starts[name] + ones[len(nodes)]
            for node, (position, weight) in zip(nodes, placed):  # noqa: B905 (keywords take time)
                entries[node].append((index, position, weight))
                value += colours[node] * weight
            self.values.append(value)

    def certificate(self) -> Certificate:
        everything = range(len(self.labels))
        about_nothing = sorted([name for name, nodes in self.relations if not nodes])
        found = self._certificate(everything, self.colours, self.values, None, set())
        return [about_nothing, *found]

    def _certificate(
        self,
        nodes: Iterable[int],
        colours: list[int],
        values: list[int],
        touched: set[int] | None,
        fixed: set[int],
    ) -> Certificate:
        """Return the certificate of ``nodes``, a union of components, given the ``fixed`` ones.

        ``touched`` are the relations of nodes whose colours are new, None for all; ``colours`` and
        ``values`` are changed by refinement.
        """
        cells = _cells(nodes, colours)
        self._refine(cells, colours, values, touched)
        single = [next(iter(cell)) for cell in cells.values() if len(cell) == 1]
        known = fixed.union(single)
        # Each relation is told once: at the level where the last of its nodes is told apart.
        near = {incident[0] for node in single for incident in self.incident[node]}
        settled = [index for index in near if known.issuperset(self.places[index])]
        settled.sort(key=values.__getitem__)
        rest = sorted(node for cell in cells.values() if len(cell) > 1 for node in cell)
        parts = [
            self._component_certificate(component, colours, values, known)
            for component in self._components(rest)
        ]
        return [
            sorted([colours[node], self.labels[node]] for node in single),
            self._coloured(settled, colours),
            sorted(parts),
        ]

    def _component_certificate(
        self, component: Sequence[int], colours: list[int], values: list[int], fixed: set[int]
    ) -> Certificate:
        if len(component) == 1:
            return self._certificate_alone(component[0], colours, values, fixed)
        best: Certificate | None = None
        cell = sorted(_smallest(_cells(component, colours)))
        # No node has this colour, and isomorphic structures get the same.
        fresh = max(colours) + 1
        for node in self._trials(component, cell, colours, values):
            trial, valued, touched = colours.copy(), values.copy(), set[int]()
            self._recolour([node], fresh, trial, valued, touched)
            certificate = self._certificate(component, trial, valued, touched, fixed)
            if best is None or certificate < best:
                best = certificate
        return [] if best is None else best

    def _certificate_alone(
        self, node: int, colours: Sequence[int], values: Sequence[int], fixed: set[int]
    ) -> Certificate:
        """Return the certificate of a component of one node: nothing else gets another colour."""
        fresh = max(colours) + 1
        change = fresh - colours[node]
        valued: dict[int, int] = {}
        for index, _, weight in self.incident[node]:
            valued[index] = valued.get(index, values[index]) + change * weight
        known = fixed | {node}
        settled = [index for index in valued if known.issuperset(self.places[index])]
        settled.sort(key=valued.__getitem__)
        told = [
            [name, *[fresh if one == node else colours[one] for one in nodes]]
            for name, nodes in map(self.relations.__getitem__, settled)
        ]
        return [[[fresh, self.labels[node]]], told, []]

    def _trials(
        self,
        component: Sequence[int],
        cell: Sequence[int],
        colours: list[int],
        values: list[int],
    ) -> list[int]:
        """Return nodes of ``cell``, of which each other one is the image by an automorphism."""
        trials: list[int] = []
        for node in cell:
            if not any(self._are_twins(node, other) for other in trials):
                trials.append(node)
        if len(trials) == 1:
            return trials
        indexes = {incident[0] for node in component for incident in self.incident[node]}
        orders: dict[int, list[int]] = {}
        reached = set[int]()  # from the nodes in orders, by automorphisms
        for node in trials:
            if node in reached:
                continue
            order = self._first_order(component, node, colours, values)
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
        both = (*self.incident[node], *self.incident[other])
        return self._preserves(swap, {incident[0] for incident in both})

    def _first_order(
        self, component: Sequence[int], node: int, colours: Sequence[int], values: Sequence[int]
    ) -> list[int]:
        """Return the nodes told apart by ``node`` and then by whatever node comes first."""
        trial, valued = list(colours), list(values)
        cells = _cells(component, trial)
        while True:
            fresh, touched = max(trial) + 1, set[int]()
            cells[trial[node]].remove(node)
            self._recolour([node], fresh, trial, valued, touched)
            cells[fresh] = {node}
            self._refine(cells, trial, valued, touched)
            shared = {colour: cell for colour, cell in cells.items() if len(cell) > 1}
            if not shared:
                return sorted(component, key=trial.__getitem__)
            node = min(_smallest(shared))

    @cached_property
    def _known(self) -> set[tuple[int, tuple[int, ...]]]:
        """The relations by rank and nodes; most structures have no use for it."""
        return {(rank, nodes) for rank, (_, nodes) in zip(self.ranks, self.relations, strict=True)}

    def _preserves(self, images: Mapping[int, int], indexes: set[int]) -> bool:
        """Say whether the relations ``indexes`` are relations with other nodes for some as well."""
        # One direction is enough. Nodes are exchanged one for one, so different relations have
        # different images; if all of these are relations, then all relations are images.
        for index in indexes:
            self.budget -= 1
            image = tuple([images.get(node, node) for node in self.places[index]])
            if (self.ranks[index], image) not in self._known:
                return False
        return True

    def _recolour(
        self,
        group: Iterable[int],
        colour: int,
        colours: list[int],
        values: list[int],
        touched: set[int],
    ) -> None:
        """Give nodes a colour, and note their relations as ``touched``."""
        for node in group:
            change = colour - colours[node]
            colours[node] = colour
            incident = self.incident[node]
            for index, _, weight in incident:
                values[index] += change * weight
            touched.update([entry[0] for entry in incident])

    def _refine(
        self,
        cells: dict[int, set[int]],
        colours: list[int],
        values: list[int],
        touched: set[int] | None,
    ) -> None:
        """Split ``cells`` until all nodes of each take part in the same coloured relations."""
        fresh = max(colours, default=0) + 1
        together = {node for cell in cells.values() if len(cell) > 1 for node in cell}
        while together and (touched is None or touched):
            reasons = self._reasons(touched, together, values)
            touched = set()
            concerned: dict[int, list[int]] = {}
            for node in reasons:
                concerned.setdefault(colours[node], []).append(node)
            for colour in sorted(concerned):
                cell = cells[colour]
                groups: dict[tuple[int, ...], list[int]] = {}
                for node in concerned[colour]:
                    groups.setdefault(tuple(sorted(reasons[node])), []).append(node)
                split = sorted(groups)
                if len(concerned[colour]) == len(cell):
                    del split[0]  # one group keeps the colour: the nodes without a reason, if any
                for reason in split:
                    group = groups[reason]
                    cell.difference_update(group)
                    cells[fresh] = set(group)
                    self._recolour(group, fresh, colours, values, touched)
                    fresh += 1
                    if len(group) == 1:
                        together.difference_update(group)
                if len(cell) == 1:
                    together -= cell

    def _reasons(
        self, touched: set[int] | None, together: set[int], values: Sequence[int]
    ) -> dict[int, list[int]]:
        """Return, for each node not yet alone, its coloured relations among those ``touched``.

        ``together`` are the nodes that share their colour with others. To the value of a relation
        the node's position is added.
        """
        self.budget -= len(values) if touched is None else len(touched)
        if self.budget < 0:
            raise _too_much_alike()
        if touched is None:
            return {
                node: [values[index] + position for index, position, _ in self.incident[node]]
                for node in together
                if self.incident[node]
            }
        reasons: dict[int, list[int]] = {}
        for index in touched:
            nodes = self.places[index]
            if together.isdisjoint(nodes):
                continue
            value = values[index]
            for position, node in enumerate(nodes):
                if node in together:
                    reasons.setdefault(node, []).append(value + position)
        return reasons

    def _coloured(self, indexes: Iterable[int], colours: Sequence[int]) -> list[list[Any]]:
        colour_of, relations = colours.__getitem__, self.relations
        return [[relations[index][0], *map(colour_of, relations[index][1])] for index in indexes]

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
                for index, _, _ in self.incident[node]:
                    joined = unseen.intersection(self.places[index])
                    unseen -= joined
                    component.extend(sorted(joined))
            components.append(component)
        return components


def _cells(nodes: Iterable[int], colours: Sequence[int]) -> dict[int, set[int]]:
    """Return ``nodes`` by their colours."""
    cells: dict[int, set[int]] = {}
    for node in nodes:
        cells.setdefault(colours[node], set()).add(node)
    return cells


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
