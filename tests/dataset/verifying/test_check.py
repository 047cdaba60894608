"""One game of a dataset, against its row in the manifest and against its recipe."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from configs import config

from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.items.item import Item, build_item
from twbench.dataset.verifying.check import check_game, check_hashes, rebuild_game
from twbench.errors import DatasetError
from twbench.hashing import sha256_hex

PLAN = Plan(parse_build(config()).recipe)

Row = dict[str, Any]


@pytest.fixture(scope="module")
def item() -> Item:
    made = build_item(PLAN.spec(Slot("train", 0), 0))
    assert isinstance(made, Item)
    return made


@pytest.fixture
def row(item: Item, tmp_path: Path) -> Row:
    """Write the files of the item into a folder; return a copy of its row."""
    for kind, content in (("story", item.story), ("game", item.game)):
        path = tmp_path / item.row[kind]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content or b"")
    return dict(item.row)


def test_a_game_is_what_its_row_says(row: Row, tmp_path: Path) -> None:
    assert check_game(tmp_path, row) == check_game(tmp_path, row, PLAN) == []
    assert rebuild_game(tmp_path, row, PLAN) == rebuild_game(tmp_path, row, None) == []


@pytest.mark.parametrize("kind", ["story", "game"])
def test_changed_and_missing_files_are_told_apart(row: Row, tmp_path: Path, kind: str) -> None:
    path = tmp_path / row[kind]
    path.write_bytes(b"other")
    fault = "changed: its SHA-256 is not that of the manifest"
    assert check_game(tmp_path, row) == list(check_hashes(tmp_path, row)) == [(row[kind], fault)]
    assert (row[kind], "rebuilding gives other bytes") in rebuild_game(tmp_path, row, PLAN)
    path.unlink()
    assert check_game(tmp_path, row) == [(row[kind], "missing")]
    assert (row[kind], "rebuilding gives other bytes") in rebuild_game(tmp_path, row, PLAN)


@pytest.mark.parametrize(
    ("column", "value"), [("n_rooms", 99), ("objective", "Rest."), ("structure_hash", "0" * 64)]
)
def test_a_column_that_is_not_so_is_named(
    row: Row, tmp_path: Path, column: str, value: object
) -> None:
    row[column] = value
    assert (row["game"], f"its {column} is not what the manifest says") in check_game(tmp_path, row)
    again = rebuild_game(tmp_path, row, PLAN)
    assert again == [(row["game"], f"rebuilding gives another {column}")]


def test_a_walkthrough_that_does_not_win_is_found(row: Row, tmp_path: Path) -> None:
    row["walkthrough"] = row["walkthrough"][:-1]
    faults = dict(reversed(check_game(tmp_path, row)))
    assert faults[row["story"]].startswith("its walkthrough does not win: ")


def test_an_id_is_that_of_the_content(row: Row, tmp_path: Path) -> None:
    row["game_id"] = "tw-coin_collector-other"
    fault = (row["game"], "its content is not what its game_id says")
    assert fault in check_game(tmp_path, row)


def test_a_file_that_is_no_game_is_told_in_a_sentence(row: Row, tmp_path: Path) -> None:
    (tmp_path / row["game"]).write_bytes(b"{}")
    row["game_sha256"] = sha256_hex(b"{}")
    ((place, fault),) = check_game(tmp_path, row)
    assert place == row["game"]
    assert fault.startswith("it cannot be used: ")
    ((_, again),) = rebuild_game(tmp_path, row, None)
    assert again.startswith("cannot be compiled anew: ")


def test_nothing_outside_the_folder_is_looked_at(row: Row, tmp_path: Path) -> None:
    row["story"] = "../story.z8"
    ((place, _),) = check_game(tmp_path, row)
    assert place == "../story.z8"
    with pytest.raises(DatasetError):
        list(check_hashes(tmp_path, row))


def test_what_the_recipe_would_not_make_cannot_be_rebuilt(
    row: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Plan(parse_build(config(dataset__seed=8)).recipe)
    assert (row["game"], "rebuilding gives another game_id") in rebuild_game(tmp_path, row, other)
    name = row["entities"][0]["name"]
    spec = PLAN.spec(Slot("train", 0), 0)
    names = dataclasses.replace(spec.names, none_of=(name,))
    strict: Callable[..., Any] = lambda slot, attempt: dataclasses.replace(spec, names=names)  # noqa: E731
    monkeypatch.setattr(PLAN, "spec", strict)
    ((_, fault),) = rebuild_game(tmp_path, row, PLAN)
    assert fault.startswith("cannot be rebuilt: ")
