"""How much of quests is searched for: more takes many minutes, mostly in vain.

Light, for those who read the settings of games and make none.
"""

__all__ = ["MOST_COMMANDS", "MOST_PARALLEL", "SearchBudget", "check_searchable"]

from twbench.errors import ConfigError

MOST_COMMANDS = 150
"""Of a quest."""
MOST_PARALLEL = 50
"""Quests that start alike."""

_MOST_WORK = 80_000
"""A minute at most; games that are found take hundredths of it, but for the longest quests."""
_PROVEN_FACTS = 4
"""A proof takes as long as a look at a chain for every so many facts of the world."""


class SearchBudget:
    """What is left of the work that the search for the quests of a game may take.

    It is counted and not timed, so that all machines give up at the same place.
    """

    def __init__(self, most: int = _MOST_WORK):
        self._left = most

    @property
    def is_over(self) -> bool:
        """Whether more has been done than may be."""
        return self._left < 0

    def look(self) -> None:
        """Note that a chain was looked at."""
        self._left -= 1

    def prove(self, facts: int) -> None:
        """Note a proof in a world of so many facts."""
        self._left -= facts // _PROVEN_FACTS


def check_searchable(name: str, value: int, most: int) -> None:
    """Raise ConfigError if the option of a name asks for more than the ``most`` searched for."""
    if value > most:
        raise ConfigError(
            f"{name} must be at most {most}, not {value}: no search finds that in a reasonable"
            " time."
        )
