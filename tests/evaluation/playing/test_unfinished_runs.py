"""Runs that were begun before: what is there already counts, and nothing else is trusted."""

import dataclasses
import json
import os
import signal
import time
from pathlib import Path

import fake_story
import pyarrow.parquet as pq
import pytest
from fake_dataset import AGENTS, write_dataset
from run_of_corridors import GAMES, evaluate_elsewhere, interrupt, play, settings, tables

from twbench.errors import RunError
from twbench.evaluation.playing import order
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.run import evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.games import GameSet, read_games


@pytest.fixture
def scripted(tmp_path: Path, small_chunks: None) -> Evaluation:
    """Settings of a run that wins, with transcripts, in a dataset that can be broken."""
    dataset = write_dataset(tmp_path / "corridors", GAMES)
    agent = AgentSpec("scripted", {"script": "go east,press button,take coin"}, AGENTS)
    return settings(dataset, tmp_path / "out", agent=agent, transcripts=True)


@pytest.mark.slow
def test_a_chunk_that_is_there_is_not_played_again(
    dataset: Path, tmp_path: Path, small_chunks: None
) -> None:
    whole = play(settings(dataset, tmp_path / "whole", transcripts=True))
    broken = settings(dataset, tmp_path / "broken", transcripts=True)

    def stop(there: int, total: int) -> None:
        if there >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate(broken, start=fake_story.start, progress=stop)
    folder = RunFolder(tmp_path / "broken" / whole.folder.name)
    assert not folder.is_complete
    with pytest.raises(RunError, match="not complete: evaluate again to resume"):
        Run.read(folder.path)
    there = len(list(folder.parts.glob("*.episodes.parquet")))
    resumed = play(broken)
    assert there >= 1
    assert resumed.played == 5 - min(2 * there, 5)
    assert resumed.record["attempts"]["begun"] >= 5
    assert tables(tmp_path / "whole") == tables(tmp_path / "broken")


def test_a_killed_run_resumes_with_the_same_bytes(
    dataset: Path, tmp_path: Path, small_chunks: None
) -> None:
    killed = evaluate_elsewhere(dataset, tmp_path / "killed", "random", CHUNK="2", SLOW="0.05")
    parts = "*/parts/*.episodes.parquet"
    deadline = time.monotonic() + 30
    while not list((tmp_path / "killed").glob(parts)) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    assert list((tmp_path / "killed").glob(parts))
    assert not list((tmp_path / "killed").glob("*/run.json"))
    config = settings(dataset, tmp_path / "killed", "random", transcripts=True, wall=True)
    resumed = play(config)
    assert 0 < resumed.played < 5
    play(dataclasses.replace(config, out=tmp_path / "whole"))
    assert tables(tmp_path / "whole") == tables(tmp_path / "killed")
    assert resumed.record["attempts"]["begun"] >= 5


def test_a_part_of_another_run_is_refused(
    dataset: Path, tmp_path: Path, small_chunks: None
) -> None:
    run = play(settings(dataset, tmp_path))
    other = settings(dataset, tmp_path, seed=9)
    with pytest.raises(KeyboardInterrupt):
        evaluate(other, start=fake_story.start, progress=interrupt)
    unfinished = next(path.parent for path in tmp_path.glob("*/parts"))
    for name in ("commands", "episodes"):
        (unfinished / "parts" / f"00000.{name}.parquet").write_bytes(
            (run.folder / f"{name}.parquet").read_bytes()
        )
    with pytest.raises(RunError, match="is not of this run"):
        play(other)


@pytest.mark.parametrize("name", ["", "lock", "begun.txt"])
def test_nothing_of_a_run_that_somebody_has_begun_is_written_behind_links(
    dataset: Path, tmp_path: Path, small_chunks: None, name: str
) -> None:
    config = settings(dataset, tmp_path / "runs")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with pytest.raises(KeyboardInterrupt):
        evaluate(config, start=fake_story.start, progress=interrupt)
    [parts] = tmp_path.glob("runs/*/parts")
    place = parts / name if name else parts
    if place.exists():
        place.rename(tmp_path / "kept")
    place.symlink_to(elsewhere / name)
    with pytest.raises(RunError, match="is a symbolic link, or lies behind one"):
        play(config)
    assert not any(elsewhere.iterdir())


@pytest.mark.parametrize("noted", ["0", "0 two\n", "0 -9\n", "\n", f"0 {'9' * 5000}\n"])
def test_damaged_notes_of_what_was_begun_are_told(
    dataset: Path, tmp_path: Path, small_chunks: None, noted: str
) -> None:
    config = settings(dataset, tmp_path)
    with pytest.raises(KeyboardInterrupt):
        evaluate(config, start=fake_story.start, progress=interrupt)
    [parts] = tmp_path.glob("*/parts")
    (parts / "begun.txt").write_text(noted)
    with pytest.raises(RunError, match=r"begun\.txt is damaged: delete"):
        play(config)


@pytest.mark.slow
def test_a_failure_that_is_not_the_agents_is_played_again(
    tmp_path: Path, scripted: Evaluation
) -> None:
    whole = tables(play(dataclasses.replace(scripted, out=tmp_path / "whole")).folder)
    run = _played_with_a_broken_story(scripted)
    assert not run.record["complete"]
    assert run.record["attempts"]["begun"] == 5
    rows = pq.read_table(run.folder / "episodes.parquet").to_pylist()
    assert [row["failed_by"] for row in rows] == [None, None, "story", None, None]
    assert not RunFolder(run.folder).is_complete
    again = play(scripted)
    assert (again.played, again.record["attempts"]) == (1, {"begun": 6})
    assert again.record["complete"]
    assert tables(again.folder) == whole


def test_two_evaluations_do_not_write_to_one_run(dataset: Path, tmp_path: Path) -> None:
    config = settings(dataset, tmp_path / "out")
    twice: list[str] = []

    def evaluate_again(there: int, total: int) -> None:
        with pytest.raises(RunError) as caught:
            play(config)
        twice.append(str(caught.value))

    run = evaluate(config, start=fake_story.start, progress=evaluate_again)
    assert set(twice) == {f"Another evaluation is writing to {run.folder}."}
    assert run.record["attempts"]["begun"] == 5


def test_transcripts_of_an_earlier_sitting_go_where_the_next_one_keeps_none(
    scripted: Evaluation,
) -> None:
    first = _played_with_a_broken_story(scripted)
    assert not first.record["complete"]
    assert RunFolder(first.folder).has_transcripts
    again = play(dataclasses.replace(scripted, transcripts=False))
    assert again.record["complete"]
    assert again.record["steps_sha256"] is None
    assert not RunFolder(again.folder).has_transcripts


def _played_with_a_broken_story(config: Evaluation) -> Run:
    """Play while a story that was checked is exchanged behind the back of the run."""
    [broken] = [p for p in config.dataset.rglob("*.z8") if p.stem == "tw-test-2"]
    sound = broken.read_text()

    def read(folder: Path, splits: tuple[str, ...], first: int | None) -> GameSet:
        games = read_games(folder, splits, first)
        broken.write_text(json.dumps({**json.loads(sound), "trouble": "raise"}))
        return games

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(order, "read_games", read)
        run = play(config)
    broken.write_text(sound)
    return run
