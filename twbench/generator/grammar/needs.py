"""What text generation needs of a theme."""

__all__ = [
    "ACTIONS",
    "DISPENSABLE",
    "MATCH",
    "OTHERS_FOR_EXITS",
    "REQUIRED_SYMBOLS",
    "missing_symbols",
    "pair_symbol",
]

import re
from collections.abc import Callable, Collection, Sequence
from itertools import product

ACTIONS = (
    "take",
    "insert",
    "put",
    "drop",
    "eat",
    "open",
    "close",
    "unlock",
    "lock",
    "go/north",
    "go/south",
    "go/east",
    "go/west",
    "wait",
)
"""The actions whose instructions are symbols of their names in every theme."""

REQUIRED_SYMBOLS = (
    "room_type",
    "(r)",
    "(c)",
    "(s)",
    "(d)",
    "(k)",
    "(f)",
    "(o)",
    "match",
    "dec",
    "room_desc_(c)",
    "room_desc_(s)",
    "room_desc_group",
    "room_desc_(c)_multi_noun",
    "room_desc_(c)_multi_adj",
    "room_desc_(s)_multi_noun",
    "room_desc_(s)_multi_adj",
    "room_exit_desc",
    "room_(d)_exit_desc",
    "room_(d)_exit_desc_alt",
    "(c)_desc",
    "(s)_desc",
    "(d)_desc",
    "(k)_desc",
    "(f)_desc",
    "(o)_desc",
    "openable_desc",
    "on_desc",
    *(action for action in ACTIONS if action != "wait"),
)
"""What the documentation asks of a theme, in its order."""

DISPENSABLE = (
    "room_type",
    "room_desc_(c)_multi_noun",
    "room_desc_(c)_multi_adj",
    "room_desc_(s)_multi_noun",
    "room_desc_(s)_multi_adj",
)
"""Needed symbols that themes of TextWorld may lack.

Without them rooms have no type, and nothing is said of the single things in a group.
"""

OTHERS_FOR_EXITS = {
    "room_exit_desc": ("room_desc_exits", "room_desc_(dir)"),
    "room_(d)_exit_desc": ("room_desc_(d)",),
    "room_(d)_exit_desc_alt": ("room_desc_(d)",),
}
"""What themes of TextWorld have instead of the symbols that its documentation asks for."""

MATCH = "match"
_PAIR = re.compile(r"\((\w+)<->(\w+)\)_match")


def missing_symbols(symbols: Collection[str]) -> list[str]:
    """Return the required symbols that are not among ``symbols``, nor others in their place.

    Names that keys share with what they open may be written pair by pair, as themes of TextWorld
    do, instead of in ``match``.
    """
    known = {*symbols, *DISPENSABLE}
    if any(map(_PAIR.fullmatch, symbols)):
        known.add(MATCH)
    known.update(
        symbol for symbol, others in OTHERS_FOR_EXITS.items() if not known.isdisjoint(others)
    )
    return [symbol for symbol in REQUIRED_SYMBOLS if symbol not in known]


def pair_symbol(
    is_known: Callable[[str], bool], first: Sequence[str], second: Sequence[str]
) -> tuple[str, bool] | None:
    """Return the symbol ``(k<->c)_match`` for things of two lineages, nearest types first.

    With it goes whether the symbol has them the other way round. None: no such symbol is known.
    """
    for one, other in product(first, second):
        for symbol, swapped in ((f"({one}<->{other})", False), (f"({other}<->{one})", True)):
            if is_known(f"{symbol}_match"):
                return f"{symbol}_match", swapped
    return None
