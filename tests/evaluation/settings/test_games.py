import json
from dataclasses import replace
from pathlib import Path

import pytest
from fake_dataset import write_dataset

from twbench import families
from twbench.errors import ConfigError, DatasetError
from twbench.evaluation.settings.games import read_games
from twbench.evaluation.settings.part import SplitPart
from twbench.families.textworld.family import TextWorld
from twbench.story import runtime_version

GAMES = {"train": [("a", 1), ("a", 2), ("b", 3), ("b", 3)], "test": [("b", 4)] * 2}


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "ds", GAMES)


def test_games_come_in_the_order_of_splits_and_manifest(dataset: Path) -> None:
    games = read_games(dataset, ("test", "train"))
    assert (games.name, games.fingerprint) == ("corridors", "f" * 64)
    assert [(game.game_id, game.challenge, game.split) for game in games.games] == [
        ("tw-test-0", "b", "test"),
        ("tw-test-1", "b", "test"),
        ("tw-train-0", "a", "train"),
        ("tw-train-1", "a", "train"),
        ("tw-train-2", "b", "train"),
        ("tw-train-3", "b", "train"),
    ]
    assert Path(games.games[0].story).read_text() == '{"length": 4, "max_score": 1}'


def test_the_first_games_of_each_split_are_a_part_where_there_are_more(dataset: Path) -> None:
    every = read_games(dataset, ("test", "train"))
    for first, part in {1: 2, 2: 4, 3: 5}.items():
        games = read_games(dataset, ("test", "train"), first)
        assert games.part == SplitPart(first, 6)
        assert len(games.games) == part
        for split in ("test", "train"):
            here, there = ([g for g in one.games if g.split == split] for one in (games, every))
            assert here == there[:first]
    for more in (4, 5, 10**30):
        assert read_games(dataset, ("test", "train"), more) == every
    assert every.part is None


def test_files_that_answer_in_place_of_what_plays_the_games_are_noted(
    dataset: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may tell the way to win, and neither the fingerprint nor `verify` knows."""
    monkeypatch.setattr(TextWorld, "suffixes_saving_time", (".told",))
    assert read_games(dataset, ("test",)).answered == frozenset()
    story = Path(read_games(dataset, ("test",)).games[1].story)
    story.with_name(f"{story.name}.told").write_text("")
    games = read_games(dataset, ("test",))
    assert games.answered == {"textworld"}
    assert games.runtime(("valid_actions",)) == runtime_version()  # whose answers are none of them
    others = families.get("interactive_fiction")
    games = replace(games, families=(others,), answered=frozenset({others.name}))
    assert games.runtime(("feedback",)) == others.runtime()
    assert games.runtime(("valid_actions",)) == others.runtime(("valid_actions",)) + ", by files"


def test_nothing_is_read_of_games_that_are_not_played(dataset: Path) -> None:
    (dataset / "games" / "train" / "a" / "tw-train-1.z8").unlink()
    (dataset / "data" / "train-00001-of-00002.parquet").write_bytes(b"PAR1")
    assert len(read_games(dataset, ("train",), 1).games) == 1
    with pytest.raises(DatasetError, match=r"tw-train-1\.z8 is missing"):
        read_games(dataset, ("train",), 2)


def test_unknown_and_repeated_splits_are_refused(dataset: Path) -> None:
    with pytest.raises(ConfigError, match=r"no split 'tset'\. Did you mean 'test'\?.*train, test"):
        read_games(dataset, ("tset",))
    with pytest.raises(ConfigError, match="same split twice"):
        read_games(dataset, ("test", "test"))


def test_what_is_no_dataset_is_refused(tmp_path: Path, dataset: Path) -> None:
    with pytest.raises(DatasetError, match="There is no dataset at"):
        read_games(tmp_path / "nowhere", ("test",))
    (tmp_path / "empty").mkdir()
    with pytest.raises(DatasetError, match="is no dataset"):
        read_games(tmp_path / "empty", ("test",))
    (dataset / "dataset.json").unlink()
    (dataset / ".build").mkdir()
    with pytest.raises(DatasetError, match="its build did not end"):
        read_games(dataset, ("test",))


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 1}'])
def test_a_damaged_header_is_refused(dataset: Path, content: str) -> None:
    (dataset / "dataset.json").write_text(content)
    with pytest.raises(DatasetError, match=r"dataset\.json is damaged"):
        read_games(dataset, ("test",))


def test_a_changed_or_missing_story_is_refused(dataset: Path) -> None:
    story = dataset / "games" / "test" / "b" / "tw-test-1.z8"
    story.write_text(json.dumps({"length": 1, "max_score": 1}))
    assert len(read_games(dataset, ("train",)).games) == 4
    with pytest.raises(DatasetError, match=r"tw-test-1\.z8 is not the story that was built"):
        read_games(dataset, ("test",))
    story.unlink()
    with pytest.raises(DatasetError, match=r"tw-test-1\.z8 is missing"):
        read_games(dataset, ("test",))


def test_a_damaged_manifest_is_refused(dataset: Path) -> None:
    (dataset / "data" / "test-00000-of-00001.parquet").write_bytes(b"PAR1")
    with pytest.raises(DatasetError, match=r"test-00000-of-00001\.parquet"):
        read_games(dataset, ("test",))
