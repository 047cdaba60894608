"""From a specification to a proven game, or to the reason why there is none."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from twbench import families
from twbench.dataset.config.budget import Budget
from twbench.dataset.config.held_out import Names
from twbench.dataset.config.plan import ItemSpec
from twbench.dataset.files.schema import MANIFEST
from twbench.dataset.items import item
from twbench.dataset.items.item import (
    Item,
    Rejection,
    build_item,
    file_names,
    lose_item,
    patience,
    sample_item,
)
from twbench.dataset.workers.work import Loss
from twbench.families import Files
from twbench.hashing import sha256_hex
from twbench.system.parts import Parts, completed

SPEC = ItemSpec("train", 4, 1, 11, "coin_collector", {"level": 3}, {"theme": "house"})


@pytest.fixture(scope="module")
def built() -> Item:
    result = build_item(SPEC)
    assert isinstance(result, Item)
    return result


def test_an_item_has_all_columns_and_its_files(built: Item) -> None:
    assert built.row.keys() == set(MANIFEST.names)
    assert built.row["story_sha256"] == sha256_hex(built.story)
    assert built.row["game_sha256"] == sha256_hex(built.game or b"")
    assert built.row["story"] == f"games/train/coin_collector/{built.row['game_id']}.z8"
    assert (built.row["index"], built.row["attempt"], built.row["seed"]) == (4, 1, 11)
    assert len(built.row["walkthrough"]) == built.row["optimal_length"] == 3
    assert built.row["verified"]


def test_the_same_specification_gives_the_same_item(built: Item) -> None:
    assert build_item(SPEC) == built
    elsewhere = build_item(dataclasses.replace(SPEC, split="test", index=0, attempt=0))
    assert isinstance(elsewhere, Item)
    assert (elsewhere.story, elsewhere.game) == (built.story, built.game)


def test_a_sample_tells_the_game_apart_without_its_story(built: Item) -> None:
    sample = sample_item(SPEC)
    assert sample.reason == ""
    assert sample.game is not None
    assert sample.game._asdict() == {name: built.row[name] for name in sample.game._fields}


def test_names_that_are_held_out_are_told(built: Item) -> None:
    name = built.row["entities"][0]["name"]
    spec = dataclasses.replace(SPEC, names=Names(none_of=(name,)))
    rejection = build_item(spec)
    assert isinstance(rejection, Rejection)
    assert rejection.reason == sample_item(spec).reason == "held_out"
    assert name in rejection.detail == sample_item(spec).detail


def test_a_game_that_cannot_be_made_is_a_rejection_with_the_reason() -> None:
    params = {"quest_length": 50, "world_size": 1, "nb_objects": 1}
    spec = dataclasses.replace(SPEC, challenge="custom", params=params)
    rejection = build_item(spec)
    assert isinstance(rejection, Rejection)
    assert (rejection.spec, rejection.reason) == (spec, "not_generated")
    assert rejection.detail.startswith("No quest of 50 commands")
    assert rejection.traceback is None


@pytest.mark.parametrize(
    ("error", "reason"),
    [(ValueError("bad"), "failed"), (MemoryError(), "out_of_memory"), (SystemExit(3), "failed")],
)
def test_whatever_a_challenge_raises_is_a_rejection(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, reason: str
) -> None:
    def make_game_in_parts(spec: ItemSpec) -> Parts[object]:
        yield 0
        raise error

    monkeypatch.setattr(item, "make_game_in_parts", make_game_in_parts)
    rejection = build_item(SPEC)
    assert isinstance(rejection, Rejection)
    assert rejection.reason == reason
    assert type(error).__name__ in (rejection.traceback or "")


def test_parts_that_say_no_size_are_a_rejection(monkeypatch: pytest.MonkeyPatch) -> None:
    def make_game_in_parts(spec: ItemSpec) -> Iterator[object]:
        yield None

    monkeypatch.setattr(item, "make_game_in_parts", make_game_in_parts)
    rejection = build_item(SPEC)
    assert isinstance(rejection, Rejection)
    assert rejection.detail == (
        "TypeError: a part of challenge coin_collector says NoneType, no bytes"
    )


def test_a_family_that_yields_its_files_last_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    family = type(families.get("textworld"))
    sealed = family.seal_in_parts

    def seal_in_parts(self: Any, game: Any, challenge: str) -> Iterator[Files]:
        yield completed(sealed(self, game, challenge))

    monkeypatch.setattr(family, "seal_in_parts", seal_in_parts)
    rejection = build_item(SPEC)
    assert isinstance(rejection, Rejection)
    assert rejection.detail == "TypeError: a part of challenge coin_collector says Files, no bytes"


def test_a_full_disk_is_no_fault_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def replay(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(families.get("textworld")), "replay", replay)
    with pytest.raises(OSError, match="No space left"):
        build_item(SPEC)


def test_workers_are_given_time_beyond_the_budget() -> None:
    assert patience(SPEC) is None
    limited = dataclasses.replace(SPEC, budget=Budget(seconds=5))
    assert (patience(limited) or 0) > 5
    assert lose_item(limited, Loss.HUNG).reason == "over_budget"
    assert lose_item(SPEC, Loss.DIED).reason == "crashed"


def test_families_without_game_files_have_columns_without_them() -> None:
    row = {"split": "test", "challenge": "zork", "game_id": "z1", "story_format": "z5"}
    assert file_names(row, has_game=False) == {"story": "games/test/zork/z1.z5", "game": None}
    files = Files("z1", b"story", None)
    assert item.file_hashes(files) == {"story_sha256": sha256_hex(b"story"), "game_sha256": None}
