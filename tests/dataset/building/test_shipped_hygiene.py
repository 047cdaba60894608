"""What a shipped configuration promises of its splits is so: small datasets of real games."""

import dataclasses
import importlib.util
from importlib.util import find_spec
from pathlib import Path

import pytest

from twbench.cli.verbs.build import made_datasets
from twbench.dataset import load_dataset
from twbench.dataset.building.build import build_dataset
from twbench.dataset.config.distribution import LEVELS
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import ComputeConfig

TOOL = Path(__file__).resolve().parents[3] / "tools" / "update_registry.py"
SIZES = {"train": 24, "valid": 6, "test": 6}
QUICK = ("treasure_hunter_easy",)
GENERAL = ("coin_collector", "custom_small", "treasure_hunter")


def shrunk(name, out):
    """Return the shipped configuration ``name`` with small splits."""
    spec = importlib.util.spec_from_file_location("update_registry", TOOL)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    config = tool.composed([f"dataset={name}"])
    dataset = config.recipe.dataset
    splits = tuple(dataclasses.replace(split, size=SIZES[split.name]) for split in dataset.splits)
    recipe = dataclasses.replace(config.recipe, dataset=dataclasses.replace(dataset, splits=splits))
    return dataclasses.replace(config, recipe=recipe, out=out, compute=ComputeConfig("serial", 1))


def marks(name):
    """Return what is marked as slow, and what needs NetHack."""
    if name.startswith("minihack_"):
        absent = find_spec("nle") is None
        return [pytest.mark.slow, pytest.mark.skipif(absent, reason="NLE is not installed")]
    return [] if name in QUICK else [pytest.mark.slow]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=marks(name)) for name in made_datasets()],
)
def test_splits_share_nothing_of_what_the_configuration_names(tmp_path, name):
    config = shrunk(name, tmp_path / "dataset")
    build_dataset(config, progress=False)
    plan = Plan(config.recipe)
    rows = {split: list(games.manifest()) for split, games in load_dataset(config.out).items()}
    compared = 0
    for split, games in rows.items():
        others = [row for other in rows if other != split for row in rows[other]]
        for row in games:
            depth = LEVELS.index(plan.hygiene(Slot(split, row["index"])))
            for level in LEVELS[1 : depth + 1]:
                mine = row["challenge"], row[f"{level}_hash"]
                assert mine not in {(one["challenge"], one[f"{level}_hash"]) for one in others}
                compared += 1
    assert (compared == 0) == (config.recipe.dataset.hygiene == "none")
    if name.startswith(GENERAL):
        assert config.recipe.dataset.hygiene in ("puzzle", "map")
