"""Datasets under names that Gymnasium knows: ``twbench/<dataset>-<split>-v0``."""

__all__ = ["DatasetGames", "register_dataset"]

import os
from itertools import count

import gymnasium
from gymnasium.envs.registration import EnvSpec

from twbench.core import EnvInfos
from twbench.core.infos import checked_infos
from twbench.dataset import load_dataset
from twbench.errors import ConfigError
from twbench.gym.dataset_games import DatasetGames
from twbench.gym.gymnasium_ids import register
from twbench.whole_numbers import whole_or_none


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

    ``name`` replaces that of the dataset in the ids, where two have the same. With other infos or
    another limit than before, the ids are new ones, ``twbench/mine-train-2-v0`` and so on: each id
    stays what it is. Raises DatasetError where there is no finished dataset, and ConfigError where
    an id is that of another one.
    """
    dataset = load_dataset(path)
    infos = None if request_infos is None else checked_infos(request_infos)
    steps = whole_or_none(max_episode_steps, "max_episode_steps")
    splits = {split: DatasetGames(path, split) for split, rows in dataset.items() if len(rows)}
    for number in count(1):
        ending = "" if number == 1 else f"-{number}"
        ids = {split: f"twbench/{name or dataset.name}-{split}{ending}-v0" for split in splits}
        known = [_known(ids[split], games) for split, games in splits.items()]
        if all(spec is None or _has_settings(spec, infos, steps) for spec in known):
            break
    for split, games in splits.items():
        register(ids[split], games, request_infos=infos, max_episode_steps=steps)
    return ids


def _known(env_id: str, games: DatasetGames) -> EnvSpec | None:
    """Return what is registered under an id; raises ConfigError if it is not about ``games``."""
    known = gymnasium.registry.get(env_id)
    if known is None:
        return None
    others = known.kwargs.get("gamefiles")
    if isinstance(others, DatasetGames) and others.same_as(games):
        return known
    place = others.folder if isinstance(others, DatasetGames) else "not a dataset"
    raise ConfigError(
        f"The id {env_id} is taken ({place}): register {games.folder} under another name, with"
        " name=."
    )


def _has_settings(spec: EnvSpec, infos: EnvInfos | None, steps: int | None) -> bool:
    """Return whether what is registered tells ``infos`` and ends after as many steps."""
    told = checked_infos(spec.kwargs.get("request_infos"))
    return told == checked_infos(infos) and spec.max_episode_steps == steps
