"""Cooking games from the command line: made, played, and built as a dataset."""

import json

import pytest

from twbench.challenges.cooking.foods import FOODS
from twbench.dataset import load_dataset

MAKE = ("make", "tw-cooking", "--recipe", "2", "--take", "1", "--cook", "--cut", "--open", "--drop")


def test_a_game_is_made_and_won(cli, tmp_path):
    arguments = (*MAKE, "--go", "6", "--seed", "5", "--recipe-seed", "3", "--split", "train")
    assert cli(*arguments, "--output", "game.z8") == (0, "game.z8\n", "")
    settings = json.loads((tmp_path / "game.json").read_text())["metadata"]["settings"]
    assert settings == {
        "recipe": 2, "take": 1, "go": 6, "open": True, "cook": True, "cut": True, "drop": True,
        "recipe_seed": 3, "split": "train",
    }  # fmt: skip
    code, out, _ = cli("play", "game.z8", "--mode", "walkthrough")
    assert code == 0
    assert "*** The End ***" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--recipe", "6"), "recipe must be a whole number between 1 and 5, not 6"),
        (("--take", "2"), "take must be at most recipe, which is 1, not 2"),
        (("--go", "2"), "argument --go: invalid choice: 2 (choose from 1, 6, 9, 12)"),
        (("--split", "dev"), "argument --split: invalid choice: dev"),
    ],
)
def test_wrong_settings(cli, tmp_path, arguments, message):
    code, out, err = cli("make", "cooking", *arguments)
    assert (code, out) == (2, "")
    assert message in err.replace("'", "")  # Python 3.14 puts every choice in quotes
    assert list(tmp_path.iterdir()) == []


def test_every_setting_is_explained(cli):
    code, out, _ = cli("make", "cooking", "--help")
    assert code == 0
    words = " ".join(out.split())
    assert "number of ingredients, 1 to 5; default: 1" in words
    assert "--split {train,valid,test} foods and preparations of one split only" in words


def test_the_hard_dataset_holds_foods_out(cli, tmp_path):
    code, _, err = cli(
        "build", "dataset=cooking_hard", "dataset.splits={train: 6, valid: 4, test: 6}",
        "compute=serial", "out=hard",
    )  # fmt: skip
    assert code == 0, err
    rows = load_dataset(tmp_path / "hard")
    assert {name: len(split) for name, split in rows.items()} == {"train": 6, "valid": 4, "test": 6}
    for name, split in rows.items():
        allowed = {food.name for food in FOODS if food.occurs_in(name)}
        for row in split:
            foods = {e["name"] for e in row["entities"] if e["type"] == "f"}
            assert foods <= allowed
            assert row["optimal_length"] == len(row["walkthrough"])
            assert row["verified"]
    assert cli("verify", "hard", "--n-jobs", "1", "-q")[0] == 0
