"""A hash of what makes a game the puzzle it is, whatever its entities are called.

Two games have the same hash exactly if their facts and quests are the same (SHA-256 collisions
aside) up to the names of entities, which keep their types. Of quests, winning and failing
conditions, rewards, optional and repeatable count; in which order events and quests are does not.

The rooms are numbered by a walk from the start (see `walks`), and the rest gets a canonical form
(see `forms`) in which these numbers tell rooms apart. Where no walk leads, as in a logic without a
player or a compass, that form is all.
"""

__all__ = ["structure_hash"]

from twbench.generator.games.game import Game
from twbench.generator.hashes.compass import IDENTITY
from twbench.generator.hashes.turnings import least_form
from twbench.generator.hashes.walks import WorldMap, parted, start_of


def structure_hash(game: Game) -> str:
    """Return 26 characters that are equal exactly for games equal up to names.

    World facts and quests count: winning and failing conditions, rewards, optional, repeatable.
    Names, texts, walkthroughs and the order of facts and quests do not. Raises GenerationError if
    the things of the game are too much alike to tell.
    """
    ways, others = parted(game.world.facts)
    world_map = WorldMap(ways)
    walks, code = world_map.walks([start_of(others)], [IDENTITY])
    passages = world_map.passages()
    rests = [[*world_map.left_over(walk), *others, *passages] for walk in walks]
    return least_form(walks, code, rests, game.quests)
