"""Listing all texts that a text grammar has for a symbol.

A theme may have more texts, or longer ones, than any memory holds. So there is a limit to the texts
that are listed for one symbol, and one to the work of putting texts together for all of a theme.
"""

__all__ = ["all_expansions", "needed_symbols"]

from collections.abc import Mapping
from itertools import product

from twbench.errors import GrammarError
from twbench.generator.grammar.compiled_options import Symbol
from twbench.generator.grammar.grammar_file import Theme

MAX_EXPANSIONS = 1_000_000
LONGEST_LISTED = 100_000
MAX_WORK = 20_000_000
"""Texts put together to list those of a theme, each counted with every ten of its characters."""


def all_expansions(theme: Theme, symbol: str, max_depth: int) -> tuple[str, ...]:
    """Return the texts of ``symbol`` with at most ``max_depth`` nested expansions.

    Computed by growing the texts of all symbols that it needs, one nesting at a time.

    A symbol is looked at again when one that it uses has more texts than before.
    """
    needed = needed_symbols(theme, symbol)
    users: dict[str, dict[str, None]] = {}
    for name in needed:
        for option in theme.options[name]:
            for token in option:
                if type(token) is Symbol:
                    users.setdefault(token, {})[name] = None
    texts: dict[str, dict[str, None]] = {name: {} for name in needed}
    again = dict.fromkeys(needed)
    for _ in range(max_depth):
        grown = {name: _one_level(theme, name, texts) for name in again}
        # No text is lost from one level to the next: as many as before are the same ones.
        larger = [name for name in again if len(grown[name]) > len(texts[name])]
        if not larger:
            break
        texts.update(grown)
        again = dict.fromkeys(user for name in larger for user in users.get(name, ()))
    return tuple(texts[symbol])


def needed_symbols(theme: Theme, symbol: str) -> list[str]:
    """Return ``symbol`` and all symbols that its expansions can hold, nearest first."""
    found = {symbol: None}
    queue = [symbol]
    for name in queue:
        for option in theme.options[name]:
            for token in option:
                if type(token) is Symbol and token not in found:
                    found[token] = None
                    queue.append(token)
    return queue


def _one_level(
    theme: Theme, symbol: str, texts: Mapping[str, Mapping[str, None]]
) -> dict[str, None]:
    found: dict[str, None] = {}
    work = int(theme.memo.get("work", 0))  # type: ignore[call-overload]
    for option in theme.options[symbol]:
        parts = [texts[token] if type(token) is Symbol else (token,) for token in reversed(option)]
        for combination in product(*parts):
            text = "".join(combination)
            found[text] = None
            work += 1 + len(text) // 10
            if len(found) > MAX_EXPANSIONS or work > MAX_WORK or len(text) > LONGEST_LISTED:
                raise GrammarError(
                    f"Symbol #{symbol}# of the text grammar {theme.name!r} has more than"
                    f" {MAX_EXPANSIONS} expansions, or long ones: too many to list."
                )
    theme.memo["work"] = work
    return found
