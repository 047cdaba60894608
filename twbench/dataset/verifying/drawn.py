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
"""Of so many games of a split it is one more. All of it takes a fiftieth of the time of all else
where a dataset has some hundred games, and less where it has more."""
MOST = 1000
"""Of a split: nobody has checked yet how many games it has."""


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
