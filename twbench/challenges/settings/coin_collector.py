"""The settings of coin_collector."""

__all__ = ["COIN_COLLECTOR", "CoinCollector"]

from dataclasses import dataclass, field

from twbench.challenges.levels import settle_level
from twbench.challenges.registry import Challenge, maker_in, register

_MODES = ("easy", "medium", "hard")
_LEVELS_PER_MODE = 100
_MAX_LEVEL = _LEVELS_PER_MODE * len(_MODES)


@dataclass(frozen=True, slots=True)
class CoinCollector:
    """Settings: a level of 1 to 300.

    Levels 1 to 100 are easy (the chain of rooms alone), 101 to 200 medium (one dead end for each
    room of the chain), 201 to 300 hard (two). Raises ConfigError for any other level.
    """

    level: int = field(metadata={"help": "1 to 100 easy, to 200 medium, to 300 hard"})

    def __post_init__(self) -> None:
        settle_level(self, _MAX_LEVEL)

    @property
    def mode(self) -> str:
        """``easy``, ``medium`` or ``hard``."""
        return _MODES[self.distractors]

    @property
    def distractors(self) -> int:
        """The number of dead ends for each room of the chain."""
        return (self.level - 1) // _LEVELS_PER_MODE

    @property
    def quest_length(self) -> int:
        """The number of commands needed, which is the number of rooms of the chain."""
        return (self.level - 1) % _LEVELS_PER_MODE + 1


COIN_COLLECTOR = register(
    Challenge(
        name="coin_collector",
        description="Find the way through a chain of rooms and take the coin at its end.",
        settings=CoinCollector,
        make=maker_in("twbench.challenges.coin_collector", "coin_collector_in_parts"),
    )
)
