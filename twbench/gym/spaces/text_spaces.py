"""Texts as rows of numbers: of characters, or of words (docs: textworld.gym.spaces.text_spaces).

>>> space = Word(max_length=5, vocab=["door", "open"])
>>> space.tokenize("Open the door!").tolist() == [
...     space.BOS_id, space.w2id["open"], space.UNK_id, space.w2id["door"], space.EOS_id
... ]
True
"""

__all__ = ["Char", "VocabularyHasDuplicateTokens", "Word"]

import re
import string
from collections.abc import Iterable, Sequence

import numpy as np
from gymnasium.spaces import MultiDiscrete
from numpy.typing import NDArray

from twbench.errors import ConfigError
from twbench.printable import shown
from twbench.whole_numbers import whole_number

_USUAL_CHARACTERS = (*string.ascii_lowercase, *string.digits, " ", "-", "'")
_WORDS = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


class VocabularyHasDuplicateTokens(ConfigError, ValueError):  # noqa: N818 - as documented
    """A vocabulary has the same character or word twice."""

    def __init__(self, token: str):
        super().__init__(f"The vocabulary has {shown(token)} twice: each may be there once.")
        self.token = token

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return type(self), (self.token,)


class _TextSpace(MultiDiscrete):
    """Rows of ``max_length`` numbers, each of which stands for a token of ``vocab``."""

    def __init__(self, max_length: int, vocab: Iterable[str], special: Sequence[str]):
        tokens = list(vocab)
        known = set[str]()
        for token in tokens:
            if token in known:
                raise VocabularyHasDuplicateTokens(token)
            known.add(token)
        max_length = whole_number(max_length, "max_length")
        self.max_length = max_length
        self.vocab = [*(token for token in special if token not in known), *tokens]
        self.vocab_size = len(self.vocab)
        self._ids = {token: number for number, token in enumerate(self.vocab)}
        super().__init__([self.vocab_size] * max_length, dtype=np.int64)

    def _known_as(self, token: str) -> str | None:
        """Return how the vocabulary has a token: as it stands, or in lower case."""
        if token in self._ids:
            return token
        lower = token.lower()
        return lower if lower in self._ids else None

    def _row(self, ids: list[int], pad: int, padding: bool) -> NDArray[np.int64]:
        if padding:
            missing = self.max_length - len(ids)
            if missing < 0:
                raise ConfigError(
                    f"The text has {len(ids)} tokens, more than the max_length of"
                    f" {self.max_length}: make the space larger, or the text shorter."
                )
            ids += [pad] * missing
        return np.array(ids, dtype=np.int64)


class Char(_TextSpace):
    """Texts as rows of characters (docs: the class of this name).

    ``max_length`` is the number of characters of the longest text. Without ``vocab`` the characters
    are ``a-z0-9``, the space, ``-`` and ``'``; ``extra_vocab`` is added. ``#`` stands for no
    character, and comes first unless the vocabulary has it. Raises VocabularyHasDuplicateTokens.

    Attributes:
        vocab: the characters by their numbers.
        c2id, id2c: the number of a character, and the character of a number.
        PAD, PAD_id: what stands for no character, and its number.

    """

    PAD = "#"

    def __init__(
        self, max_length: int, vocab: Sequence[str] | None = None, extra_vocab: Sequence[str] = ()
    ):
        characters = _USUAL_CHARACTERS if vocab is None else vocab
        super().__init__(max_length, [*characters, *extra_vocab], [self.PAD])
        self.c2id = self._ids
        self.id2c = dict(enumerate(self.vocab))
        self.PAD_id = self._ids[self.PAD]

    def filter_unknown(self, text: str) -> str:
        """Return ``text`` without the characters that are not in the vocabulary."""
        return "".join(character for character in text if character in self._ids)

    def tokenize(self, text: str, padding: bool = False) -> NDArray[np.int64]:
        """Return the numbers of the characters that are known, with ``padding`` a whole row.

        A letter that is known in lower case only is taken for that. Raises ConfigError if a text
        that is to be padded is too long.
        """
        known = filter(None, map(self._known_as, text))
        return self._row([self._ids[character] for character in known], self.PAD_id, padding)


class Word(_TextSpace):
    """Texts as rows of words (docs: the class of this name).

    ``max_length`` is the number of words of the longest text, its beginning and its end included.
    ``vocab`` are the words; ``<PAD>``, ``<UNK>``, ``<S>`` and ``</S>`` come before them unless they
    are among them. Raises VocabularyHasDuplicateTokens.

    Attributes:
        vocab: the words by their numbers.
        w2id, id2w: the number of a word, and the word of a number.
        PAD, PAD_id: what stands for no word, and its number.
        UNK, UNK_id: what stands for a word that is not in the vocabulary.
        BOS, BOS_id, EOS, EOS_id: the beginning and the end of a text.

    """

    PAD, UNK, BOS, EOS = "<PAD>", "<UNK>", "<S>", "</S>"

    def __init__(self, max_length: int, vocab: Sequence[str]):
        super().__init__(max_length, vocab, [self.PAD, self.UNK, self.BOS, self.EOS])
        self.w2id = self._ids
        self.id2w = dict(enumerate(self.vocab))
        special = (self.PAD, self.UNK, self.BOS, self.EOS)
        self.PAD_id, self.UNK_id, self.BOS_id, self.EOS_id = (self._ids[name] for name in special)

    def tokenize(self, text: str, padding: bool = False) -> NDArray[np.int64]:
        """Return the numbers of beginning, words and end, with ``padding`` a whole row.

        Punctuation is left out. A word that is known in lower case only is taken for that. Raises
        ConfigError if a text that is to be padded is too long.
        """
        words = map(self._known_as, _WORDS.findall(text))
        ids = (self.UNK_id if word is None else self._ids[word] for word in words)
        return self._row([self.BOS_id, *ids, self.EOS_id], self.PAD_id, padding)
