"""Custom: a world and quests of the sizes one asks for.

Lengths and breadths that are given as ranges are drawn, and so that they are likely to resemble
those of TextWorld's games: longer quests more often than shorter ones, since there are more of
them, and broad ones rarely. Where the world has no quest of the sizes drawn, others within the
limits are tried before the request is refused.
"""

__all__ = ["CUSTOM", "Custom"]

from collections.abc import Iterator

from twbench.challenges.settings.custom import CUSTOM, Custom
from twbench.errors import GenerationError
from twbench.generator.chains.chaining import QuestGenerationError
from twbench.generator.games.game import Game, GameOptions
from twbench.generator.making.game_generation import game_in_parts
from twbench.seeding import Rng, derive_seed
from twbench.system.parts import Parts

_BROADER = 0.05  # how often a quest has one more subquest than it has to


def custom_in_parts(settings: Custom, options: GameOptions) -> Parts[Game]:
    """Make one game; raises GenerationError, with the reason, if there is none."""
    reason: QuestGenerationError | None = None
    hopeless: set[int] = set()
    for length, breadth in _sizes(settings, options.seeds["quest"]):
        if length in hopeless:
            continue
        try:
            game = yield from game_in_parts(_sized(options, settings, length, breadth))
        except QuestGenerationError as error:
            reason = reason or error
            if error.hopeless:
                hopeless.add(length)
        else:
            game.metadata["desc"] = "Custom"
            return game
    raise reason or GenerationError(
        "No quest has a length, a breadth and a depth within the limits: subquests meet in one"
        " action, at least, and each has one of its own."
    )


def _sized(options: GameOptions, settings: Custom, length: int, breadth: int) -> GameOptions:
    """Return the options for a game with quests of one length and breadth."""
    sized = options.copy()
    sized.nb_rooms = settings.world_size
    sized.nb_objects = settings.nb_objects
    sized.nb_parallel_quests = settings.nb_parallel_quests
    sized.quest_length = length
    sized.quest_breadth = breadth
    sized.chaining.min_depth = settings.quest_min_depth
    if settings.quest_length is None and breadth > 1:
        sized.chaining.max_depth = settings.quest_max_depth
    return sized


def _sizes(settings: Custom, seed: int) -> Iterator[tuple[int, int]]:
    """Yield the length and the breadth that were drawn, then the others within the limits.

    Those most like the drawn ones come first.
    """
    lengths = _between(settings.quest_length, settings.quest_min_length, settings.quest_max_length)
    breadths = _between(
        settings.quest_breadth, settings.quest_min_breadth, settings.quest_max_breadth
    )
    possible = [
        (length, breadth)
        for length in lengths
        for breadth in breadths
        if _is_possible(settings, length, breadth)
    ]
    if len(possible) < 2:
        yield from possible
        return
    rng = Rng(derive_seed(seed, "custom"))
    sizes = sorted({length for length, _ in possible})
    drawn = rng.weighted(sizes, [length**2 for length in sizes])
    broad = min(breadth for length, breadth in possible if length == drawn)
    while (drawn, broad + 1) in possible and rng.chance(_BROADER):
        broad += 1
    yield from sorted(possible, key=lambda size: (abs(size[0] - drawn), abs(size[1] - broad), size))


def _between(value: int | None, low: int, high: int) -> range:
    return range(low, high + 1) if value is None else range(value, value + 1)


def _is_possible(settings: Custom, length: int, breadth: int) -> bool:
    deepest = length if settings.quest_length is not None else settings.quest_max_depth
    # Subquests share one action at least, the root, and each has one of its own: so a branch adds
    # at most ``deepest - 1``, and is longest where each other one has a single action.
    least = breadth + 1 if breadth > 1 else 1
    return (
        least <= length <= 1 + breadth * (deepest - 1)
        and settings.quest_min_depth <= length - breadth + 1
    )
