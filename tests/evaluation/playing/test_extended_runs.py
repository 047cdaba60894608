"""Runs that take over the episodes of an earlier run, whose plan is a part of their own."""

import dataclasses
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fake_story
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_dataset import AGENTS, write_dataset
from run_of_corridors import GAMES, ORACLE, interrupt, play, settings, tables

from twbench.dataset.files.index import file_sha256
from twbench.errors import ConfigError, RunError
from twbench.evaluation.board.leaderboard import make_leaderboard
from twbench.evaluation.board.report import leaderboard_html, leaderboard_text
from twbench.evaluation.records.record import SEAL, sealed
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.run import evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.protocol import Memory

Make = Callable[..., Evaluation]
REPEATS = {"agent": AgentSpec("walkthrough")}
SHOUTS = AgentSpec("scripted", {"script": "look"}, AGENTS)


@pytest.fixture
def make(dataset: Path, tmp_path: Path, small_chunks: None) -> Make:
    def make(out: str, name: str = "random", **more: Any) -> Evaluation:
        return settings(dataset, tmp_path / out, name, **{"transcripts": True, **more})

    return make


@pytest.fixture(scope="module")
def first(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of the first three games, not to be changed."""
    out = tmp_path_factory.mktemp("first")
    return play(settings(dataset, out, "random", games=3, transcripts=True))


@pytest.fixture(scope="module")
def once(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of all games in one go, not to be changed."""
    return play(settings(dataset, tmp_path_factory.mktemp("once"), "random", transcripts=True))


@pytest.fixture(scope="module")
def shouted(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of the first three games by an agent from a file, not to be changed."""
    return play(settings(dataset, tmp_path_factory.mktemp("shouted"), agent=SHOUTS, games=3))


def told(run: Run) -> dict[str, Any]:
    """Return what a record says, but for what it says of an earlier run."""
    return {name: value for name, value in run.record.items() if name not in ("extends", SEAL)}


def rewritten(run: Run, copy: Path, **values: Any) -> Path:
    """Return a copy of a run whose record says something else."""
    shutil.copytree(run.folder, copy)
    (copy / "run.json").write_text(json.dumps(sealed({**run.record, **values})))
    return copy


@pytest.mark.parametrize(
    ("earlier", "whole"),
    [
        ({"games": 3}, {}),
        ({"games": 3, "episodes": 2}, {"episodes": 3}),
        ({"games": 1}, {"games": 2, "splits": ("train", "test")}),
        ({"games": 2, "splits": ("train", "test")}, {"splits": ("train", "test"), "episodes": 2}),
        ({"splits": ("test",)}, {"splits": ("train", "test")}),
        ({"games": 3}, {"transcripts": False}),
        ({"games": 3, **REPEATS}, {"episodes": 3, **REPEATS}),
    ],
)
def test_a_run_that_extends_is_as_one_in_one_go(
    make: Make, earlier: dict[str, Any], whole: dict[str, Any]
) -> None:
    first, once = play(make("first", **earlier)), play(make("once", **whole))
    run = play(make("extended", **whole, extend=first.folder))
    total = len(RunFolder(once.folder).read_plan())
    there = len(RunFolder(first.folder).read_plan())
    assert run.played == total - there
    assert run.record["extends"] == {
        "begun": there,
        "episodes": there,
        "run_id": first.folder.name,
        "run_sha256": first.sha256,
        "runs": 1,
    }
    assert told(run) == told(once)
    assert tables(run.folder) == tables(once.folder)
    assert not RunFolder(run.folder).parts.exists()


def test_the_same_command_finds_the_run(make: Make, first: Run) -> None:
    config = make("out", extend=first.folder)
    run = play(config)
    for again in (config, dataclasses.replace(config, extend=None)):
        assert (play(again).folder, play(again).played) == (run.folder, 0)


def test_an_extended_run_is_extended(make: Make, once: Run) -> None:
    first = play(make("out", games=1))
    second = play(make("out", games=3, extend=first.folder))
    third = play(make("out", extend=second.folder))
    assert third.played == 2
    assert third.record["extends"]["runs"] == 2
    assert tables(third.folder) == tables(once.folder)
    boards = [make_leaderboard([run]).tables[0].entries[0].mark for run in (first, second, third)]
    marks = ["", ", extended", ", extended 2 times"]
    assert [mark.removeprefix("self-reported, open") for mark in boards] == marks


@pytest.mark.parametrize("named", [True, False])
def test_a_run_that_was_stopped_goes_on_with_or_without_naming_the_earlier_one(
    make: Make, first: Run, once: Run, named: bool
) -> None:
    def stop(there: int, total: int) -> None:
        if there >= 4:
            raise KeyboardInterrupt

    config = make("stopped", extend=first.folder)
    with pytest.raises(KeyboardInterrupt):
        evaluate(config, start=fake_story.start, progress=stop)
    run = play(config if named else dataclasses.replace(config, extend=None))
    assert run.played == 1
    assert run.record["extends"]["run_sha256"] == first.sha256
    assert told(run) == told(once)
    assert tables(run.folder) == tables(once.folder)


def test_one_that_was_stopped_while_it_took_over(
    make: Make, first: Run, once: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, take = make("stopped", extend=first.folder), RunFolder._take

    def stop(*arguments: Any) -> None:
        take(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RunFolder, "_take", stop)
        with pytest.raises(KeyboardInterrupt):
            play(config)
    with pytest.raises(RunError, match=f"took over {first.folder.name}: name that run with ext"):
        play(dataclasses.replace(config, extend=None))
    # Of a run that was not all taken over, nothing is left when another one is named.
    shorter = play(make("out", games=1))
    run = play(dataclasses.replace(config, extend=shorter.folder))
    assert (run.played, told(run)) == (4, told(once))
    assert run.record["extends"]["run_sha256"] == shorter.sha256
    assert tables(run.folder) == tables(once.folder)


def test_a_run_is_not_begun_otherwise_than_it_goes_on(make: Make, first: Run) -> None:
    def stop(there: int, total: int) -> None:
        if there:
            raise KeyboardInterrupt

    config, words = make("out"), "was begun before, and extends no other run: leave out extend"
    with pytest.raises(KeyboardInterrupt):
        evaluate(config, start=fake_story.start, progress=stop)
    for _ in range(2):  # while it is not complete, and when it is
        with pytest.raises(RunError, match=words):
            play(dataclasses.replace(config, extend=first.folder))
        play(config)


@pytest.mark.parametrize("named", [True, False])
def test_episodes_that_were_taken_over_are_not_played_again_for_transcripts(
    make: Make, first: Run, once: Run, named: bool
) -> None:
    def stop(there: int, total: int) -> None:
        if there >= 4:
            raise KeyboardInterrupt

    config = make("out", extend=first.folder, transcripts=False)
    with pytest.raises(KeyboardInterrupt):
        evaluate(config, start=fake_story.start, progress=stop)
    with pytest.raises(RunError, match="extends another run, and was begun without transcripts"):
        play(dataclasses.replace(config, transcripts=True, extend=first.folder if named else None))
    run = play(config)
    assert (run.played, run.record["attempts"]) == (1, {"begun": 5})


def test_one_earlier_run_is_not_exchanged_for_another(make: Make, first: Run) -> None:
    other = play(make("other", games=2))
    config = make("out", extend=first.folder)
    play(config)
    with pytest.raises(RunError, match=f"extends another run, {first.folder.name}: leave out"):
        play(dataclasses.replace(config, extend=other.folder))


@pytest.mark.slow
def test_bad_episodes_are_taken_and_those_of_no_fault_of_the_agent_are_played_again(
    make: Make, tmp_path: Path
) -> None:
    failing = {"agent": AgentSpec("trouble", {"kind": "raise"}, AGENTS)}
    first = play(make("out", games=3, **failing))
    run = play(make("out", **failing, extend=first.folder))
    assert run.played == 2
    assert [row["failed_by"] for row in RunFolder(run.folder).read_episodes()] == ["agent"] * 5

    service = tmp_path / "service"
    asking = {"agent": AgentSpec("served", {"folder": str(service)}, AGENTS)}
    first = play(make("out", games=3, **asking))
    assert first.record["complete"] is False
    config = make("out", **asking, extend=first.folder)
    assert play(config).record["complete"] is False
    service.mkdir()
    run = play(config)
    assert run.record["complete"] is True
    assert run.played == 5
    assert run.record["extends"]["begun"] == 3
    assert run.record["attempts"]["begun"] == 13


def another_dataset(config: Evaluation, tmp_path: Path) -> Evaluation:
    other = write_dataset(tmp_path / "other", GAMES, "e" * 64)
    return dataclasses.replace(config, dataset=other)


def renamed(values: dict[str, Any]) -> Callable[[Evaluation, Path], Evaluation]:
    return lambda config, _: dataclasses.replace(config, **values)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (another_dataset, "on another dataset"),
        (renamed({"agent": AgentSpec("walkthrough")}), "by another agent"),
        (renamed({"agent": AgentSpec("scripted", {"script": "go east"}, AGENTS)}), "other argum"),
        (renamed({"protocol": dataclasses.replace(ORACLE, max_turns=9)}), "by another protocol"),
        (renamed({"seed": 1}), "with another seed"),
        (renamed({"wall": True}), "behind another wall"),
        (renamed({"agent_folders": (str(Path(AGENTS).parent),)}), "behind another wall"),
        (renamed({"games": 2}), "no shorter part of this one"),
        (renamed({"games": 3}), "no shorter part of this one"),
        (renamed({"splits": ("train",)}), "no shorter part of this one"),
        (renamed({"splits": ("train", "valid")}), "has no split 'valid'"),
        (renamed({"protocol": dataclasses.replace(ORACLE, memory=Memory.RUN)}), "that forget"),
    ],
)
def test_another_run_is_not_extended(
    make: Make, tmp_path: Path, shouted: Run, change: Callable[..., Evaluation], words: str
) -> None:
    more = {"agent": SHOUTS, "transcripts": False, "extend": shouted.folder}
    config = change(make("out", **more), tmp_path)
    with pytest.raises((RunError, ConfigError), match=words):
        play(config)
    assert not (tmp_path / "out").exists()


def test_another_file_of_the_agent(make: Make, tmp_path: Path) -> None:
    module = tmp_path / "agent.py"
    module.write_text(Path(AGENTS).read_text())
    agent = {"agent": AgentSpec("scripted", {"script": "look"}, str(module))}
    first = play(make("out", games=3, **agent))
    module.write_text(Path(AGENTS).read_text() + "# better now\n")
    with pytest.raises(RunError, match="by an agent from another file"):
        play(make("out", **agent, extend=first.folder))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"versions": {"twbench": "0.0.1"}}, "with other versions of twbench, Python or Jericho"),
        ({"run_id": "random-000000000000"}, "or was renamed"),
        ({"attempts": {}}, "cannot be extended: attempts.begun must be a whole number between 3"),
        ({"attempts": {"begun": "three"}}, "cannot be extended: attempts.begun .* not 'three'"),
        ({"attempts": {"begun": 2}}, "cannot be extended: attempts.begun .* not 2"),
        ({"attempts": {"begun": 10**9}}, "cannot be extended: attempts.begun .* not 1000000000"),
    ],
)
def test_a_record_that_says_otherwise(
    make: Make, tmp_path: Path, first: Run, values: dict[str, Any], words: str
) -> None:
    copy = rewritten(first, tmp_path / "copy", **values)
    with pytest.raises(RunError, match=words):
        play(make("out", extend=copy))
    assert not (tmp_path / "out").exists()


def test_commands_that_are_not_in_the_order_of_the_plan(
    make: Make, tmp_path: Path, first: Run
) -> None:
    """They would be taken for those of an episode that is stored already, and replace them."""
    copy = shutil.copytree(first.folder, tmp_path / "copy")
    rows = pq.read_table(copy / "commands.parquet")
    pq.write_table(pa.concat_tables([rows, rows.slice(0, 1)]), copy / "commands.parquet")
    digest = file_sha256(copy / "commands.parquet")
    copy = rewritten(first, tmp_path / "resealed", commands_sha256=digest)
    shutil.copy(tmp_path / "copy/commands.parquet", copy)
    with pytest.raises(RunError, match="has not its plan's episodes, in order"):
        play(make("out", extend=copy))


def test_a_run_without_transcripts_and_none(make: Make, tmp_path: Path, shouted: Run) -> None:
    with pytest.raises(RunError, match="with transcripts=true: it has none"):
        play(make("out", agent=SHOUTS, extend=shouted.folder))
    with pytest.raises(RunError, match="There is no run folder at"):
        play(make("out", extend=tmp_path / "nowhere"))


def test_what_a_record_cannot_say_of_an_earlier_run(once: Run, tmp_path: Path) -> None:
    sound = {"begun": 3, "episodes": 3, "run_id": "random-0", "run_sha256": "0", "runs": 1}
    assert Run.read(rewritten(once, tmp_path / "sound", extends=sound)).record["extends"] == sound
    wrong = [{"runs": 0}, {"runs": 4}, {"episodes": 5}, {"episodes": 0}, {"begun": None}]
    wrong += [{"begun": 2}, {"begun": "3"}, {"run_id": None}, {"run_sha256": 0}]
    for number, values in enumerate(wrong):
        copy = rewritten(once, tmp_path / str(number), extends={**sound, **values})
        with pytest.raises(RunError, match="is damaged"):
            Run.read(copy)


def test_of_fewer_episodes_of_each_game_none_are_taken(make: Make) -> None:
    more = play(make("more", games=1, episodes=2))
    with pytest.raises(RunError, match="no shorter part of this one"):
        play(make("out", extend=more.folder))


def test_a_board_tells_once_of_episodes_that_were_begun_again(make: Make) -> None:
    def again(run: Run) -> list[str]:
        text = leaderboard_text(make_leaderboard([run]))
        return [line.split(": ")[1] for line in text.splitlines() if line.startswith("again")]

    config = make("out", games=3)
    with pytest.raises(KeyboardInterrupt):
        evaluate(config, start=fake_story.start, progress=interrupt)
    (parts,) = Path(config.out).glob("*/parts")
    (parts / "begun.txt").write_text("0 2\n")  # it was stopped while these were played
    stopped = play(config)
    assert again(stopped) == ["2 episodes begun again"]
    extended = play(make("out", extend=stopped.folder))
    assert again(extended) == ["2 episodes begun again"]
    assert "2 episodes begun again" in leaderboard_html(make_leaderboard([stopped, extended]))
    honest = play(make("honest", games=3))
    assert again(play(make("honest", extend=honest.folder))) == []


def test_copies_of_a_run_agree_whether_they_extend_one(once: Run, make: Make, first: Run) -> None:
    run = play(make("extended", extend=first.folder))
    with pytest.raises(RunError, match="the same run with different earlier runs"):
        make_leaderboard([once, run])


def test_the_note_of_an_earlier_run_is_damaged(make: Make, tmp_path: Path, first: Run) -> None:
    config = make("out", extend=first.folder)
    with pytest.raises(KeyboardInterrupt):
        evaluate(config, start=fake_story.start, progress=interrupt)
    (note,) = (tmp_path / "out").glob("*/parts/extends.json")
    for text in ("{", "{}", "[]", '{"runs": "one"}'):
        note.write_text(text)
        with pytest.raises(RunError, match=r"extends\.json"):
            play(config)
