"""How much of quests is searched for: more takes many minutes, mostly in vain.

Light, for those who read the settings of games and make none.
"""

__all__ = ["MOST_COMMANDS", "MOST_PARALLEL", "check_searchable"]

from twbench.errors import ConfigError

MOST_COMMANDS = 150
"""Of a quest."""
MOST_PARALLEL = 50
"""Quests that start alike."""


def check_searchable(name: str, value: int, most: int) -> None:
    """Raise ConfigError if the option of a name asks for more than the ``most`` searched for."""
    if value > most:
        raise ConfigError(
            f"{name} must be at most {most}, not {value}: no search finds that in a reasonable"
            " time."
        )
