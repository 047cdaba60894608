"""Runs that earlier versions wrote stay readable, and are shown without ranks."""

import json
import shutil
from pathlib import Path

import pytest

from twbench.cli import main
from twbench.errors import RunError
from twbench.evaluation.board.leaderboard import make_leaderboard
from twbench.evaluation.board.report import leaderboard_csv, leaderboard_html, leaderboard_text
from twbench.evaluation.records.stored_run import Run

FOLDER = Path(__file__).parents[1] / "earlier_formats"
RUNS = sorted(file.parent for file in FOLDER.glob("*/*/run.json"))
NOTE = "made before there was a wall between agents and games"


def test_every_folder_has_a_run() -> None:
    assert {run.parent.name for run in RUNS} == {"first", "unknown_maximum", "commands"}
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == {
        run.parent.name for run in RUNS
    }


@pytest.mark.parametrize(
    "folder",
    [pytest.param(run, id=run.parent.name) for run in RUNS],
)
def test_the_means_are_those_of_the_time(folder: Path) -> None:
    run = Run.read(folder)
    recorded = run.record["scores"]
    for name, score in run.scores.challenges.items():
        figures = recorded["challenges"][name]
        assert score.mean.value == figures["mean"]["value"]
        assert score["episodes"] == figures["episodes"]
        # What the story failed had a score then, and counts nowhere now.
        assert score["unscored"] == max(figures["unscored"], score.incomplete)


def test_what_a_run_of_the_time_does_not_know_is_unknown() -> None:
    (folder,) = [run for run in RUNS if run.parent.name == "unknown_maximum"]
    overall = Run.read(folder).scores.overall
    assert (overall.mean.value, overall["unscored"], overall.incomplete) == (0.0, 1, 0)
    assert overall.estimate("spl").value is None
    assert overall["scored_challenges"] == 1
    assert overall["puzzles"] == overall["games"] == 2


def test_episodes_that_the_story_failed_make_a_run_incomplete() -> None:
    (folder,) = [run for run in RUNS if run.parent.name == "first"]
    scores = Run.read(folder).scores
    assert scores.overall["crashed"] == scores.incomplete == 4
    assert scores.overall["scored_challenges"] == 1


def test_the_board_shows_them_in_tables_of_their_own_without_ranks() -> None:
    board = make_leaderboard(Run.read(folder) for folder in RUNS)
    assert sum(len(table.entries) for table in board.tables) == len(RUNS)
    assert max(len(table.entries) for table in board.tables) == 2
    for table in board.tables:
        assert table.protocol in (f"earlier format, at most {n} steps" for n in (20, 30))
        assert table.protocol_hash is None
        assert [(e.rank, e.note) for e in table.entries] == [(None, NOTE)] * len(table.entries)
    text = leaderboard_text(board)
    assert text.count("not ranked  ") == len(RUNS)
    assert "Against" not in text
    assert leaderboard_html(board).count("earlier format") == len(board.tables)
    assert leaderboard_csv(board).count(NOTE) >= len(RUNS)


def test_the_command_reads_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["leaderboard", *map(str, RUNS)]) == 0
    assert capsys.readouterr().out.count(NOTE) == len(RUNS)


@pytest.mark.parametrize("said", [{"protocol": {}}, {"extends": {}}, {"extends": 3}])
def test_a_run_of_the_time_says_nothing_of_what_came_later(
    tmp_path: Path, said: dict[str, object]
) -> None:
    run = shutil.copytree(RUNS[0], tmp_path / RUNS[0].name)
    record = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps(record | said))
    with pytest.raises(RunError, match=f"format 1 has no {next(iter(said))}"):
        Run.read(run)


def test_a_record_from_before_a_metric_is_readable(tmp_path: Path) -> None:
    run = shutil.copytree(RUNS[0], tmp_path / RUNS[0].name)
    record = json.loads((run / "run.json").read_text())
    for score in (record["scores"]["overall"], *record["scores"]["challenges"].values()):
        del score["invalid_rate"]
    (run / "run.json").write_text(json.dumps(record))
    assert Run.read(run).scores == Run.read(RUNS[0]).scores
