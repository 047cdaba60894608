import csv
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from twbench.errors import RunError
from twbench.evaluation.board import leaderboard, report
from twbench.evaluation.board.leaderboard import make_leaderboard, unranked_reason
from twbench.evaluation.board.report import (
    leaderboard_csv,
    leaderboard_html,
    leaderboard_text,
    scores_text,
)
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.statistics.comparison import Comparison, compare
from twbench.evaluation.statistics.metrics import METRICS
from twbench.evaluation.statistics.scores import Outcome, Scores, aggregate

WALL = {"sandbox": "landlock-7", "on": True}
TEXT = {"track": "text", "max_turns": 50, "memory": "episode", "infos": ["feedback"]}
MAX_SCORE = 2


def run(name: str, scores: list[float | None], **record: Any) -> Run:
    """Return a run of games worth ``scores``, half of them of challenge x and half of y."""
    outcomes = [
        Outcome(
            game_id=f"tw-{index}",
            challenge="xy"[index % 2],
            level=index // 2 if index % 2 else None,
            status="crashed" if score is None else "done",
            failed_by="machine" if score is None else None,
            max_score=MAX_SCORE,
            normalized_score=score,
            won=None if score is None else score == 1,
            moves=5,
            turns=8,
            steps=10,
            invalid_actions=index,
            optimal_length=4,
        )
        for index, score in enumerate(scores)
    ]
    return Run(
        Path("runs") / f"{name}-abc", values(name, len(scores), **record), aggregate(outcomes)
    )


def values(name: str, games: int, **record: Any) -> dict[str, Any]:
    return {
        "run_id": f"{name}-abc",
        "dataset": {"name": "demo", "fingerprint": "f" * 64},
        "plan": {
            "hash": "a" * 64,
            "splits": ["test"],
            "games": games,
            "episodes_per_game": 1,
            "seed": 0,
        },
        "agent": {"name": name, "arguments": {}, "network": False, **record.pop("agent", {})},
        "protocol": TEXT,
        "protocol_hash": "c" * 64,
        "wall": WALL,
        "episodes_sha256": name,
        **record,
    }


BEST = run("best", [1.0, 1.0, 1.0, 1.0])
GOOD = run("good", [1.0, 0.0, 1.0, 0.5])
ALSO = run("also", [0.0, 1.0, 0.5, 1.0])
PART = run("part", [1.0, None, 1.0, None])


def ranks(*runs: Run) -> list[list[tuple[int | None, str]]]:
    return [[(e.rank, e.agent) for e in table.entries] for table in make_leaderboard(runs).tables]


def test_runs_are_ranked_by_their_mean_and_equals_share_a_rank() -> None:
    table = make_leaderboard([PART, GOOD, BEST, ALSO]).tables[0]
    assert [(entry.rank, entry.agent) for entry in table.entries] == [
        (1, "best"),
        (2, "also"),
        (2, "good"),
        (None, "part"),
    ]
    assert [entry.scores.overall.mean.value for entry in table.entries] == [1.0, 0.625, 0.625, 1.0]


@pytest.mark.parametrize(
    ("begun", "told"),
    [(4, None), (5, "1 episode begun again"), (12, "8 episodes begun again"), (3, None)]
    + [(begun, None) for begun in (None, True, "9", [9])],
)
def test_episodes_that_were_begun_again_are_told(begun: object, told: str | None) -> None:
    """Who blames a service for what goes badly, or stops the run, may have had another try."""
    text = leaderboard_text(make_leaderboard([run("best", [1.0] * 4, attempts={"begun": begun})]))
    assert ("again       best-abc" in text) == (told is not None)
    assert told is None or f"again       best-abc: {told}\n" in text


def test_of_copies_that_with_more_attempts_is_shown() -> None:
    copies = [run("best", [1.0] * 4, attempts={"begun": begun}) for begun in (4, 6)]
    for given in (copies, copies[::-1]):
        assert make_leaderboard(given).tables[0].entries[0].again == 2


def test_agents_that_look_alike_are_told_apart() -> None:
    other = run("g00d", [1.0] * 4)
    assert ranks(GOOD, other) == [[(1, "g00d [of no file]"), (2, "good [of no file]")]]


def test_the_order_of_the_runs_does_not_matter() -> None:
    assert make_leaderboard([BEST, GOOD, PART]) == make_leaderboard([PART, BEST, GOOD, BEST])


@pytest.mark.parametrize(
    "record",
    [
        {"dataset": {"name": "demo", "fingerprint": "e" * 64}},
        {"plan": {**GOOD.record["plan"], "hash": "b" * 64}},
        {"protocol": {**TEXT, "max_turns": 51}, "protocol_hash": "d" * 64},
    ],
)
def test_other_datasets_plans_and_protocols_have_tables_of_their_own(
    record: dict[str, Any],
) -> None:
    found = ranks(GOOD, run("other", [1.0] * 4, **record), BEST)
    assert sorted(found) == [[(1, "best"), (2, "good")], [(1, "other")]]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({}, None),
        ({"wall": {"sandbox": "open", "on": True}}, None),
        ({"protocol": {"track": "oracle"}}, "the protocol tells the solution"),
        ({"wall": {"sandbox": "landlock-7", "on": False}}, "the wall was off"),
        ({"agent": {"name": "a", "arguments": {"seed": 3}}}, "the seed of the agent was chosen"),
    ],
)
def test_why_a_run_has_no_rank(record: dict[str, Any], reason: str | None) -> None:
    assert unranked_reason(values("a", 4, **record), BEST.scores) == reason


def test_a_run_may_have_several_reasons_not_to_be_ranked() -> None:
    record = values("a", 4, wall={"on": False, "sandbox": "open"})
    assert unranked_reason(record, PART.scores) == (
        "the wall was off; incomplete: 2 episodes failed by the story, the machine or a service"
    )
    nothing = aggregate([Outcome("g", "x", "done")])
    assert unranked_reason(values("a", 1), nothing) == "no episode has a score"


def test_a_game_that_nobody_can_score_costs_no_run_its_rank_and_one_cannot_leave_it_out() -> None:
    def partly(name: str, *scores: float | None) -> Run:
        outcomes = [
            Outcome(f"g{i}", "x", "done", max_score=None if s is None else 2, normalized_score=s)
            for i, s in enumerate(scores)
        ]
        return Run(Path(name), values(name, len(scores)), aggregate(outcomes))

    one, two = partly("one", 1.0, 0.0, None), partly("two", 1.0, 0.5, None)
    assert ranks(one, two) == [[(1, "two"), (2, "one")]]
    for other in (partly("choosy", 1.0, None, None), partly("boaster", 1.0, 0.0, 1.0)):
        with pytest.raises(RunError, match=r"has another max score of g\d than"):
            make_leaderboard([one, two, other])


def test_marks_say_who_vouches_and_what_an_agent_could_reach() -> None:
    bare = run("bare", [1.0] * 4, wall={"sandbox": "open", "on": True})
    asks = run("asks", [0.9] * 4, agent={"network": True})
    entries = make_leaderboard([bare, asks, GOOD]).tables[0].entries
    marks = ["self-reported, open", "self-reported, network", "self-reported"]
    assert [entry.mark for entry in entries] == marks


def test_two_versions_of_a_run_are_refused() -> None:
    forged = run("good", [1.0] * 4, episodes_sha256="other")
    with pytest.raises(RunError, match="same run with different episodes"):
        make_leaderboard([GOOD, forged])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"agent": {"name": "thief", "arguments": {}}}, "different agents"),
        ({"wall": {"sandbox": "open", "on": True}}, "different walls"),
        ({"wall": {"sandbox": "shipped", "on": True}}, "different walls"),
        ({"wall": {"sandbox": "landlock-7", "on": False}}, "different walls"),
    ],
)
def test_a_copy_of_a_run_under_another_name_does_not_take_its_place(changed, message) -> None:
    copy = run("good", [1.0, 0.0, 1.0, 0.5], **changed)
    for runs in ([GOOD, copy], [copy, GOOD]):
        with pytest.raises(RunError, match=message):
            make_leaderboard(runs)


def test_copies_of_a_run_by_two_machines_may_have_two_sandboxes() -> None:
    copy = run("good", [1.0, 0.0, 1.0, 0.5], wall={"sandbox": "bubblewrap", "on": True})
    assert ranks(GOOD, copy) == ranks(GOOD)


def test_of_two_copies_that_with_the_higher_mark_counts() -> None:
    checked = replace(GOOD, mark="replayed")
    for runs in ([GOOD, checked], [checked, GOOD]):
        ((entry,),) = (table.entries for table in make_leaderboard(runs).tables)
        assert entry.mark == "replayed"


def of_a_part(name: str, scores: list[float | None], of: int = 4, **plan: Any) -> Run:
    """Return a run of the first games of a split that has ``of``."""
    part = {"part": {"first": len(scores), "of": of}, "hash": "b" * 64, "games": len(scores)}
    return run(name, scores, plan={**GOOD.record["plan"], **part, **plan})


def test_a_part_of_a_split_has_a_table_of_its_own_which_says_so() -> None:
    lucky, other = of_a_part("lucky", [1.0, 1.0]), of_a_part("other", [0.0, 1.0])
    board = make_leaderboard([lucky, GOOD, other, BEST])
    assert [[(e.rank, e.agent) for e in table.entries] for table in board.tables] == [
        [(1, "best"), (2, "good")],
        [(1, "lucky"), (2, "other")],
    ]
    assert ", test: 4 games, 1 episode each" in leaderboard_text(board)
    assert ", test: first 2 of 4 games, 1 episode each" in leaderboard_text(board)
    assert ", test: first 2 of 4 games, 1 episode each" in leaderboard_html(board)
    rows = csv.DictReader(io.StringIO(leaderboard_csv(board)))
    assert {(row["agent"], row["part"]) for row in rows} == {
        *(("best", ""), ("good", "")),
        *(("lucky", "first 2 of 4 games"), ("other", "first 2 of 4 games")),
    }


@pytest.mark.parametrize(
    "plan",
    [
        {"part": None},
        {"part": {"first": 2, "of": 3}},
        {"part": {"first": 3, "of": 4}},
        {"splits": ["valid"]},
        {"splits": ["test", "valid"]},
    ],
)
def test_runs_of_one_plan_are_of_the_same_games(plan: dict[str, Any]) -> None:
    honest, forged = of_a_part("a", [1.0, 0.0]), of_a_part("b", [1.0, 1.0], **plan)
    for runs in ([honest, forged], [forged, honest]):
        with pytest.raises(RunError, match=r"names other games than .*, of its plan"):
            make_leaderboard(runs)
    copy = of_a_part("a", [1.0, 0.0], **plan)
    with pytest.raises(RunError, match="are the same run with different plans"):
        make_leaderboard([honest, copy])


def test_a_part_cannot_pass_for_the_whole_beside_it() -> None:
    for forged, size in ((of_a_part("b", [1.0] * 2, part=None), 2), (of_a_part("b", [1.0], 9), 9)):
        told = f"(has {size} games in test, and .* has 4|has 4 games in test, and .* has {size}):"
        for runs in ([BEST, forged], [forged, BEST]):
            with pytest.raises(RunError, match=f"{told} twbench validate-run tells"):
                make_leaderboard(runs)


def test_splits_of_other_datasets_and_other_splits_have_other_sizes() -> None:
    other = {"dataset": {"name": "demo", "fingerprint": "e" * 64}}
    valid = of_a_part("valid", [1.0], 9, splits=["valid"], hash="c" * 64)
    assert len(ranks(BEST, run("big", [1.0] * 9, **other), valid)) == 3


def test_nothing_to_compare_is_refused() -> None:
    with pytest.raises(RunError, match="no runs to compare"):
        make_leaderboard([])


def test_the_agent_is_shown_with_its_arguments() -> None:
    tuned = run("tuned", [1.0, 0.0], agent={"name": "tuned", "arguments": {"seed": 3, "b": "x"}})
    assert make_leaderboard([tuned]).tables[0].entries[0].agent == "tuned(b=x, seed=3)"


def test_the_text_shows_every_figure_and_why_a_run_has_no_rank() -> None:
    text = leaderboard_text(make_leaderboard([GOOD, PART]))
    title, head, _, good, part, *rest = text.splitlines()
    assert title == (
        "demo (ffffffffffff), test: 4 games, 1 episode each, protocol text"
        ' (infos=["feedback"], max_turns=50, memory=episode), plan aaaaaaaaaaaa'
    )
    assert re.split(r"\s{2,}", head) == [
        *["Rank", "Agent", "Run", "Mark", "Mean [95 %]", "IQM [95 %]", "Won [95 %]", "SPL [95 %]"],
        *["Moves", "Invalid", "Unscored", "Failed"],
    ]
    cells = re.split(r"\s{2,}", good)
    assert cells[:4] == ["1", "good", "good-abc", "self-reported"]
    assert [cell.split(" [")[0] for cell in cells[4:]] == (
        ["0.625", "0.625", "50.0 %", "0.250", "5.0", "15.0 %", "0", "0"]
    )
    assert all(re.fullmatch(r".* \[\d+\.\d+, \d+\.\d+\]", cell) for cell in cells[4:8])
    assert re.split(r"\s{2,}", part)[-2:] == ["2", "2"]
    reason = "incomplete: 2 episodes failed by the story, the machine or a service"
    assert rest[:2] == [
        f"not ranked  part-abc: {reason}",
        "partial     part-abc: 1 of 2 challenges scored",
    ]


def test_ranked_runs_are_compared_with_the_best() -> None:
    text = leaderboard_text(make_leaderboard([GOOD, BEST, PART]))
    assert "part " not in text.split("Against best")[1]
    row = next(line for line in text.split("Against best")[1].splitlines() if "good" in line)
    cells = re.split(r"\s{2,}", row)
    assert [cell.split(" [")[0] for cell in cells] == ["good", "good-abc", "-0.375", "0.250", "4"]
    assert "Against" not in leaderboard_text(make_leaderboard([GOOD, PART]))


def test_each_run_is_compared_with_the_best_once_for_text_and_page(monkeypatch) -> None:
    """Of many runs that takes as long as a third of reading them."""
    calls = []

    def counting(*scores: Scores) -> Comparison:
        calls.append(scores)
        return compare(*scores)

    for module in (leaderboard, report):
        monkeypatch.setattr(module, "compare", counting)
    monkeypatch.setattr(report, "_MOST_PAIRED", 0)
    scores = {"a": 0, "b": 0.5, "c": 1, "unscored": None}
    board = make_leaderboard([run(name, [0.5, score]) for name, score in scores.items()])
    entries = {entry.agent: entry.against_best for entry in board.tables[0].entries}
    assert [name for name, found in entries.items() if found is None] == ["c", "unscored"]
    assert entries["a"].difference.value == -0.5
    leaderboard_text(board)
    leaderboard_html(board)
    assert len(calls) == 2


def test_the_scores_of_a_run_are_shown_per_challenge_and_level() -> None:
    lines = scores_text(GOOD.scores).splitlines()
    assert [line[:9].strip() for line in lines[2:]] == ["x", "y", "level 0", "level 1", "overall"]
    assert [re.findall(r"\d\.\d{3}", line)[0] for line in lines[2:]] == (
        ["1.000", "0.250", "0.000", "0.500", "0.625"]
    )


def test_many_levels_are_left_to_the_record() -> None:
    outcomes = [
        Outcome(f"g{level}", "x", "done", level=level, max_score=1, normalized_score=1.0)
        for level in range(300)
    ]
    assert "  300 levels, in run.json" in scores_text(aggregate(outcomes)).splitlines()


def test_the_csv_has_a_row_per_run_challenge_and_level() -> None:
    rows = list(csv.DictReader(io.StringIO(leaderboard_csv(make_leaderboard([GOOD, PART])))))
    assert [
        (row["agent"], row["challenge"], row["level"], row["mean"], row["rank"]) for row in rows
    ] == [
        ("good", "overall", "", "0.625", "1"),
        ("good", "x", "", "1.0", "1"),
        ("good", "y", "", "0.25", "1"),
        ("good", "y", "0", "0.0", "1"),
        ("good", "y", "1", "0.5", "1"),
        ("part", "overall", "", "1.0", ""),
        ("part", "x", "", "1.0", ""),
        ("part", "y", "", "", ""),
        ("part", "y", "0", "", ""),
        ("part", "y", "1", "", ""),
    ]
    assert set(METRICS.names()) < set(rows[0])
    assert rows[0]["protocol_hash"] == "c" * 64


def test_the_csv_has_no_formula_in_it() -> None:
    names = {"agent": {"name": "=1+1", "arguments": {}}, "run_id": "@SUM(1)"}
    text = leaderboard_csv(make_leaderboard([run("-2|x", [1.0], **names)]))
    (row, *_) = csv.DictReader(io.StringIO(text))
    assert (row["agent"], row["run_id"]) == ("'=1+1", "'@SUM(1)")


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
    page = Page(leaderboard_html(make_leaderboard([GOOD, BEST, ALSO, PART])))
    assert page.open == []
    assert page.links == []
    starts = [cell.split(" [")[0] for cell in page.cells]
    assert starts.count("0.625") == 4  # mean and interquartile mean of two runs, overall
    assert starts.count("0.250") >= 2  # and of challenge y
    assert page.cells[:4] == ["1", "best", "best-abc", "self-reported"]
    pairs = [cell for cell in page.cells if ", P " in cell]
    assert len(pairs) == 6  # three ranked runs, each against two
    assert pairs[0].startswith("+0.375 [")


EVIL = "<script>alert(1)</script>"


def test_of_many_runs_the_first_are_compared_each_with_each(monkeypatch) -> None:
    scores = {"a": 0, "b": 0.5, "c": 1}
    board = make_leaderboard([run(name, [0.5, score]) for name, score in scores.items()])
    whole = leaderboard_html(board)
    assert "<p>Each agent (row) against each other (column).</p>" in whole
    monkeypatch.setattr(report, "_MOST_PAIRED", 2)
    cut = leaderboard_html(board)
    assert "<p>Each agent (row) against each other (column), of the best 2 runs.</p>" in cut
    pairs = [page.partition("each other")[2].partition("</table>")[0] for page in (whole, cut)]
    assert [page.count("<tr>") for page in pairs] == [4, 3]
    assert [page.count(">c") > 0 for page in pairs] == [True, True]
    assert [page.count(">a") > 0 for page in pairs] == [True, False]


def test_a_board_is_not_as_wide_as_the_arguments_of_its_agents_are_long() -> None:
    """What is cut can still be told apart."""
    long = 1_000_000 * "x"
    given = [{"a": long}, {"a": long + "y"}, {long: 1}, {f"a{n:04}": n for n in range(3000)}]
    agents = [{"name": "mine", "arguments": arguments} for arguments in given]
    agents.append({"name": long, "arguments": {"a": "\ud800" + long}})
    board = make_leaderboard(
        [run(f"run{n}", [1.0, 0.0], agent=agent) for n, agent in enumerate(agents)]
    )
    shown = [entry.agent for entry in board.tables[0].entries]
    assert len({*shown}) == len(agents)
    assert shown[0].startswith("mine(a=xxxx")
    assert max(map(len, leaderboard_text(board).splitlines())) < 1000
    assert len(leaderboard_html(board)) < 30_000


def test_names_cannot_smuggle_markup_into_the_page() -> None:
    evil = run(
        EVIL,
        [1.0, 0.0],
        protocol={"name": EVIL, EVIL: EVIL},
        dataset=dict.fromkeys(("name", "fingerprint"), EVIL),
    )
    other = run("other", [0.0, 0.0], **{key: evil.record[key] for key in ("protocol", "dataset")})
    third = run(
        "third" + EVIL, [1.0, 1.0], **{key: evil.record[key] for key in ("protocol", "dataset")}
    )
    bare = run(
        "bare" + EVIL,
        [1.0, 1.0],
        wall={"sandbox": EVIL, "on": False},
        **{key: evil.record[key] for key in ("protocol", "dataset")},
    )
    text = leaderboard_html(make_leaderboard([evil, other, third, bare]))
    assert "<script" not in text
    assert Page(text).cells.count(EVIL) >= 3


def test_names_stay_in_their_row_and_give_no_orders_to_terminals() -> None:
    evil = run("evil\n1  winner  x\t", [1.0, 0.0], wall={"sandbox": "open", "on": "\x1b[2J"})
    named = run("\x1b]0;pwned\x07", [1.0, 0.0])
    for write in (leaderboard_text, leaderboard_html):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f]", write(make_leaderboard([evil, named])))
    text = leaderboard_text(make_leaderboard([evil, run("other", [0.0, 0.0])]))
    assert not any(line.startswith("1  winner") for line in text.splitlines())
    assert r"evil\n1  winner  x\t" in text
