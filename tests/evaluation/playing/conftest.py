"""The dataset that is played in most of these tests."""

from pathlib import Path

import pytest
from fake_dataset import write_dataset
from run_of_corridors import GAMES

from twbench.evaluation.playing import order


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("datasets") / "corridors", GAMES)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "CHUNK", 2)
