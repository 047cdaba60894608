"""The settings of treasure_hunter."""

__all__ = ["TREASURE_HUNTER", "LayoutOptions", "TreasureHunter"]

from dataclasses import dataclass, field, replace
from functools import lru_cache

from twbench.challenges.levels import settle_level
from twbench.challenges.registry import Challenge, maker_in, register

_LEVELS_PER_MODE = 10
_MAX_LEVEL = 30
_MOST_LOCKS = 0.5  # the chance of each lock in the longest quests


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """What layouts are drawn from.

    ``holders`` counts containers and supporters, half of them each on average; a third of the
    containers each are open, closed and locked. ``closed`` is the share of closed doors. Each of
    up to ``locks`` doors and containers is locked, with its key somewhere, with probability
    ``lock_chance``; other locked containers stay locked.
    """

    rooms: int
    holders: int = 0
    doors: bool = False
    closed: float = 0.0
    locks: int = 0
    lock_chance: float = 0.0


@dataclass(frozen=True, slots=True)
class _Mode:
    name: str
    layout_options: LayoutOptions
    shortest: int
    longest: int


_MODES = (
    _Mode("easy", LayoutOptions(rooms=5), 1, 5),
    _Mode("medium", LayoutOptions(rooms=10, holders=10, doors=True, closed=0.25), 2, 10),
    _Mode("hard", LayoutOptions(rooms=20, holders=20, doors=True, locks=3), 3, 20),
)


@dataclass(frozen=True, slots=True)
class TreasureHunter:
    """Settings: a level of 1 to 30.

    Levels 1 to 10 are easy, 11 to 20 medium (closed doors and containers), 21 to 30 hard (locked
    ones as well). Raises ConfigError for any other level.
    """

    level: int = field(metadata={"help": "1 to 10 easy, to 20 medium, to 30 hard"})

    def __post_init__(self) -> None:
        settle_level(self, _MAX_LEVEL)

    @property
    def mode(self) -> str:
        """``easy``, ``medium`` or ``hard``."""
        return self._mode.name

    @property
    def rooms(self) -> int:
        """The number of rooms."""
        return self._mode.layout_options.rooms

    @property
    def quest_length(self) -> int:
        """The number of commands needed."""
        mode = self._mode
        rank = (self.level - 1) % _LEVELS_PER_MODE
        return round(mode.shortest + (mode.longest - mode.shortest) * rank / (_LEVELS_PER_MODE - 1))

    @property
    def _mode(self) -> _Mode:
        return _MODES[(self.level - 1) // _LEVELS_PER_MODE]

    @property
    def layout_options(self) -> LayoutOptions:
        """What the layouts are drawn from. Locks are the more frequent the longer the quest."""
        return _layout_options(self)


@lru_cache(maxsize=_MAX_LEVEL)
def _layout_options(settings: TreasureHunter) -> LayoutOptions:
    chance = _MOST_LOCKS * (settings.quest_length / _MODES[-1].longest) ** 2
    return replace(settings._mode.layout_options, lock_chance=chance)


TREASURE_HUNTER = register(
    Challenge(
        name="treasure_hunter",
        description="Find the object that the objective names, and leave its double alone.",
        settings=TreasureHunter,
        make=maker_in("twbench.challenges.treasure_hunter.challenge", "treasure_hunter_in_parts"),
        note=(
            "The shortest solution has exactly the length that the level asks for, where"
            " TextWorld's games of that level are often shorter. So these are harder, and scores on"
            " the two cannot be compared."
        ),
    )
)
