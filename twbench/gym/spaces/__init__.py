"""Texts as observations and actions of learning libraries: as rows of numbers.

See `twbench.gym.spaces.text_spaces` (docs: textworld.gym.spaces).
"""

__all__ = ["Char", "VocabularyHasDuplicateTokens", "Word", "text_spaces"]

from twbench.gym.spaces import text_spaces
from twbench.gym.spaces.text_spaces import Char, VocabularyHasDuplicateTokens, Word
