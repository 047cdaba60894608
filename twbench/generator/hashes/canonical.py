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

__all__ = ["HASH_LENGTH", "Certificate", "Relation", "Structure", "certificate", "refined"]

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from twbench.errors import GenerationError

HASH_LENGTH = 26
"""Characters of a hash that stands for a canonical form: 130 bits."""

Relation = tuple[str, tuple[int, ...]]
"""A name, and the numbers of nodes."""
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


def refined(structure: Structure) -> tuple[list[int], set[int]]:
    """Return the colours of the nodes after refinement, and which nodes share theirs with others.

    Isomorphic structures have the same colours. Nodes that share one have the same relations with
    the same other colours.
    """
    labels = structure.labels
    known = sorted(set(labels))
    if len(known) == len(labels):
        ranks = {label: rank for rank, label in enumerate(known)}
        return [ranks[label] for label in labels], set()
    canonizer = _Canonizer(structure)
    colours = canonizer.colours
    alike = canonizer.refine(_cells(range(len(colours)), colours), colours, None)
    return colours, alike


def _too_much_alike() -> GenerationError:
    return GenerationError(
        "The things of the game are too much alike: to find out which of them may be exchanged"
        " takes too long."
    )


class _Canonizer:
    """Finds the certificate of a structure; see the head of this module.

    A coloured relation is one number, in digits of so many bits that none spills over into the
    next: the rank of its name, the colours of its nodes plus one (so that zeros behind a short
    relation are no colours), zeros up to the greatest arity, and room for a position.
    """

    def __init__(self, structure: Structure):
        self.labels = labels = structure.labels
        self.relations = structure.relations
        self.places = places = [nodes for _, nodes in self.relations]
        self.budget = BUDGET
        known = {label: rank for rank, label in enumerate(sorted(set(labels)))}
        self.colours = [known[label] for label in labels]
        arity = max(map(len, places), default=0)
        # There are less than two colours for each node.
        bits = (2 * len(labels) + arity + 1).bit_length()
        self.weights = [1 << bits * (arity - position) for position in range(arity)]
        # What of the number of a relation its name and its arity tell.
        names = sorted({name for name, _ in self.relations})
        starts = {name: rank << bits * (arity + 1) for rank, name in enumerate(names)}
        ones = [sum(self.weights[:size]) for size in range(arity + 1)]
        self.starts = [starts[name] + ones[len(nodes)] for name, nodes in self.relations]
        # The relations of each node, by their indexes, and by the numbers that they have at first.
        # A relation that has a node twice is there twice.
        self.incident: list[list[int]] = [[] for _ in labels]
        self.first: list[list[int]] = [[] for _ in labels]
        incident, first = self.incident, self.first
        numbers = self._numbers(range(len(places)), self.colours)
        for index, nodes in enumerate(places):
            number = numbers[index]
            for node in nodes:
                incident[node].append(index)
                first[node].append(number)
                number += 1  # the next position

    def certificate(self) -> Certificate:
        everything = range(len(self.labels))
        about_nothing = sorted([name for name, nodes in self.relations if not nodes])
        found = self._certificate(everything, self.colours, None, set())
        return [about_nothing, *found]

    def _certificate(
        self,
        nodes: Sequence[int],
        colours: list[int],
        changed: Sequence[int] | None,
        fixed: set[int],
    ) -> Certificate:
        """Return the certificate of ``nodes``, a union of components, given the ``fixed`` ones.

        The colours of ``changed`` nodes are new, None for all; ``colours`` are changed by
        refinement.
        """
        together = self.refine(_cells(nodes, colours), colours, changed)
        single = [node for node in nodes if node not in together]
        single.sort(key=colours.__getitem__)
        known = fixed.union(single)
        # Each relation is told once: at the level where the last of its nodes is told apart.
        near = set[int]().union(*[self.incident[node] for node in single])
        if together:
            near = {index for index in near if known.issuperset(self.places[index])}
        # No node has this colour, and isomorphic structures get the same.
        fresh = max(colours, default=0) + 1
        parts = [
            self._component_certificate(component, colours, fresh, known)
            for component in self._components([node for node in nodes if node in together])
        ]
        return [
            [[colours[node], self.labels[node]] for node in single],
            self._coloured(near, colours),
            sorted(parts),
        ]

    def _component_certificate(
        self, component: Sequence[int], colours: list[int], fresh: int, fixed: set[int]
    ) -> Certificate:
        """Return the certificate of a component, where ``fresh`` is a colour that no node has."""
        if len(component) == 1:
            return self._certificate_alone(component[0], colours, fresh)
        best: Certificate | None = None
        cell = sorted(_smallest(_cells(component, colours)))
        for node in self._trials(component, cell, colours):
            trial = colours.copy()
            trial[node] = fresh
            certificate = self._certificate(component, trial, [node], fixed)
            if best is None or certificate < best:
                best = certificate
        return [] if best is None else best

    def _certificate_alone(self, node: int, colours: list[int], fresh: int) -> Certificate:
        """Return the certificate of a component of one node: nothing else gets another colour."""
        # All nodes around it are fixed, so each of its relations belongs into the certificate.
        own, colours[node] = colours[node], fresh
        told = self._coloured(set(self.incident[node]), colours)
        colours[node] = own
        return [[[fresh, self.labels[node]]], told, []]

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
        cells = _cells(component, trial)
        while True:
            fresh = max(trial) + 1
            cells[trial[node]].remove(node)
            trial[node] = fresh
            cells[fresh] = {node}
            if not self.refine(cells, trial, [node]):
                return sorted(component, key=trial.__getitem__)
            node = min(_smallest(cells))

    @cached_property
    def _known(self) -> set[Relation]:
        """The relations; most structures have no use for it."""
        return set(self.relations)

    def _preserves(self, images: Mapping[int, int], indexes: set[int]) -> bool:
        """Say whether the relations ``indexes`` are relations with other nodes for some as well."""
        # Nodes are exchanged one for one, so different relations have different images, and there
        # are as many images as relations: if each image is a relation, each relation is an image.
        for index in indexes:
            self.budget -= 1
            name, nodes = self.relations[index]
            if (name, tuple([images.get(node, node) for node in nodes])) not in self._known:
                return False
        return True

    def refine(
        self, cells: dict[int, set[int]], colours: list[int], changed: Sequence[int] | None
    ) -> set[int]:
        """Split ``cells`` until all nodes of each take part in the same coloured relations.

        Nothing but the ``changed`` nodes, None for all, has another colour than when they were
        split last. Return the nodes that are not alone; in the end ``cells`` has but theirs.
        """
        fresh = max(colours, default=0) + 1
        for colour in [colour for colour, cell in cells.items() if len(cell) == 1]:
            del cells[colour]
        together = set[int]().union(*cells.values())
        while together and (changed is None or changed):
            reasons = self._reasons(changed, together, colours)
            concerned: dict[int, list[int]] = defaultdict(list)
            for node in reasons:
                concerned[colours[node]].append(node)
            changed = []
            for colour in sorted(concerned):
                cell = cells[colour]
                groups = _by_reason(concerned[colour], reasons)
                if len(concerned[colour]) == len(cell):
                    del groups[0]  # one keeps the colour: the nodes without a reason, if any
                for group in groups:
                    if len(group) == 1:
                        together.discard(group[0])
                    else:
                        cells[fresh] = set(group)
                    for node in group:
                        colours[node] = fresh
                        cell.discard(node)
                    changed += group
                    fresh += 1
                if len(cell) == 1:
                    together -= cells.pop(colour)
        return together

    def _reasons(
        self, changed: Sequence[int] | None, together: set[int], colours: Sequence[int]
    ) -> Mapping[int, list[int]]:
        """Return, for each node not yet alone, its coloured relations that are ``changed``.

        These are those of ``changed`` nodes, all for None. ``together`` are the nodes that share
        their colour with others. To the number of a relation the node's position is added.
        """
        places = self.places
        if changed is None:
            self._spend(len(places))
            return {node: self.first[node] for node in together if self.first[node]}
        touched = set[int]().union(*[self.incident[node] for node in changed])
        self._spend(len(touched))
        concerned = [index for index in touched if not together.isdisjoint(places[index])]
        reasons: dict[int, list[int]] = defaultdict(list)
        numbers = self._numbers(concerned, colours)
        for index, number in zip(concerned, numbers, strict=True):
            for node in places[index]:
                if node in together:
                    reasons[node].append(number)
                number += 1  # the next position
        return reasons

    def _spend(self, count: int) -> None:
        """Note that so many relations are looked at."""
        self.budget -= count
        if self.budget < 0:
            raise _too_much_alike()

    def _numbers(self, indexes: Iterable[int], colours: Sequence[int]) -> list[int]:
        """Return the numbers of relations."""
        places, starts, weights = self.places, self.starts, self.weights
        numbers: list[int] = []
        for index in indexes:
            number, nodes = starts[index], places[index]
            if len(nodes) == 2:  # most are, and a loop takes twice the time
                one, other = nodes
                number += colours[one] * weights[0] + colours[other] * weights[1]
            else:
                for node, weight in zip(nodes, weights):  # noqa: B905 (keywords take time)
                    number += colours[node] * weight
            numbers.append(number)
        return numbers

    def _coloured(self, indexes: Iterable[int], colours: Sequence[int]) -> list[list[Any]]:
        """Return relations with the colours of their nodes, sorted."""
        colour_of, relations = colours.__getitem__, self.relations
        return sorted(
            [[name, *map(colour_of, nodes)] for name, nodes in map(relations.__getitem__, indexes)]
        )

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


def _by_reason(nodes: Iterable[int], reasons: Mapping[int, list[int]]) -> list[list[int]]:
    """Return ``nodes`` by their reasons, which get sorted, in the order of these."""
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for node in nodes:
        reason = reasons[node]
        reason.sort()
        groups[tuple(reason)].append(node)
    return [groups[reason] for reason in sorted(groups)]


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
