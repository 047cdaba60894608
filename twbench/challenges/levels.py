"""The levels of the challenges that are set by a level alone."""

__all__ = ["LevelError", "check_level"]

from twbench.errors import ConfigError


class LevelError(ConfigError, ValueError):
    """There is no such level: a ValueError for those who come from TextWorld."""


def check_level(level: object, highest: int) -> None:
    """Raise LevelError unless ``level`` is a whole number from 1 to ``highest``."""
    if not isinstance(level, int) or isinstance(level, bool):
        raise LevelError(f"level must be a whole number, not {level!r}.")
    if not 1 <= level <= highest:
        raise LevelError(f"level must be between 1 and {highest}, not {level}.")
