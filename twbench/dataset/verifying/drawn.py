"""Which games are made anew to be compared: chance draws them, others each time.

Whoever makes a dataset must not be able to know them. A sample that follows from the contents is
one that a forger can compute too, and go on changing what does not matter until it falls on games
that are as they should be.
"""

__all__ = ["drawn_games", "drawn_places"]

import secrets
from collections.abc import Collection, Mapping

FEW = 3
"""Games of each split whose stories are compiled anew in any case."""
ONE_OF = 200
"""One game more for so many of a split. With some hundred games, this takes a fiftieth of the time
of all other checks, and with more games less."""
MOST = 1000
"""At most so many of a split, whose number of games was not checked yet."""


def drawn_games(size: int, count: int | None) -> Collection[int]:
    """Return the positions of ``count`` of so many games (None: of all)."""
    if count is None or count >= size:
        return range(size)
    return frozenset(secrets.SystemRandom().sample(range(size), count))


def drawn_places(sizes: Mapping[str, int]) -> dict[str, Collection[int]]:
    """Return the places of games drawn from each split; ``sizes`` says how many it has.

    That is `FEW` games, and one more for every `ONE_OF` games of the split, up to `MOST`.
    """
    return {
        split: drawn_games(size, min(FEW + size // ONE_OF, MOST)) for split, size in sizes.items()
    }
