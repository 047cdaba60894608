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
gives the rarest code. What is left gets a canonical form (see `turnings`). Where no walk leads, as
in a logic without a player or a compass, that form is all.
"""

__all__ = ["puzzle_hash"]

from twbench.generator.games.game import Game
from twbench.generator.hashes.compass import symmetries
from twbench.generator.hashes.touched import touched
from twbench.generator.hashes.turnings import least_form
from twbench.generator.hashes.walks import Survey


def puzzle_hash(game: Game, survey: Survey | None = None) -> str:
    """Return 26 characters that are equal exactly for games that pose the same puzzle.

    Whoever makes several hashes of the game has a ``survey`` of its facts. Raises GenerationError
    if the things in it are too much alike to tell.
    """
    survey = survey or Survey(game.world.facts)
    state = game.world.state
    found = touched(state, game.quests, survey.others)
    kinds = {v: ",".join(sorted(roles)) for v, roles in found.roles.items() if roles}
    walks, code = survey.map.walks([survey.start], symmetries(state.logic))
    rest = [*found.facts, *survey.passages]
    rests = [[*survey.map.left_over(walk), *rest] for walk in walks]
    return least_form(walks, code, rests, survey.rooms, game.quests, kinds)
