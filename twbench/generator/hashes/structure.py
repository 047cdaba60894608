"""A hash of what makes a game the puzzle it is, whatever its entities are called.

A game is read as a coloured relational structure. Its nodes are the entities (coloured by type),
the quests (by reward, optional, repeatable) and their events (win or fail); its relations are the
facts of the world, the conditions of events, and which event belongs to which quest. Two games
have the same hash exactly if their structures are isomorphic (SHA-256 collisions aside).
"""

__all__ = ["HASH_LENGTH", "game_structure", "structure_hash"]

from collections.abc import Callable, Iterable

from twbench.generator.games.game import Game
from twbench.generator.hashes.canonical import Structure, certificate
from twbench.generator.knowledge.quest import Quest
from twbench.hashing import tree_id
from twbench.logic import Proposition, Variable

HASH_LENGTH = 26  # 130 bits


def structure_hash(game: Game) -> str:
    """Return 26 characters that are equal exactly for games equal up to names.

    World facts and quests count: winning and failing conditions, rewards, optional, repeatable.
    Names, texts, walkthroughs and the order of facts and quests do not.
    """
    structure = game_structure(game.world.facts, game.quests)
    return tree_id(certificate(structure), HASH_LENGTH)


def _kind(variable: Variable) -> str:
    return f"entity {variable.type}"


def game_structure(
    facts: Iterable[Proposition],
    quests: Iterable[Quest],
    label: Callable[[Variable], str] = _kind,
    rename: Callable[[str], str] = str,
) -> Structure:
    """Return the structure of ``facts`` and ``quests``.

    ``label`` is what is to be known of an entity (its type, unless something else is said), and
    ``rename`` may change the names of predicates.
    """
    structure = Structure()
    relations = structure.relations
    nodes = _Entities(structure, label).__getitem__
    as_fact, as_condition = _Renamed("fact", rename), _Renamed("condition", rename)
    relations += [
        (as_fact[fact.name], tuple(map(nodes, fact.arguments))) for fact in dict.fromkeys(facts)
    ]
    for quest in quests:
        node = structure.add_node(f"quest {quest.reward} {quest.optional} {quest.repeatable}")
        for outcome, events in (("win", quest.win_events), ("fail", quest.fail_events)):
            for event in events:
                event_node = structure.add_node(outcome)
                relations.append(("event", (node, event_node)))
                relations += [
                    (as_condition[fact.name], (event_node, *map(nodes, fact.arguments)))
                    for fact in dict.fromkeys(event.conditions)
                ]
    return structure


class _Entities(dict[Variable, int]):
    """The nodes of entities, each added when it is asked for; an entity is known by its name."""

    def __init__(self, structure: Structure, label: Callable[[Variable], str]):
        super().__init__()
        self._structure = structure
        self._label = label
        self._by_name: dict[str, int] = {}

    def __missing__(self, variable: Variable) -> int:
        labels = self._structure.labels
        node = self[variable] = self._by_name.setdefault(variable.name, len(labels))
        if node == len(labels):
            labels.append(self._label(variable))
        return node


class _Renamed(dict[str, str]):
    """Names of relations by those of predicates."""

    def __init__(self, kind: str, rename: Callable[[str], str]):
        super().__init__()
        self._kind = kind
        self._rename = rename

    def __missing__(self, name: str) -> str:
        renamed = self[name] = f"{self._kind} {self._rename(name)}"
        return renamed
