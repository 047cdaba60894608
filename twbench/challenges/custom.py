"""Custom: a world and quests of the sizes one asks for.

Lengths and breadths that are given as ranges are drawn, and so that they are likely to resemble
those of TextWorld's games: longer quests more often than shorter ones, since there are more of
them, and broad ones rarely.
"""

__all__ = ["CUSTOM", "Custom"]

from dataclasses import dataclass

from twbench.challenges.registry import Challenge, register
from twbench.errors import ConfigError, GenerationError
from twbench.generator.game import Game, GameOptions
from twbench.generator.game_generation import make_game
from twbench.seeding import Rng, derive_seed

_BROADER = 0.05  # how often a quest has one more subquest than it has to
_LIMITS = ("length", "breadth", "depth")


@dataclass(frozen=True, slots=True)
class Custom:
    """Settings: those of TextWorld's ``tw-make custom``.

    ``quest_length`` and ``quest_breadth`` stand for both of their limits, and the limits are
    ignored then; so is the one of the depth if ``quest_length`` is given. Raises ConfigError for
    numbers below 1 and limits out of order.
    """

    world_size: int = 5
    nb_objects: int = 10
    nb_parallel_quests: int = 1
    quest_length: int | None = None
    quest_breadth: int | None = None
    quest_min_length: int = 1
    quest_max_length: int = 5
    quest_min_breadth: int = 1
    quest_max_breadth: int = 5
    quest_min_depth: int = 1
    quest_max_depth: int = 5

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            least = 0 if name == "nb_objects" else 1
            given = value is not None or name not in ("quest_length", "quest_breadth")
            if given and (not isinstance(value, int) or isinstance(value, bool) or value < least):
                raise ConfigError(
                    f"{name} must be a whole number of at least {least}, not {value!r}."
                )
        for name in _LIMITS:
            low = getattr(self, f"quest_min_{name}")
            high = getattr(self, f"quest_max_{name}")
            if low > high:
                raise ConfigError(
                    f"quest_min_{name} must not be above quest_max_{name}, but {low} > {high}."
                )


def make_custom(settings: Custom, options: GameOptions) -> Game:
    """Make one game; raises GenerationError, with the reason, if there is none."""
    rng = Rng(derive_seed(options.seeds["quest"], "custom"))
    length, breadth = _draw_size(settings, rng)
    changed = options.copy()
    changed.nb_rooms = settings.world_size
    changed.nb_objects = settings.nb_objects
    changed.nb_parallel_quests = settings.nb_parallel_quests
    changed.quest_length = length
    changed.quest_breadth = breadth
    changed.chaining.min_depth = settings.quest_min_depth
    if settings.quest_length is None and breadth > 1:
        changed.chaining.max_depth = settings.quest_max_depth
    game = make_game(changed)
    game.metadata["desc"] = "Custom"
    return game


def _draw_size(settings: Custom, rng: Rng) -> tuple[int, int]:
    """Return the length and the breadth of the quests.

    Raises GenerationError if no quest has a length, a breadth and a depth within the limits.
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
    if not possible:
        raise GenerationError(
            "No quest has a length, a breadth and a depth within the limits: subquests meet in one"
            " action, at least, and each has one of its own."
        )
    sizes = sorted({length for length, _ in possible})
    chosen = rng.weighted(sizes, [length**2 for length in sizes])
    breadth = min(breadth for length, breadth in possible if length == chosen)
    while (chosen, breadth + 1) in possible and rng.chance(_BROADER):
        breadth += 1
    return chosen, breadth


def _between(value: int | None, low: int, high: int) -> range:
    return range(low, high + 1) if value is None else range(value, value + 1)


def _is_possible(settings: Custom, length: int, breadth: int) -> bool:
    deepest = length if settings.quest_length is not None else settings.quest_max_depth
    least = breadth + 1 if breadth > 1 else 1
    return (
        least <= length <= 1 + breadth * (deepest - 1)
        and settings.quest_min_depth <= length - breadth + 1
    )


CUSTOM = register(
    Challenge(
        name="custom",
        description="Rooms, objects and quests in the numbers asked for.",
        settings=Custom,
        make=make_custom,
    )
)
