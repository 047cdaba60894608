"""Datasets of worlds of crafting: built by the shipped configurations, verified, loaded, played."""

import dataclasses
from pathlib import Path

import pytest

import twbench
from twbench.cli.verbs.build import composed
from twbench.dataset.building.build import build_dataset
from twbench.dataset.files.registry import read_registry

SHIPPED = [name for name in read_registry() if name.startswith("hierarchycraft_")]


def test_the_shipped_ones() -> None:
    assert [
        f"hierarchycraft_{name}"
        for name in ("deeper", "easy", "hard", "medium", "mine", "mine_renamed", "new_names")
    ] == SHIPPED


def small(name: str, folder: Path, *splits: str) -> Path:
    """Build two games of each split."""
    config = composed([f"dataset={name}", *(f"dataset.splits.{split}=2" for split in splits)])
    build_dataset(dataclasses.replace(config, out=folder / name), progress=False)
    return folder / name


def test_a_dataset_is_verified_loaded_and_played(tmp_path: Path) -> None:
    folder = small("hierarchycraft_deeper", tmp_path, "train", "valid", "test")
    assert not twbench.verify_dataset(folder).problems
    splits = twbench.load_dataset(folder)
    for split, rows in splits.items():
        for row in rows:
            with twbench.start(row["story"]) as env:
                env.reset()
                for command in row["walkthrough"]:
                    state, score, done = env.step(command)
                assert (state.won, score, done) == (True, row["max_score"], True)
            depth = 5 if split == "test" else 2
            assert f'"depth":{depth}' in row["params"] or f'"depth":{depth + 1}' in row["params"]
    card = (folder / "README.md").read_text()
    assert "| split | depth 2 |" in card or "| split | depth 3 |" in card


@pytest.mark.slow
def test_names_of_test_games_are_in_no_other_split(tmp_path: Path) -> None:
    folder = small("hierarchycraft_new_names", tmp_path, "train", "valid", "test")
    words: dict[str, set[str]] = {}
    for split, rows in twbench.load_dataset(folder).items():
        names = [entity["name"] for row in rows for entity in row["entities"]]
        words[split] = {word for name in names for word in name.split(" ")}
    assert words["train"] & words["valid"]
    assert not words["test"] & (words["train"] | words["valid"])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "told"), [("mine", True), ("mine_renamed", False)])
def test_games_of_minecraft_have_its_names_or_others(tmp_path: Path, name: str, told: bool) -> None:
    folder = small(f"hierarchycraft_{name}", tmp_path, "test")
    [rows] = twbench.load_dataset(folder).values()
    assert ("diamond" in rows[0]["vocab"]) is told
