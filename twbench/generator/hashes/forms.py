"""Canonical forms of games: texts that are equal exactly for games equal up to names.

A form is made by giving every entity a number that does not depend on its name, and by writing all
facts and quests with these numbers, sorted.

Rooms get their numbers by a walk (see `walks`). A thing has a label, made of the facts about it
alone, or about it and rooms with numbers. Things with different labels get different numbers; where
labels are the same, facts about several things tell them apart, by refinement (see `canonical`).
Mostly all things that quests are about can be told apart so.

Things that cannot, such as apples on one table, share a number. What is true of one of them is true
of each, so a fact that names only one of them is written like all others. Two kinds of statements
are left: facts that name several of these things, and quests that name any. They make a structure
of their own, whose nodes are these things, the quests and their events. The certificate of that
structure is the last part of the form; mostly it is empty.

Names stand in quotes, as in JSON, so that what is put between them is not mistaken for a part of
one.
"""

__all__ = ["game_form"]

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from json.encoder import encode_basestring_ascii

from twbench.bounded_cache import BoundedCache
from twbench.generator.hashes.canonical import Relation, Structure, certificate, refined
from twbench.generator.hashes.compass import IDENTITY, SYMMETRIES, Symmetry, images_of, turned
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import DIRECTIONS
from twbench.hashing import canonical_json
from twbench.logic import Proposition, Variable

_Label = tuple[str, list[str]]
"""Of what kind an entity is, and the names of relations that it alone is in."""
_Told = Mapping[Proposition, str]
"""Conditions of quests, written with numbers for names."""


def game_form(
    facts: Iterable[Proposition],
    quests: Sequence[Quest],
    rooms: Mapping[Variable, str],
    kinds: Mapping[Variable, str],
    symmetry: Symmetry = IDENTITY,
) -> str:
    """Return the form of ``facts`` and ``quests``.

    ``rooms`` are those with numbers. Other entities are told by their ``kinds`` or else their
    types. Directions in names of predicates are changed by a ``symmetry``. Raises GenerationError
    if entities are too much alike to tell.
    """
    names = _names(images_of(symmetry))
    reading = _Reading(rooms, kinds, names)
    relations = reading.facts(facts)
    conditions = reading.conditions(chain.from_iterable(map(_conditions, quests)))
    labels = ["".join([kind, *sorted(said)]) for kind, said in reading.labels]
    numbers, alike = refined(Structure(labels, relations))
    colours = list(map(str, numbers))
    left = _Left(colours, alike)
    told = {
        fact: _written(relation, colours)
        for fact, relation in conditions.items()
        if alike.isdisjoint(relation[1])
    }
    if alike:
        relations = [relation for relation in relations if not left.takes(relation)]
        quests = [quest for quest in quests if not left.takes_quest(quest, conditions, told)]
    parts = [
        [f"{label}{colour}" for label, colour in zip(labels, colours, strict=True)],
        [_written(relation, colours) for relation in relations],
        [_quest(quest, told) for quest in quests],
    ]
    rest = canonical_json(certificate(left.structure)) if left.structure.labels else ""
    return "\n\n".join([*["\n".join(sorted(part)) for part in parts], rest])


def _conditions(quest: Quest) -> Iterator[Proposition]:
    return chain.from_iterable([event.conditions for event in quest.events])


def _written(relation: Relation, colours: Sequence[str]) -> str:
    name, nodes = relation
    if len(nodes) == 1:  # as in most that quests are about
        return f"{name}/{colours[nodes[0]]}"
    return f"{name}/{','.join([colours[node] for node in nodes])}"


def _quest(quest: Quest, told: _Told) -> str:
    return f"{_head(quest)} {_events(quest.win_events, told)} {_events(quest.fail_events, told)}"


def _head(quest: Quest) -> str:
    """Return what there is to a quest besides its events."""
    return f"{quest.reward} {quest.optional} {quest.repeatable}"


def _events(events: Iterable[Event], told: _Told) -> str:
    return "|".join(sorted([_event(event.conditions, told) for event in events]))


def _event(conditions: Sequence[Proposition], told: _Told) -> str:
    if len(conditions) == 1:  # as in most
        return told[conditions[0]]
    return "&".join(sorted([told[fact] for fact in set(conditions)]))


class _Reading:
    """Reads facts as relations between nodes: the entities that are not ``rooms`` with numbers.

    A relation has the name of its fact. If the fact is about rooms with numbers, these numbers are
    added to the name, with nothing in the place of each other argument. ``labels`` are those of the
    nodes: the kind of the entity, and the names of the relations that have it alone.
    """

    def __init__(
        self,
        rooms: Mapping[Variable, str],
        kinds: Mapping[Variable, str],
        names: Mapping[str, str],
    ):
        self.labels: list[_Label] = []
        self._rooms = rooms
        self._nodes = _Nodes(self.labels, kinds)
        self._names = names

    def facts(self, facts: Iterable[Proposition]) -> list[Relation]:
        """Return the relations between any number of nodes but one, and note the others."""
        labels, nodes, names, rooms = self.labels, self._nodes, self._names, self._rooms
        relations = []
        for fact in dict.fromkeys(facts):
            arguments = fact.arguments
            if len(arguments) == 1 and arguments[0] not in rooms:  # most are, and it is quick
                labels[nodes[arguments[0]]][1].append(names[fact.name])
                continue
            relation = self._relation(fact)
            if len(relation[1]) == 1:
                labels[relation[1][0]][1].append(relation[0])
            else:
                relations.append(relation)
        return relations

    def conditions(self, facts: Iterable[Proposition]) -> dict[Proposition, Relation]:
        """Return all these facts as relations."""
        return {fact: self._relation(fact) for fact in dict.fromkeys(facts)}

    def _relation(self, fact: Proposition) -> Relation:
        rooms, nodes, arguments = self._rooms, self._nodes, fact.arguments
        name = self._names[fact.name]
        if len(arguments) == 2:  # as most: things in rooms, and on other things
            one, other = arguments
            if one not in rooms:
                if other in rooms:
                    return f"{name},{rooms[other]};", (nodes[one],)
                return name, (nodes[one], nodes[other])
        elif len(arguments) == 1 and arguments[0] not in rooms:
            return name, (nodes[arguments[0]],)
        elif rooms.keys().isdisjoint(arguments):
            return name, tuple([nodes[each] for each in arguments])
        told = ",".join([rooms.get(each, "") for each in arguments])
        return f"{name}{told};", tuple([nodes[each] for each in arguments if each not in rooms])


class _Nodes(dict[Variable, int]):
    """The nodes of entities, each added when it is asked for."""

    def __init__(self, labels: "list[_Label]", kinds: Mapping[Variable, str]):
        super().__init__()
        self._labels = labels
        self._kinds = kinds

    def __missing__(self, variable: Variable) -> int:
        node = self[variable] = len(self._labels)
        kind = self._kinds.get(variable, variable.type)
        self._labels.append((encode_basestring_ascii(kind), []))
        return node


class _Names(BoundedCache[str, str]):
    """Names of relations by those of facts, of as many as a few logics have."""

    __slots__ = ("_symmetry",)

    def __init__(self, symmetry: Symmetry):
        super().__init__(1024)
        self._symmetry = symmetry

    def __missing__(self, name: str) -> str:
        return self.keep(name, encode_basestring_ascii(turned(name, self._symmetry)))


@lru_cache(maxsize=len(SYMMETRIES))
def _names(images: tuple[str, ...]) -> _Names:
    """Return the names of relations where directions become these."""
    return _Names(dict(zip(DIRECTIONS, images, strict=True)))


class _Left:
    """The structure of the facts and quests that cannot be written with numbers alone.

    They are about nodes that are ``alike``, and so share a number.
    """

    def __init__(self, colours: Sequence[str], alike: set[int]):
        self.structure = Structure()
        self._colours = colours
        self._alike = alike
        self._nodes: dict[int, int] = {}

    def takes(self, relation: Relation) -> bool:
        """Take a fact if it names nodes that are alike at several places; say whether it does."""
        alike, nodes = self._alike, relation[1]
        if alike.isdisjoint(nodes) or len([node for node in nodes if node in alike]) == 1:
            return False
        self._relate("fact", relation)
        return True

    def takes_quest(
        self, quest: Quest, conditions: Mapping[Proposition, Relation], told: _Told
    ) -> bool:
        """Take a quest if some of its ``conditions`` cannot be ``told``; say whether it does."""
        if len(told) == len(conditions) or told.keys() >= set(_conditions(quest)):
            return False
        structure = self.structure
        node = structure.add_node(f"quest {_head(quest)}")
        for outcome, events in (("win", quest.win_events), ("fail", quest.fail_events)):
            for event in events:
                event_node = structure.add_node(outcome)
                structure.relations.append(("event", (node, event_node)))
                for fact in dict.fromkeys(event.conditions):
                    self._relate("condition", conditions[fact], event_node)
        return True

    def _relate(self, kind: str, relation: Relation, *first: int) -> None:
        """Add a relation between the nodes alike, and ``first``; its name tells the others."""
        name, nodes = relation
        colours, alike = self._colours, self._alike
        others = ",".join(["" if node in alike else colours[node] for node in nodes])
        joined = [self._node(node) for node in nodes if node in alike]
        self.structure.relations.append((f"{kind} {name}/{others}", (*first, *joined)))

    def _node(self, node: int) -> int:
        if node not in self._nodes:
            self._nodes[node] = self.structure.add_node(f"thing {self._colours[node]}")
        return self._nodes[node]
