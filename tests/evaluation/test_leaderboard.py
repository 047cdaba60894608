import csv
import io
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from twbench.errors import RunError
from twbench.evaluation.leaderboard import make_leaderboard
from twbench.evaluation.report import (
    leaderboard_csv,
    leaderboard_html,
    leaderboard_text,
    scores_text,
)
from twbench.evaluation.run import Run
from twbench.evaluation.scores import Outcome, aggregate


def run(name: str, scores: list[float | None], **record: Any) -> Run:
    """Return a run of games worth ``scores``, half of them of challenge x and half of y."""
    outcomes = [
        Outcome(
            game_id=f"tw-{index}",
            challenge="xy"[index % 2],
            status="crashed" if score is None else "done",
            normalized_score=score,
            won=None if score is None else score == 1,
            moves=None if score is None else 5,
            steps=10,
            invalid_actions=index,
        )
        for index, score in enumerate(scores)
    ]
    values = {
        "run_id": f"{name}-abc",
        "dataset": {"name": "demo", "fingerprint": "f" * 64},
        "plan": {
            "hash": "a" * 64,
            "splits": ["test"],
            "games": len(scores),
            "episodes_per_game": 1,
            "seed": 0,
        },
        "agent": {"name": name, "arguments": {}},
        "limits": {"max_steps": 50, "time_limit": 1.0},
        "episodes_sha256": name,
        **record,
    }
    return Run(Path("runs") / values["run_id"], values, aggregate(outcomes))


BEST = run("best", [1.0, 1.0, 1.0, 1.0])
GOOD = run("good", [1.0, 0.0, 1.0, 0.5])
ALSO = run("also", [0.0, 1.0, 0.5, 1.0])
NONE = run("none", [1.0, None, 1.0, None])


def test_runs_are_ranked_by_their_mean_and_equals_share_a_rank() -> None:
    table = make_leaderboard([NONE, GOOD, BEST, ALSO]).tables[0]
    assert [(entry.rank, entry.agent) for entry in table.entries] == [
        (1, "best"),
        (2, "also"),
        (2, "good"),
        (None, "none"),
    ]
    assert [entry.scores.overall.mean.value for entry in table.entries] == [1.0, 0.625, 0.625, None]


def test_the_order_of_the_runs_does_not_matter() -> None:
    assert make_leaderboard([BEST, GOOD, NONE]) == make_leaderboard([NONE, BEST, GOOD, BEST])


@pytest.mark.parametrize(
    "record",
    [
        {"dataset": {"name": "demo", "fingerprint": "e" * 64}},
        {"plan": {**GOOD.record["plan"], "hash": "b" * 64}},
        {"limits": {"max_steps": 51, "time_limit": 1.0}},
    ],
)
def test_other_datasets_plans_and_limits_have_tables_of_their_own(record: dict[str, Any]) -> None:
    board = make_leaderboard([GOOD, run("other", [1.0] * 4, **record), BEST])
    ranks = [[(e.rank, e.agent) for e in table.entries] for table in board.tables]
    assert sorted(ranks) == [[(1, "best"), (2, "good")], [(1, "other")]]


def test_another_time_limit_does_not_part_runs() -> None:
    patient = run("patient", [1.0] * 4, limits={"max_steps": 50, "time_limit": 9.0})
    assert len(make_leaderboard([patient, GOOD]).tables) == 1


def test_two_versions_of_a_run_are_refused() -> None:
    forged = run("good", [1.0] * 4, episodes_sha256="other")
    with pytest.raises(RunError, match="same run with different episodes"):
        make_leaderboard([GOOD, forged])


def test_nothing_to_compare_is_refused() -> None:
    with pytest.raises(RunError, match="no runs to compare"):
        make_leaderboard([])


def test_the_agent_is_shown_with_its_arguments() -> None:
    tuned = run("tuned", [1.0, 0.0], agent={"name": "tuned", "arguments": {"seed": 3, "b": "x"}})
    assert make_leaderboard([tuned]).tables[0].entries[0].agent == "tuned(b=x, seed=3)"


def test_the_text_shows_every_figure_and_unknown_as_a_dash() -> None:
    text = leaderboard_text(make_leaderboard([GOOD, NONE]))
    title, head, _, good, none = text.splitlines()[:5]
    assert title == (
        "demo (ffffffffffff), test: 4 games, 1 episode each, at most 50 steps, plan aaaaaaaaaaaa"
    )
    assert " ".join(head.split()) == (
        "Rank Agent Run Mean [95 %] IQM [95 %] Won Moves Invalid Unscored Failed"
    )
    assert re.split(r"\s{2,}", good) == [
        "1",
        "good",
        "good-abc",
        "0.625",
        "[0.112, 0.750]",
        "0.625",
        "[0.000, 0.750]",
        "50.0 %",
        "5.0",
        "15.0 %",
        "0/4",
        "0",
    ]
    assert re.split(r"\s{2,}", none) == (
        ["-", "none", "none-abc", "-", "-", "-", "-", "-", "-", "15.0 %", "2/4", "2"]
    )


def test_the_scores_of_a_run_are_shown_per_challenge() -> None:
    lines = scores_text(GOOD.scores).splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["x", "y", "overall"]
    assert [line.split()[1] for line in lines[2:]] == ["1.000", "0.250", "0.625"]


def test_the_csv_has_a_row_per_run_and_challenge() -> None:
    rows = list(csv.DictReader(io.StringIO(leaderboard_csv(make_leaderboard([GOOD, NONE])))))
    assert [(row["agent"], row["challenge"], row["mean"], row["rank"]) for row in rows] == [
        ("good", "overall", "0.625", "1"),
        ("good", "x", "1.0", "1"),
        ("good", "y", "0.25", "1"),
        ("none", "overall", "", ""),
        ("none", "x", "1.0", ""),
        ("none", "y", "", ""),
    ]


class Page(HTMLParser):
    """Checks that tags are balanced, and collects cells and links."""

    VOID = ("meta",)

    def __init__(self, text: str):
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [str(value) for name, value in attrs if name in ("href", "src")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "td":
            self.cells.append(data)


def test_the_page_is_whole_and_self_contained() -> None:
    page = Page(leaderboard_html(make_leaderboard([GOOD, BEST])))
    assert page.open == []
    assert page.links == []
    assert page.cells.count("0.625") == 2  # mean and interquartile mean, overall
    assert page.cells.count("0.250") == 2  # and of challenge y
    assert page.cells[:3] == ["1", "best", "best-abc"]


def test_names_cannot_smuggle_markup_into_the_page() -> None:
    evil = run("<script>alert(1)</script>", [1.0, 0.0])
    text = leaderboard_html(make_leaderboard([evil]))
    assert "<script>" not in text
    assert Page(text).cells[1] == "<script>alert(1)</script>"
