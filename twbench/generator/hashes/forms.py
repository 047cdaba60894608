"""Canonical forms of games: plain lists that are equal exactly for games equal up to names.

Rooms are given numbers, by a walk (see `walks`). What is said of a thing alone, or of it and rooms
with numbers, is a part of its label; where labels are the same, what is said of it and other things
tells it apart, by refinement (see `canonical`). Mostly the quests are about things that were told
apart so. Facts and quests are written with numbers for names, then, and sorted; to know which quest
is which, none has to be compared with the others.

Things that stay alike, such as apples on one table, have one number. What is said of one of them is
said of each, so where a fact names but one it is written like others. Left are facts that name
several, and quests that name any. They are a structure of its own, whose nodes are these things,
the quests and their events. Its certificate is the last part of the form, and mostly it is empty.
"""

__all__ = ["Form", "game_form"]

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from twbench.generator.hashes.canonical import Relation, Structure, certificate, refined
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.logic import Proposition, Variable

Form = list[Any]
"""Lists of lists, texts and numbers."""
_Told = Mapping[Proposition, Form]
"""Conditions of quests, written with numbers for names."""


def game_form(
    facts: Iterable[Proposition],
    quests: Sequence[Quest],
    rooms: Mapping[Variable, int],
    kinds: Mapping[Variable, str],
    rename: Callable[[str], str] = str,
) -> Form:
    """Return the form of ``facts`` and ``quests``.

    ``rooms`` are those with numbers, all above 0. Other entities are told by their ``kinds`` or
    else their types. ``rename`` may change names of predicates. Raises GenerationError if entities
    are too much alike to tell.
    """
    reading = _Reading(rooms, kinds, rename)
    relations = reading.facts(facts)
    conditions = reading.conditions(chain.from_iterable(map(_conditions, quests)))
    labels = [(kind, *sorted(said)) for kind, *said in reading.labels]
    colours, alike = refined(Structure(labels, relations))
    left = _Left(colours, alike)
    told = {
        fact: _written(relation, colours)
        for fact, relation in conditions.items()
        if alike.isdisjoint(relation[1])
    }
    return [
        sorted(zip(colours, labels, strict=True)),
        sorted([_written(relation, colours) for relation in relations if not left.takes(relation)]),
        sorted(
            [
                [_head(quest), _events(quest.win_events, told), _events(quest.fail_events, told)]
                for quest in quests
                if not left.takes_quest(quest, conditions, told)
            ]
        ),
        certificate(left.structure) if left.structure.labels else [],
    ]


def _conditions(quest: Quest) -> Iterator[Proposition]:
    events = (*quest.win_events, *quest.fail_events)
    return chain.from_iterable([event.conditions for event in events])


def _written(relation: Relation, colours: Sequence[int]) -> Form:
    name, nodes = relation
    return [name, *[colours[node] for node in nodes]]


def _head(quest: Quest) -> str:
    """Return what there is to a quest besides its events."""
    return f"{quest.reward} {quest.optional} {quest.repeatable}"


def _events(events: Iterable[Event], told: _Told) -> Form:
    return sorted([sorted([told[fact] for fact in set(event.conditions)]) for event in events])


class _Reading:
    """Reads facts as relations between nodes, which are entities other than ``rooms`` with numbers.

    The name of a relation is a tuple: the name of the fact, and if that is about such rooms, for
    each argument the number of the room, or 0 for another one. ``labels`` are those of the nodes:
    of what kind an entity is, and the names of the relations that it alone is in.
    """

    def __init__(
        self,
        rooms: Mapping[Variable, int],
        kinds: Mapping[Variable, str],
        rename: Callable[[str], str],
    ):
        self.labels: list[list[Any]] = []
        self._rooms = rooms
        self._nodes = _Nodes(self.labels, kinds)
        self._renamed = _Renamed(rename)

    def facts(self, facts: Iterable[Proposition]) -> list[Relation]:
        """Return the relations between any number of nodes but one, and note the others."""
        labels, nodes, renamed, is_room = self.labels, self._nodes, self._renamed, self._rooms
        relations = []
        for fact in dict.fromkeys(facts):
            arguments = fact.arguments
            if len(arguments) == 1 and arguments[0] not in is_room:  # most are, and it is quick
                labels[nodes[arguments[0]]].append(renamed[fact.name])
                continue
            relation = self._relation(fact)
            if len(relation[1]) == 1:
                labels[relation[1][0]].append(relation[0])
            else:
                relations.append(relation)
        return relations

    def conditions(self, facts: Iterable[Proposition]) -> dict[Proposition, Relation]:
        """Return all these facts as relations."""
        return {fact: self._relation(fact) for fact in dict.fromkeys(facts)}

    def _relation(self, fact: Proposition) -> Relation:
        rooms, nodes, name, arguments = self._rooms, self._nodes, fact.name, fact.arguments
        if rooms.keys().isdisjoint(arguments):
            return self._renamed[name], tuple([nodes[each] for each in arguments])
        told = (*self._renamed[name], *[rooms.get(each, 0) for each in arguments])
        return told, tuple([nodes[each] for each in arguments if each not in rooms])


class _Nodes(dict[Variable, int]):
    """The nodes of entities, each added when it is asked for."""

    def __init__(self, labels: list[list[Any]], kinds: Mapping[Variable, str]):
        super().__init__()
        self._labels = labels
        self._kinds = kinds

    def __missing__(self, variable: Variable) -> int:
        node = self[variable] = len(self._labels)
        self._labels.append([self._kinds.get(variable, variable.type)])
        return node


class _Renamed(dict[str, tuple[str]]):
    """Names of relations by those of facts."""

    def __init__(self, rename: Callable[[str], str]):
        super().__init__()
        self._rename = rename

    def __missing__(self, name: str) -> tuple[str]:
        renamed = self[name] = (self._rename(name),)
        return renamed


class _Left:
    """The structure of what cannot be written, since it tells from each other nodes ``alike``."""

    def __init__(self, colours: Sequence[int], alike: set[int]):
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
                structure.relations.append((("event",), (node, event_node)))
                for fact in dict.fromkeys(event.conditions):
                    self._relate("condition", conditions[fact], event_node)
        return True

    def _relate(self, kind: str, relation: Relation, *first: int) -> None:
        """Add a relation between the nodes alike, and ``first``; its name tells the others."""
        name, nodes = relation
        colours, alike = self._colours, self._alike
        others = tuple([-1 if node in alike else colours[node] for node in nodes])
        joined = [self._node(node) for node in nodes if node in alike]
        self.structure.relations.append(((kind, name, others), (*first, *joined)))

    def _node(self, node: int) -> int:
        if node not in self._nodes:
            self._nodes[node] = self.structure.add_node(f"thing {self._colours[node]}")
        return self._nodes[node]
