"""Datasets under names that Gymnasium knows: ``twbench/<dataset>-<split>-v0``."""

__all__ = ["DatasetGames", "register_dataset"]

import os

import gymnasium

from twbench.core import EnvInfos
from twbench.dataset import load_dataset
from twbench.errors import ConfigError
from twbench.gym.dataset_games import DatasetGames
from twbench.gym.gymnasium_ids import register


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
