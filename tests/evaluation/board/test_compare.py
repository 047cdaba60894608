"""Which run folders are compared, and what is said of other paths."""

from pathlib import Path

import fake_story
import pytest
from fake_dataset import write_dataset

from twbench.errors import RunError
from twbench.evaluation import AgentSpec, Evaluation, evaluate, leaderboard
from twbench.evaluation.board.compare import find_runs


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evaluated")
    dataset = write_dataset(folder / "corridors", {"test": [("short", 1)]})
    settings = Evaluation(dataset, AgentSpec("random"), out=folder / "runs")
    return evaluate(settings, start=fake_story.start).folder


def test_runs_are_found_by_themselves_or_in_a_folder(run: Path) -> None:
    assert find_runs([run]).folders == find_runs([str(run.parent)]).folders == (run,)


def test_what_is_left_out_is_told_beside_the_tables(run: Path, tmp_path: Path) -> None:
    (tmp_path / "begun" / "parts").mkdir(parents=True)
    board = leaderboard(run, tmp_path / "begun")
    assert [entry.run_id for entry in board.tables[0].entries] == [run.name]
    assert board.left_out == (f"{tmp_path / 'begun'} is not complete",)


def test_nothing_to_compare(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    with pytest.raises(RunError, match=r"no runs to compare: .* is not complete\."):
        leaderboard(tmp_path)
    with pytest.raises(RunError, match="There is no run folder at nowhere"):
        leaderboard("nowhere")
    with pytest.raises(RunError, match="evaluate an agent first"):
        leaderboard()
