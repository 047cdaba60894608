"""Types and predicates that the engine itself knows: player, inventory, rooms, directions, doors.

Whatever else a logic has it may name as it likes. These are known in whatever logic has them:

- ``P`` is the player, and ``I`` what the player carries: types of one entity each, of their name;
- ``r`` is the type of rooms, ``d`` that of doors;
- ``at(P, r)`` is where the player is;
- ``north_of(r', r)``, and so on for each direction: the first room lies to the north of the second;
- ``open``, ``closed`` and ``locked`` are the states of doors and containers.
"""

__all__ = [
    "DIRECTIONS",
    "DOOR",
    "INVENTORY",
    "NOT_OBJECTS",
    "OPENABLE_STATES",
    "OPPOSITES",
    "PLAYER",
    "PLAYER_TYPES",
    "ROOM",
    "THE_INVENTORY",
    "THE_PLAYER",
    "direction_of",
    "may_move_player",
    "may_place_player",
    "places_player",
]

from collections.abc import Mapping

from twbench.logic import GameLogic, Predicate, Rule, Variable

PLAYER = "P"
INVENTORY = "I"
ROOM = "r"
DOOR = "d"
PLAYER_TYPES = frozenset({PLAYER, INVENTORY})
"""The types whose one entity stands for the player: it has no name, and is no object."""
NOT_OBJECTS = PLAYER_TYPES | {ROOM, DOOR}
"""The types of the player, the inventory, rooms and doors: all other entities count as objects."""
THE_PLAYER = Variable(PLAYER)
THE_INVENTORY = Variable(INVENTORY)

DIRECTIONS = ("north", "south", "east", "west")
OPPOSITES: Mapping[str, str] = {
    "north": "south",
    "south": "north",
    "east": "west",
    "west": "east",
}
OPENABLE_STATES = ("open", "closed", "locked")
"""The states of doors and containers, of which each has one."""
_DIRECTION_MARK = "_of"


def direction_of(predicate: str) -> str | None:
    """Return the direction in the name of a predicate: north in ``north_of`` and ``north_of/d``."""
    direction, mark, _ = predicate.partition(_DIRECTION_MARK)
    return direction if mark and direction in OPPOSITES else None


def places_player(predicate: str, arguments: tuple[str, ...]) -> bool:
    """Return whether facts of a predicate say where the player is.

    The arguments are given by their names or by their types, which are the same for the player. An
    action is a move if it exchanges such a fact for another.
    """
    return predicate == "at" and arguments[:1] == (PLAYER,)


def may_move_player(rule: Rule, logic: GameLogic) -> bool:
    """Return whether a rule may change where the player is, under whatever type it has the player.

    Which rules do nothing else, `twbench.generator.knowledge.moves` finds out.
    """
    return any(may_place_player(effect, logic) for effect in (*rule.added, *rule.removed))


def may_place_player(predicate: Predicate, logic: GameLogic) -> bool:
    """Return whether a predicate of a rule may say where the player is, under whatever type."""
    return (
        predicate.name == "at"
        and bool(predicate.parameters)
        and PLAYER in logic.types.subtype_names(predicate.types[0])
    )
