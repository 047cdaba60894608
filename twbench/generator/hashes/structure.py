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
from twbench.hashing import content_id
from twbench.logic import Proposition, Variable

HASH_LENGTH = 26  # 130 bits


def structure_hash(game: Game) -> str:
    """Return 26 characters that are equal exactly for games equal up to names.

    World facts and quests count: winning and failing conditions, rewards, optional, repeatable.
    Names, texts, walkthroughs and the order of facts and quests do not.
    """
    structure = game_structure(game.world.facts, game.quests)
    return content_id(certificate(structure), HASH_LENGTH)


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
    entities: dict[str, int] = {}

    def nodes(fact: Proposition) -> tuple[int, ...]:
        for variable in fact.arguments:
            if variable.name not in entities:
                entities[variable.name] = structure.add_node(label(variable))
        return tuple([entities[name] for name in fact.names])

    for fact in dict.fromkeys(facts):
        structure.relations.append((f"fact {rename(fact.name)}", nodes(fact)))
    for quest in quests:
        node = structure.add_node(f"quest {quest.reward} {quest.optional} {quest.repeatable}")
        for outcome, events in (("win", quest.win_events), ("fail", quest.fail_events)):
            for event in events:
                event_node = structure.add_node(outcome)
                structure.relations.append(("event", (node, event_node)))
                for fact in dict.fromkeys(event.conditions):
                    relation = f"condition {rename(fact.name)}"
                    structure.relations.append((relation, (event_node, *nodes(fact))))
    return structure
