"""The first games of each split are a plan of their own, and played as in that of the whole."""

from pathlib import Path

import fake_story
import pyarrow.parquet as pq
import pytest
from fake_dataset import write_dataset
from run_of_corridors import play, settings, tables

from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.run import evaluate

PLAN_OF_THE_WHOLE = {"episodes_per_game", "games", "hash", "seed", "splits"}


def test_a_part_is_the_beginning_of_the_whole(dataset: Path, tmp_path: Path) -> None:
    whole, part = (
        play(settings(dataset, tmp_path, "random", episodes=2, games=games)) for games in (None, 3)
    )
    assert part.folder != whole.folder
    assert part.record["plan"]["hash"] != whole.record["plan"]["hash"]
    for name, rows in {"plan": 6, "episodes": 6}.items():
        here, there = (pq.read_table(run.folder / f"{name}.parquet") for run in (part, whole))
        assert here.num_rows == rows
        assert here.equals(there.slice(0, rows))
    here, there = (list(RunFolder(run.folder).read_commands()) for run in (part, whole))
    assert here
    assert here == there[: len(here)]


def test_a_record_says_which_part_was_played_and_nothing_of_the_whole(
    dataset: Path, tmp_path: Path
) -> None:
    plan = play(settings(dataset, tmp_path, games=2)).record["plan"]
    assert (plan["games"], plan["part"]) == (2, {"first": 2, "of": 5})
    both = play(settings(dataset, tmp_path, splits=("train", "test"), games=2)).record["plan"]
    assert (both["games"], both["part"]) == (3, {"first": 2, "of": 6})
    assert set(play(settings(dataset, tmp_path)).record["plan"]) == PLAN_OF_THE_WHOLE


@pytest.mark.parametrize("games", [5, 6, 10**30])
def test_as_many_as_there_are_or_more_are_the_whole(
    dataset: Path, tmp_path: Path, games: int
) -> None:
    whole = play(settings(dataset, tmp_path))
    again = play(settings(dataset, tmp_path, games=games))
    assert (again.folder, again.played) == (whole.folder, 0)


def test_a_part_that_was_stopped_goes_on(dataset: Path, tmp_path: Path, small_chunks: None) -> None:
    def stop(there: int, total: int) -> None:
        assert total == 3
        if there >= 2:
            raise KeyboardInterrupt

    config = settings(dataset, tmp_path / "stopped", games=3)
    with pytest.raises(KeyboardInterrupt):
        evaluate(config, start=fake_story.start, progress=stop)
    assert play(config).played == 1
    play(settings(dataset, tmp_path / "at once", games=3))
    assert tables(tmp_path / "stopped") == tables(tmp_path / "at once")


def test_the_protocol_notes_what_is_played(tmp_path: Path) -> None:
    games = {"test": [("short", 1), ("guided", 1)]}
    dataset = write_dataset(tmp_path / "mixed", games)
    for first, guidance in {1: ["none"], 2: ["full", "none"]}.items():
        run = play(settings(dataset, tmp_path / "out", games=first))
        assert run.record["protocol"]["guidance"] == guidance
