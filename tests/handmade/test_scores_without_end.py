"""Rewards that can be had again and again, and those that cost points, all the way to a board."""

import pytest
from games_by_hand import GAMES

from twbench.cli.main import main
from twbench.dataset import import_dataset
from twbench.dataset.building.imports import parse_settings
from twbench.evaluation.board.leaderboard import make_leaderboard
from twbench.evaluation.board.report import leaderboard_csv, leaderboard_html, leaderboard_text
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.stored_run import Run

pytestmark = pytest.mark.slow

CHOSEN = ("a_repeatable_reward", "a_quest_that_costs_points_and_has_to_be_done")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of the walkthrough agent on two games."""
    folder = tmp_path_factory.mktemp("scores")
    games = folder / "games"
    games.mkdir()
    for game in GAMES:
        if game.name in CHOSEN:
            game.make().build().save(games / f"{game.name}.json")
    config = parse_settings("scores", "test")
    import_dataset([games], config, folder / "scores", n_jobs=1, progress=False)
    line = [f"dataset={folder / 'scores'}", "agent=walkthrough", f"out={folder / 'runs'}"]
    assert main(["evaluate", *line, "protocol=oracle", "episodes=1", "compute.n_jobs=1"]) == 0
    (found,) = (folder / "runs").iterdir()
    return found


def test_a_score_without_end_has_no_part(run):
    episodes = RunFolder(run).read_episodes()
    found = {row["score"]: (row["max_score"], row["normalized_score"]) for row in episodes}
    assert found == {3: (None, None), 2: (2, 1.0)}
    assert all(row["won"] for row in episodes)


def test_a_board_tells_of_the_others(run):
    board = make_leaderboard([Run.read(run)])
    for text in (leaderboard_text, leaderboard_html, leaderboard_csv):
        assert "walkthrough" in text(board)
    assert Run.read(run).record["complete"]
