"""Which games an environment plays: files, by their number and by their name."""

__all__ = ["GameFiles", "GamePath", "Games"]

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from twbench import families
from twbench.errors import ConfigError, nearest
from twbench.vocab import extract_from

GamePath = str | os.PathLike[str]


class Games(ABC):
    """Games in an order, each with a name: its ``game_id``.

    They do not change, so that a deep copy, of which Gymnasium makes many, is the same object; and
    they travel to other processes.
    """

    @abstractmethod
    def __len__(self) -> int:
        """Return how many games there are."""

    @abstractmethod
    def path(self, number: int) -> Path:
        """Return the story of a game; raises InputError where it is not there any more."""

    @abstractmethod
    def vocabulary(self) -> list[str]:
        """Return the words of all games, sorted; see `twbench.gym.wrappers.Tokens`."""

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """The names of the games, in their order."""

    @property
    @abstractmethod
    def plain(self) -> Any:
        """What of JSON says which games these are; see `twbench.gym.plain.as_games`."""

    def find(self, game_id: str) -> int:
        """Return the number of a game; raises ConfigError where there is none of that name."""
        if game_id not in self._numbers:
            raise ConfigError(
                f"None of the {len(self)} games is {game_id!r}.{nearest(game_id, self._numbers)}"
            )
        return self._numbers[game_id]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class GameFiles(Games):
    """Games by their files. The name of one is that of its file, without the suffix.

    Where two files have that name, theirs is the path. A file that is given twice is played twice
    as often. Raises ConfigError if there are no files, and StoryFileError for one that is not
    there.
    """

    def __init__(self, paths: Iterable[GamePath]):
        # Absolute: it may be another process, in another folder, that opens them.
        self._paths = tuple(str(Path(path).absolute()) for path in paths)
        if not self._paths:
            raise ConfigError("There are no games to play: give one game file or more.")
        for path in self._paths:
            families.read_head(Path(path))

    def __len__(self) -> int:
        return len(self._paths)

    def path(self, number: int) -> Path:
        """Return the file of a game, which may have gone since."""
        return Path(self._paths[number])

    def vocabulary(self) -> list[str]:
        """Return the words of all games; raises InputError for one whose words nobody knows."""
        return sorted(extract_from(self._paths))

    @property
    def plain(self) -> list[str]:
        """The paths of the files."""
        return list(self._paths)

    @cached_property
    def names(self) -> Sequence[str]:
        """The names of the files, without suffix, or their paths."""
        stems = {path: Path(path).stem for path in self._paths}
        counts = Counter(stems.values())
        return tuple(stems[path] if counts[stems[path]] == 1 else path for path in self._paths)

    def __repr__(self) -> str:
        return f"GameFiles({len(self)} games, the first is {self._paths[0]})"
