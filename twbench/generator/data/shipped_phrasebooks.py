"""The phrasebooks that ship with twbench, for games whose files bring none.

TextWorld's games of cooking come without words, and so do ours: which words a story has then
depends on all that its rules do, not on their names.
"""

__all__ = ["shipped_phrasebook"]

from twbench.generator.data.phrasebook import Phrasebook
from twbench.logic import GameLogic

_NONE = Phrasebook()
_COOKING = {"slice", "dice", "chop", "drink", "make/recipe/1"}
"""Rules that no logic of cooking is without: others are not compared, which loads challenges."""


def shipped_phrasebook(logic: GameLogic) -> Phrasebook:
    """Return the phrasebook that ships for ``logic``; an empty one if there is none."""
    if not logic.rules.keys() >= _COOKING:
        return _NONE
    from twbench.challenges.cooking.words import COOKING_WORDS, is_cooking

    return COOKING_WORDS if is_cooking(logic) else _NONE
