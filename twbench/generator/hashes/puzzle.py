"""A hash of the puzzle in a game: coarser than its structure, so that near duplicates share it.

Two games have the same `puzzle_hash` exactly if they are equal (SHA-256 collisions aside) up to the
names of entities and a symmetry of the compass, as far as these go:

- the map: all facts between two rooms, whatever they mean, and facts about rooms alone;
- where the player starts;
- what the quests touch (see `touched`): the entities of their conditions, and what must be handled
  on the way, such as keys, closed doors, containers, a knife or an oven, with the facts about them
  that matter for it. An entity is told by the types under which rules take it there;
- the quests: winning and failing conditions, rewards, optional, repeatable.

What is irrelevant does not count: objects that nobody needs, doors that stand open, furniture. The
compass may be turned by a quarter and mirrored, all in all eight ways; but only as far as the rules
of the game's logic stay the same, so where nobody knows what directions mean it is left alone.

The rooms are numbered by a walk from the start (see `walks`), for that turning of the compass which
gives the rarest code. What is left, mostly little, gets a canonical form in which these numbers
tell rooms apart. If several turnings stay, the map is symmetric, and the least form counts. Where
no walk leads, as in a logic without a player or a compass, the canonical form is all.
"""

__all__ = ["least_form", "puzzle_hash"]

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any

from twbench.generator.games.game import Game
from twbench.generator.hashes.canonical import Structure, certificate
from twbench.generator.hashes.compass import symmetries
from twbench.generator.hashes.structure import HASH_LENGTH, game_structure
from twbench.generator.hashes.touched import touched
from twbench.generator.hashes.walks import Code, Walk, WorldMap, is_between_rooms
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import PLAYER, ROOM, direction_of
from twbench.hashing import tree_id
from twbench.logic import Proposition, Variable

_NOTHING = tree_id(certificate(Structure()), HASH_LENGTH)
"""The form of what is left where the code says all, as of most maps."""


def puzzle_hash(game: Game) -> str:
    """Return 26 characters that are equal exactly for games that pose the same puzzle.

    Raises GenerationError if the things in it are too much alike to tell.
    """
    ways: list[Proposition] = []
    others: list[Proposition] = []
    for fact in game.world.facts:
        (ways if is_between_rooms(fact) else others).append(fact)
    state = game.world.state
    found = touched(state, game.quests, others)
    kinds = {v: ",".join(sorted(roles)) for v, roles in found.roles.items() if roles}
    world_map = WorldMap(ways)
    walks, code = world_map.walks([_start(others)], symmetries(state.logic))
    rest = [*found.facts, *world_map.passages()]
    rests = [[*world_map.left_over(walk), *rest] for walk in walks]
    return least_form(walks, code, rests, game.quests, kinds)


def least_form(
    walks: Sequence[Walk],
    code: Sequence[Code],
    rests: Sequence[Sequence[Proposition]],
    quests: Iterable[Quest] = (),
    kinds: Mapping[Variable, str] = MappingProxyType({}),
) -> str:
    """Return a hash of the ``code`` that some walks have in common, and of what is left.

    ``rests`` are, for each walk, the facts that are not in the code. Entities are told by their
    ``kinds``, others by their types.
    """
    asked = list(quests)
    if not asked and not any(rests):
        return tree_id([code, _NOTHING], HASH_LENGTH)
    if len(walks) > 1:
        walks, rests = _different(walks, rests, asked)

    def form(walk: Walk, facts: Sequence[Proposition]) -> str:
        def label(variable: Variable) -> str:
            return f"{kinds.get(variable, variable.type)} {walk.number(variable)}"

        return tree_id(certificate(game_structure(facts, asked, label, walk.rename)), HASH_LENGTH)

    # The least hash does as well as the least form: it depends on the forms alone, not their order.
    return tree_id([code, min(map(form, walks, rests))], HASH_LENGTH)


def _different(
    walks: Sequence[Walk], rests: Sequence[Sequence[Proposition]], quests: Iterable[Quest]
) -> tuple[list[Walk], list[Sequence[Proposition]]]:
    """Return those walks, and their rests, that may give different forms: one of each kind.

    In a house of one room, all eight turnings of the compass are left, and no fact tells them.
    """
    conditions = [
        fact
        for quest in quests
        for event in (*quest.win_events, *quest.fail_events)
        for fact in event.conditions
    ]
    told = dict.fromkeys(chain(conditions, *rests))
    names = [name for name in {fact.name for fact in told} if direction_of(name)]
    rooms = [v for v in {v for fact in told for v in fact.arguments} if v.type == ROOM]
    different: dict[tuple[Any, ...], tuple[Walk, Sequence[Proposition]]] = {}
    for walk, rest in zip(walks, rests, strict=True):
        key = *map(walk.rename, names), *map(walk.number, rooms), *rest
        different.setdefault(key, (walk, rest))
    return [walk for walk, _ in different.values()], [rest for _, rest in different.values()]


def _start(facts: Iterable[Proposition]) -> str | None:
    """Return the room that the player is in, if there is one and no other."""
    rooms = {
        fact.names[1]
        for fact in facts
        if len(fact.arguments) == 2
        and (fact.arguments[0].type, fact.arguments[1].type) == (PLAYER, ROOM)
    }
    return rooms.pop() if len(rooms) == 1 else None
