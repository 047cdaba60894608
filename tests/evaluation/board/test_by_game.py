"""Tables by game, beside what others have published."""

from dataclasses import replace
from pathlib import Path

from twbench.evaluation.board.by_game import by_game
from twbench.evaluation.board.leaderboard import make_leaderboard
from twbench.evaluation.board.report import leaderboard_html, leaderboard_text
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.statistics.scores import Outcome, aggregate

PLAN = {"hash": "a" * 64, "splits": ["test"], "games": 3, "episodes_per_game": 2, "seed": 0}
OF_THE_SUITE = "if-zork1-2222222222222222", "if-detective-3333333333333333"
MAXIMA = {OF_THE_SUITE[0]: 350, OF_THE_SUITE[1]: 360, "if-mine-4444444444444444": 10}


def run(name: str, challenge: str = "jericho", infos: tuple[str, ...] = ("feedback",)) -> Run:
    """Return a run with 10 points in each game in one episode, and none in the other."""
    outcomes = [
        Outcome(
            game_id=game,
            challenge=challenge,
            status="truncated",
            max_score=most,
            normalized_score=score / most,
            won=False,
            steps=9,
        )
        for game, most in MAXIMA.items()
        for score in (0, 10)
    ]
    record = {
        "run_id": f"{name}-abc",
        "dataset": {"name": "jericho", "fingerprint": "f" * 64},
        "plan": PLAN,
        "protocol": {"track": "jericho", "infos": list(infos), "lookahead": 0},
        "protocol_hash": "b" * 64,
        "agent": {"name": name, "arguments": {}, "network": False},
        "wall": {"sandbox": "landlock-7", "on": True},
        "episodes_sha256": name,
        "scores": {},
        "format": 2,
    }
    return Run(Path("runs") / f"{name}-abc", record, aggregate(outcomes))


def test_games_stand_beside_what_was_published_of_them() -> None:
    (table,) = make_leaderboard([run("mine")]).tables
    found = by_game(table)
    assert found is not None
    published = ["RAND", "NAIL", "TDQN", "DRRN"]
    assert found.header == ["Game", "Max", "mine", *(f"{agent} (published)" for agent in published)]
    detective, mine, zork1, mean_of_all, mean = found.rows
    assert detective[:2] == ["detective", "360"]
    assert detective[2].startswith("5 [-58.5")  # two episodes say little
    assert detective[3:] == ["113.7", "136.9", "169", "197.8"]
    assert zork1[3:] == ["0", "10.3", "9.9", "32.6"]
    assert mine[:2] == ["mine", "10"]
    assert mine[3:] == ["-"] * 4  # nobody has published anything of it
    assert mean_of_all == ["mean of maximum, all", "", "17.6 %", *["-"] * 4]
    assert mean == ["mean of maximum", "", "1.4 %", "15.8 %", "20.5 %", "24.9 %", "32.1 %"]


def test_the_interval_of_many_episodes_is_students_too() -> None:
    (table,) = make_leaderboard([run("mine")]).tables
    scores = table.entries[0].scores
    games = {
        challenge: {name: replace(game, scores=(0.0, 1.0) * 16) for name, game in part.items()}
        for challenge, part in scores.games.items()
    }
    entry = replace(table.entries[0], scores=replace(scores, games=games))
    found = by_game(replace(table, entries=(entry,)))
    assert found is not None
    assert found.rows[0][:3] == ["detective", "360", "180 [114.1, 245.9]"]


def test_a_game_that_jericho_does_not_know_has_no_published_scores_whatever_its_name() -> None:
    (table,) = make_leaderboard([run("mine", "unscored")]).tables
    assert by_game(table) is None


def test_the_board_shows_games_and_handicaps() -> None:
    board = make_leaderboard([run("mine", infos=("feedback", "templates", "valid_actions"))])
    handicaps = "handicaps   templates and vocabulary, valid actions"
    text, page = leaderboard_text(board), leaderboard_html(board)
    assert handicaps in text.splitlines()
    assert handicaps in page
    assert "RAND (published)" in text
    assert "<h3>By game</h3>" in page
    assert "handicaps   none" in leaderboard_text(make_leaderboard([run("mine")]))
