"""One game of a dataset, against its row in the manifest and against its recipe."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from configs import config

from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.items.item import Item, build_item
from twbench.dataset.verifying.check import check_game, rebuild_game
from twbench.families import unknown_columns
from twbench.generator.games.game import Game
from twbench.hashing import canonical_json, sha256_hex
from twbench.story import link
from twbench.story.zcode.checksum import byte_sum
from twbench.story.zcode.signature import HEADER_SIZE

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
    write(item, tmp_path)
    return dict(item.row)


def write(item: Item, folder: Path) -> None:
    """Write the files of an item into a folder."""
    for kind, content in (("story", item.story), ("game", item.game)):
        path = folder / item.row[kind]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content or b"")


def test_a_game_is_what_its_row_says(row: Row, tmp_path: Path) -> None:
    assert check_game(tmp_path, row) == check_game(tmp_path, row, PLAN) == []
    assert rebuild_game(tmp_path, row, PLAN) == rebuild_game(tmp_path, row, None) == []


@pytest.mark.parametrize("kind", ["story", "game"])
def test_changed_and_missing_files_are_told_apart(row: Row, tmp_path: Path, kind: str) -> None:
    path = tmp_path / row[kind]
    path.write_bytes(b"other")
    fault = "changed: its SHA-256 is not that of the manifest"
    assert check_game(tmp_path, row) == [(row[kind], fault)]
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


DESCRIBED = [
    column
    for column, value in unknown_columns().items()
    if column not in ("walkthrough", "max_score")
]
"""The columns that depend on the game alone, without those that the story is played by."""


@pytest.mark.parametrize("column", [*DESCRIBED, "walkthrough", "max_score"])
def test_no_column_can_be_changed_unseen(row: Row, tmp_path: Path, column: str) -> None:
    row[column] = changed(row[column])
    assert (row["game"], f"its {column} is not what the manifest says") in check_game(tmp_path, row)


def changed(value: object) -> object:
    """Return another value of the same kind."""
    if isinstance(value, list):
        return value[:-1]
    if isinstance(value, str):
        return f"{value}."
    return 0 if value is None else value + 1


@pytest.mark.parametrize("text", ["desc", "name"])
def test_the_story_of_another_game_is_told_though_it_is_won_in_the_same_way(
    row: Row, tmp_path: Path, text: str
) -> None:
    game = Game.load(tmp_path / row["game"])
    info = next(info for info in game.infos.values() if info.type == "r")
    setattr(info, text, "somewhere else")
    story = link(game)
    (tmp_path / row["story"]).write_bytes(story)
    row["story_sha256"] = sha256_hex(story)
    assert check_game(tmp_path, row) == [(row["story"], "it is the story of another game")]


@pytest.mark.parametrize("place", [0x06, 0x1A, 0x1C, 0x38, 0x40, 0x2000, -300, -20])
def test_a_byte_of_a_story_is_told_though_its_hash_is_recorded(
    row: Row, tmp_path: Path, place: int
) -> None:
    story = bytearray((tmp_path / row["story"]).read_bytes())
    story[place] ^= 1
    (tmp_path / row["story"]).write_bytes(story)
    row["story_sha256"] = sha256_hex(bytes(story))
    assert check_game(tmp_path, row) != []


@pytest.mark.parametrize(
    "challenge",
    [{"name": "coin_collector", "level": 3}, {"name": "hierarchycraft_treasure"}],
    ids=["rooms", "crafts"],
)
def test_each_bit_of_a_header_is_told_though_the_hash_of_the_story_is_recorded(
    challenge: Row, tmp_path: Path
) -> None:
    plan = Plan(parse_build(config(challenge=challenge)).recipe)
    made = build_item(plan.spec(Slot("train", 0), 0))
    assert isinstance(made, Item)
    row = dict(made.row)
    write(made, tmp_path)
    assert check_game(tmp_path, row) == []
    for bit in range(8 * HEADER_SIZE):
        story = bytearray(made.story)
        story[bit // 8] ^= 1 << bit % 8
        (tmp_path / row["story"]).write_bytes(story)
        told = check_game(tmp_path, row | {"story_sha256": sha256_hex(bytes(story))})
        assert told, f"bit {bit % 8} of byte {bit // 8:#x} was changed"


@pytest.mark.parametrize("part", ["infos", "objective", "quests", "world"])
def test_a_byte_of_a_game_is_told_though_its_hash_is_recorded(
    row: Row, tmp_path: Path, part: str
) -> None:
    sound = (tmp_path / row["game"]).read_bytes()
    begin = sound.index(f'"{part}":'.encode())
    text = json.dumps(json.loads(sound)[part], separators=(",", ":"), sort_keys=True)
    for place in range(begin, begin + len(text), 1 + len(text) // 20):
        content = bytearray(sound)
        content[place] ^= 1
        (tmp_path / row["game"]).write_bytes(content)
        told = check_game(tmp_path, row | {"game_sha256": sha256_hex(bytes(content))})
        assert told, f"byte {place} is {chr(content[place])!r} instead of {chr(sound[place])!r}"


def test_what_a_story_prints_is_compared_when_it_is_rebuilt(row: Row, tmp_path: Path) -> None:
    story = bytearray((tmp_path / row["story"]).read_bytes())
    size = int.from_bytes(story[-4:])
    story[-4 - size - 40] ^= 1  # among the last strings, before the directory
    story[0x1C:0x1E] = (byte_sum(bytes(story[0x40:])) & 0xFFFF).to_bytes(2)
    (tmp_path / row["story"]).write_bytes(story)
    row["story_sha256"] = sha256_hex(bytes(story))
    assert check_game(tmp_path, row) == []
    assert (row["story"], "rebuilding gives other bytes") in rebuild_game(tmp_path, row, PLAN)


def test_how_a_game_was_made_is_compared_when_it_is_rebuilt(row: Row, tmp_path: Path) -> None:
    game = json.loads((tmp_path / row["game"]).read_bytes())
    game["metadata"]["desc"] = "made by hand"
    content = f"{canonical_json(game)}\n".encode()
    (tmp_path / row["game"]).write_bytes(content)
    row["game_sha256"] = sha256_hex(content)
    assert check_game(tmp_path, row) == []
    assert (row["game"], "rebuilding gives other bytes") in rebuild_game(tmp_path, row, PLAN)


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


def test_what_the_recipe_would_not_make_cannot_be_rebuilt(
    row: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Plan(parse_build(config(dataset__seed=8)).recipe)
    assert (row["game"], "rebuilding gives another game_id") in rebuild_game(tmp_path, row, other)
    name = row["entities"][0]["name"]
    spec = PLAN.spec(Slot("train", 0), 0)
    names = spec.names._replace(none_of=(name,))
    strict: Callable[..., Any] = lambda slot, attempt: dataclasses.replace(spec, names=names)  # noqa: E731
    monkeypatch.setattr(PLAN, "spec", strict)
    ((_, fault),) = rebuild_game(tmp_path, row, PLAN)
    assert fault.startswith("cannot be rebuilt: ")


@pytest.mark.usefixtures("slow_machine")
def test_a_slower_machine_makes_the_same_game(row: Row, tmp_path: Path) -> None:
    limited = Plan(parse_build(config(dataset__budget={"seconds": 60})).recipe)
    assert rebuild_game(tmp_path, row, limited) == []
