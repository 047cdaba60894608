"""Which nouns of a theme are left out where names are made of a share of them.

The nouns of each type are put in an order that follows from the nouns alone. A share of 0.8 leaves
out the last fifth of each type; a share of -0.2 leaves out all others. So the two have no noun in
common: one that is among the last of any type counts as the last for every type that has it. Only a
type with a single noun keeps it under both.
"""

__all__ = ["absent_nouns"]

import math
from collections.abc import Collection, Iterable

from twbench.hashing import sha256_hex


def absent_nouns(types: Iterable[Collection[str]], share: float) -> frozenset[str]:
    """Return which of the nouns of each of ``types``, in small letters, a share leaves out.

    ``share`` is above -1, not 0, and at most 1: see `GrammarOptions.noun_share`.
    """
    last_share = 1 - share if share > 0 else -share
    several: set[str] = set()
    alone: set[str] = set()
    last: set[str] = set()
    for nouns in types:
        ordered = sorted({noun.lower() for noun in nouns}, key=_place)
        if len(ordered) == 1:
            alone.update(ordered)
            continue
        # Rounded first: 0.07 of a hundred nouns are 7, and not 8 for the last bit of a product.
        count = min(math.ceil(round(last_share * len(ordered), 9)), len(ordered) - 1)
        several.update(ordered)
        last.update(ordered[len(ordered) - count :])
    return frozenset((last if share > 0 else several - last) - alone)


def _place(noun: str) -> str:
    return sha256_hex(noun.encode())
