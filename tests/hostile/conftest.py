"""Small datasets of real games for others to make hostile."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from twbench.dataset import build_dataset, parse_build


def _built(folder: Path, storage: str, levels: Any = None) -> Path:
    config = {
        "dataset": {"name": "small", "seed": 7, "splits": {"train": 5, "test": 3}},
        "challenge": {"name": "coin_collector", "level": levels or {"stratified": [3, 4, 5, 6]}},
        "grammar": {"theme": "house"},
        "output": {"storage": storage, "shard_size": 4},
        "compute": {"backend": "serial", "n_jobs": 1},
        "out": str(folder / "dataset"),
    }
    build_dataset(parse_build(config), progress=False)
    return folder / "dataset"


@pytest.fixture(scope="session")
def sound_datasets(tmp_path_factory):
    """Datasets in files, packed, and of so few puzzles that candidates were rejected."""
    make = tmp_path_factory.mktemp
    sound = {storage: _built(make(storage), storage) for storage in ("files", "packed")}
    return {**sound, "rejections": _built(make("rejections"), "files", levels=2)}


@pytest.fixture
def dataset(sound_datasets, tmp_path):
    """A dataset in files, to be damaged."""
    return shutil.copytree(sound_datasets["files"], tmp_path / "home" / "files")


@pytest.fixture
def packed(sound_datasets, tmp_path):
    """A packed dataset, to be damaged."""
    return shutil.copytree(sound_datasets["packed"], tmp_path / "home" / "packed")
