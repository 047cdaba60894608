"""The games of a split of a dataset, for an environment."""

__all__ = ["DatasetGames"]

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from twbench.dataset import DatasetSplit, load_dataset
from twbench.errors import ConfigError
from twbench.gym.games import Games


class DatasetGames(Games):
    """The games of one split of a dataset, whose names are their ``game_id``.

    Nothing but the names is held: a row is read when its game is played, and a packed game is
    unpacked then. Raises DatasetError where there is no such dataset or split.
    """

    def __init__(self, folder: str | os.PathLike[str], split: str):
        self.folder = str(Path(folder).absolute())
        self.split = split
        dataset = load_dataset(folder)
        self.fingerprint = dataset.fingerprint
        self._size = len(dataset[split])
        if not self._size:
            raise ConfigError(f"The split {split} of the dataset {folder} has no games.")

    def same_as(self, other: "DatasetGames") -> bool:
        """Return whether the games are those of ``other``, wherever the datasets lie."""
        return (self.fingerprint, self.split) == (other.fingerprint, other.split)

    def __len__(self) -> int:
        return self._size

    def path(self, number: int) -> Path:
        """Return the story of a game; raises DatasetError where the dataset is damaged."""
        path: Path = self._rows[number]["story"]
        return path

    def vocabulary(self) -> list[str]:
        """Return the words of the split, as its manifest has them."""
        return sorted(set().union(*(row["vocab"] for row in self._rows.manifest())))

    @cached_property
    def names(self) -> Sequence[str]:
        """The ids of the games."""
        return tuple(row["game_id"] for row in self._rows.manifest())

    @property
    def plain(self) -> dict[str, str]:
        """The folder of the dataset, and the name of the split."""
        return {"dataset": self.folder, "split": self.split}

    @cached_property
    def _rows(self) -> DatasetSplit:
        return load_dataset(self.folder)[self.split]

    def __getstate__(self) -> dict[str, Any]:
        """Leave behind what another process reads for itself."""
        read = {"_rows", "_numbers", "names"}
        return {name: value for name, value in self.__dict__.items() if name not in read}

    def __repr__(self) -> str:
        return f"DatasetGames({self.folder!r}, {self.split!r}, {self._size} games)"
