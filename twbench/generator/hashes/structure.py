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
from twbench.generator.hashes.walks import Survey


def structure_hash(game: Game, survey: Survey | None = None) -> str:
    """Return 26 characters that are equal exactly for games equal up to names.

    World facts and quests count: winning and failing conditions, rewards, optional, repeatable.
    Names, texts, walkthroughs and the order of facts and quests do not. Whoever makes several
    hashes of the game has a ``survey`` of its facts. Raises GenerationError if the things of the
    game are too much alike to tell.
    """
    survey = survey or Survey(game.world.facts)
    walks, code = survey.map.walks([survey.start], [IDENTITY])
    rest = [*survey.others, *survey.passages]
    rests = [[*survey.map.left_over(walk), *rest] for walk in walks]
    return least_form(walks, code, rests, survey.rooms, game.quests)
