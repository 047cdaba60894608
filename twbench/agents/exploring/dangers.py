"""Who means harm to an explorer, and where things get worse."""

__all__ = ["Dangers"]

from collections import Counter

from twbench.agents.exploring import habits

_MOST_BLOWS = 12
"""How often one strikes at somebody."""
_LEAST_WORDS = 5
_WORDS_ALIKE = 3
_MOST_WORSE = 3
"""How many last lines that begin alike drive one away."""


class Dangers:
    """What the last texts have told of dangers."""

    def __init__(self) -> None:
        self.foe: str | None = None
        """Who means harm."""
        self._blows: Counter[str] = Counter()
        self._endings: dict[tuple[str, ...], set[str]] = {}

    def fights(self, text: str) -> bool:
        """Whether somebody means harm, as a text tells, and has not been struck at too often."""
        named = self.foe is not None and self.foe in text.lower()
        self.foe = habits.foe(text) or (self.foe if named else None)
        if self.foe is None or self._blows[self.foe] == _MOST_BLOWS:
            return False
        self._blows[self.foe] += 1
        return True

    def grows(self, room: str, text: str) -> bool:
        """Whether things have got worse in a room from turn to turn, as a text tells.

        Then answers end with lines that begin alike and go on otherwise: "The water is now up to
        your knees." Where somebody fights, that tells nothing.
        """
        first, _, line = text.rpartition("\n")
        words = line.split()
        if not first or len(words) < _LEAST_WORDS or self.foe is not None:
            return False
        alike = self._endings.setdefault((room, *words[:_WORDS_ALIKE]), set())
        alike.add(line)
        return len(alike) == _MOST_WORSE
