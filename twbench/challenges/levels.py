"""The levels of the challenges that are set by a level alone."""

__all__ = ["LevelError", "settle_level"]

from typing import Any

from twbench.errors import ConfigError
from twbench.whole_numbers import as_whole


class LevelError(ConfigError, ValueError):
    """There is no such level: a ValueError for those who come from TextWorld."""


def settle_level(settings: Any, highest: int) -> None:
    """Judge the ``level`` of settings that are being made; it is an int from then on.

    Raises LevelError unless it is a whole number from 1 to ``highest``.
    """
    level = settings.level
    whole = as_whole(level)
    if whole is None:
        raise LevelError(f"level must be a whole number, not {level!r}.")
    if not 1 <= whole <= highest:
        raise LevelError(f"level must be between 1 and {highest}, not {level}.")
    object.__setattr__(settings, "level", whole)
