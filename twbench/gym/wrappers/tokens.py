"""Texts as the numbers of their words.

```
env = gymnasium.make(env_id)
env = Tokens(env, vocabulary(env), max_length=120)
ids, info = env.reset(seed=1)             # array([31, 7, 92, ..., 0, 0])
env.decode(ids)                           # 'your task is to ...'
```

A word is a series of letters, with hyphens and apostrophes within, as in the column ``vocab`` of a
dataset's manifest; digits are words too. Case and everything else are left out.
"""

__all__ = ["PADDING", "UNKNOWN", "Tokens", "vocabulary"]

import re
from collections.abc import Iterable
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, MultiDiscrete, Text
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from twbench.errors import ConfigError
from twbench.gym.wrappers.base import text_env_of
from twbench.whole_numbers import whole_number, whole_or_none

PADDING = 0
"""The number after the last word of a text."""
UNKNOWN = 1
"""The number of all words that are not in the vocabulary."""
_FIRST = 2
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|\d+")

Ids = NDArray[np.int64]


class Tokens(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """An environment whose observations are arrays with the numbers of words.

    The words of ``vocab`` have numbers from 2 on, in their order. An observation has as many as
    ``max_length``: after the last word there is `PADDING`, and words beyond it are left out. Its
    space is a `MultiDiscrete`, or with ``space="box"`` a `Box` of the same numbers, which libraries
    take as numbers rather than as categories.

    With a ``command_length`` actions are such arrays too, of that many numbers: the words are typed
    with spaces between, and nothing is for padding and unknown words.

    Raises ConfigError for a vocabulary that is empty or has a word twice, lengths below 1, and an
    environment that prints or takes no text.
    """

    def __init__(
        self,
        env: "gymnasium.Env[str, Any]",
        vocab: Iterable[str],
        *,
        max_length: int,
        command_length: int | None = None,
        space: Literal["multi_discrete", "box"] = "multi_discrete",
    ):
        max_length = whole_number(max_length, "max_length")
        command_length = whole_or_none(command_length, "command_length")
        words = tuple(vocab)
        RecordConstructorArgs.__init__(
            self, vocab=words, max_length=max_length, command_length=command_length, space=space
        )
        super().__init__(env)
        self._words = words
        self._ids = {word.lower(): number for number, word in enumerate(words, _FIRST)}
        self._check(vocab, command_length is not None)
        self._length = max_length
        self._types = command_length is not None
        size = len(words) + _FIRST
        if space == "box":
            self.observation_space = Box(0, size - 1, (max_length,), np.int64)
        elif space == "multi_discrete":
            self.observation_space = MultiDiscrete([size] * max_length)
        else:
            raise ConfigError(f"space is 'multi_discrete' or 'box', not {space!r}.")
        if command_length is not None:
            self.action_space = MultiDiscrete([size] * command_length)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Ids, dict[str, Any]]:
        """Start a game; see `twbench.gym.text_env.TextEnv.reset`."""
        text, info = self.env.reset(seed=seed, options=options)
        return self.encode(text), info

    def step(self, action: Any) -> tuple[Ids, Any, bool, bool, dict[str, Any]]:
        """Type a command, given as numbers if that was asked for."""
        if self._types:
            if action not in self.action_space:
                raise ConfigError(f"An action is an array of {self.action_space}, not {action!r}.")
            action = self.decode(action, known=True)
        text, reward, terminated, truncated, info = self.env.step(action)
        return self.encode(text), reward, terminated, truncated, info

    def encode(self, text: str) -> Ids:
        """Return the numbers of the words of a text, as an observation has them."""
        known = self._ids
        found = [known.get(word, UNKNOWN) for word in _WORD.findall(text.lower())[: self._length]]
        ids = np.zeros(self._length, dtype=np.int64)
        ids[: len(found)] = found
        return ids

    def decode(self, ids: Iterable[int], known: bool = False) -> str:
        """Return the words of some numbers; unknown ones are ``?``, or nothing if ``known``."""
        words = ("" if known else "?", *self._words)
        listed = [words[number - UNKNOWN] for number in ids if number != PADDING]
        return " ".join(filter(None, listed))

    def _check(self, vocab: Iterable[str], types: bool) -> None:
        if isinstance(vocab, str):
            raise ConfigError(f"vocab is a list of words, not {vocab!r} alone.")
        if len(self._ids) < len(self._words):
            raise ConfigError("The vocabulary has the same word twice.")
        if not self._words:
            raise ConfigError("The vocabulary has no words.")
        if not isinstance(self.env.observation_space, Text):
            raise ConfigError(f"Tokens numbers the words of texts, and {self.env} gives none.")
        if types and not isinstance(self.env.action_space, Text):
            raise ConfigError(f"Tokens types commands, and {self.env} takes no text.")


def vocabulary(env: "gymnasium.Env[Any, Any]") -> list[str]:
    """Return the words of all games of ``env``, sorted: what they print and understand.

    For a fair comparison take those of the games that are trained on, and let all others be
    unknown. Raises ConfigError for an environment without games of twbench, and InputError for
    games of which nobody knows the words.
    """
    return text_env_of(env, "vocabulary").games.vocabulary()
