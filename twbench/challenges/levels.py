"""The levels of the challenges that are set by a level alone."""

__all__ = ["check_level"]

from twbench.errors import ConfigError


def check_level(level: object, highest: int) -> None:
    """Raise ConfigError unless ``level`` is a whole number from 1 to ``highest``."""
    if not isinstance(level, int) or isinstance(level, bool):
        raise ConfigError(f"level must be a whole number, not {level!r}.")
    if not 1 <= level <= highest:
        raise ConfigError(f"level must be between 1 and {highest}, not {level}.")
