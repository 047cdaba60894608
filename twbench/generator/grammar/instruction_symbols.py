"""Which symbols of a theme are instructions: texts that tell the player to perform an action.

The instruction for an action is the symbol of its name (docs: Context-Free Grammars,
Instructions). A user's rule may have the name of a symbol that is none, such as ``light`` for a
list of adjectives. That is seen by its texts, which name nothing that takes part in the action.
"""

__all__ = ["is_instruction"]

import re
from collections.abc import Collection

from twbench.generator.grammar.compiled_options import Symbol
from twbench.generator.grammar.expansions import needed_symbols
from twbench.generator.grammar.grammar_file import Theme
from twbench.generator.grammar.needs import REQUIRED_SYMBOLS

_ROLE = re.compile(r"\((\w+(?:\|\w+)*)\)")
_OTHERS = frozenset(
    {
        *REQUIRED_SYMBOLS,
        *("prologue", "epilogue", "first_step", "next_step", "last_step", "only_step", "command"),
        *("next_quest", "next_quest_step", "quest", "quest_one_action", "action_separator"),
        *("in_desc", "ordinary_adj"),
    }
)
"""Symbols that no other symbol uses and that are no instructions: the generation asks for them."""


def is_instruction(theme: Theme, symbol: str, types: Collection[str], names_things: bool) -> bool:
    """Say whether ``symbol`` tells an action of one's own, in which things of ``types`` take part.

    ``names_things`` says whether the command for it does. If so, the instruction does; if not, it
    is a symbol that no other one uses.
    """
    roles = _roles(theme, symbol)
    if not roles.isdisjoint(types):
        return True
    return not names_things and symbol not in _OTHERS and symbol not in _used(theme)


def _roles(theme: Theme, symbol: str) -> frozenset[str]:
    """Return the types of things that the texts of ``symbol`` speak of."""

    def found() -> frozenset[str]:
        texts = (
            token
            for name in needed_symbols(theme, symbol)
            for option in theme.options[name]
            for token in option
            if type(token) is not Symbol
        )
        roles = (role for text in texts for role in _ROLE.findall(text))
        return frozenset(kind for role in roles for kind in role.split("|"))

    return theme.once(("roles", symbol), found)


def _used(theme: Theme) -> frozenset[str]:
    """Return the symbols that stand in options of others."""

    def found() -> frozenset[str]:
        options = (option for options in theme.options.values() for option in options)
        return frozenset(token for option in options for token in option if type(token) is Symbol)

    return theme.once("used", found)
