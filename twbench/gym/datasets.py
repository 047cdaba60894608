"""Datasets under names that Gymnasium knows: ``twbench/<dataset>-<split>-v0``."""

__all__ = ["DatasetGames", "register_dataset"]

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import gymnasium

from twbench.core import EnvInfos
from twbench.dataset import DatasetSplit, load_dataset
from twbench.errors import ConfigError
from twbench.gym.games import Games
from twbench.gym.gymnasium_ids import register


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

    @cached_property
    def _rows(self) -> DatasetSplit:
        return load_dataset(self.folder)[self.split]

    def __getstate__(self) -> dict[str, Any]:
        """Leave behind what another process reads for itself."""
        read = {"_rows", "_numbers", "names"}
        return {name: value for name, value in self.__dict__.items() if name not in read}

    def __repr__(self) -> str:
        return f"DatasetGames({self.folder!r}, {self.split!r}, {self._size} games)"


def register_dataset(
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    request_infos: EnvInfos | None = None,
    max_episode_steps: int | None = 50,
) -> dict[str, str]:
    """Let Gymnasium know the splits of a dataset; return the id of each split.

    >>> env_ids = register_dataset("datasets/mine")
    >>> env_ids["train"]
    'twbench/mine-train-v0'

    ``name`` replaces that of the dataset in the ids, where two have the same. A dataset may be
    registered again with other infos or another limit. Raises DatasetError where there is no
    finished dataset, and ConfigError where an id is that of another one.
    """
    dataset = load_dataset(path)
    ids = {split: f"twbench/{name or dataset.name}-{split}-v0" for split in dataset}
    games = {split: DatasetGames(path, split) for split, rows in dataset.items() if len(rows)}
    for split, new in games.items():
        _refuse_another(ids[split], new)
    for split, new in games.items():
        register(ids[split], new, request_infos=request_infos, max_episode_steps=max_episode_steps)
    return {split: ids[split] for split in games}


def _refuse_another(env_id: str, new: DatasetGames) -> None:
    """Raise ConfigError if an id is that of another split or dataset."""
    known = gymnasium.registry.get(env_id)
    games = None if known is None else known.kwargs.get("gamefiles")
    if known is None:
        return
    if isinstance(games, DatasetGames) and (games.fingerprint, games.split) == (
        new.fingerprint,
        new.split,
    ):
        return
    place = games.folder if isinstance(games, DatasetGames) else "not a dataset"
    raise ConfigError(
        f"The id {env_id} is taken ({place}): register {new.folder} under another name, with name=."
    )
