"""Episodes aggregated per challenge, level and overall; records compared figure by figure."""

import json

import pytest

from twbench.errors import ConfigError
from twbench.evaluation.board.report import scores_text
from twbench.evaluation.statistics.intervals import Estimate
from twbench.evaluation.statistics.metrics import METRICS, Measure, Metric
from twbench.evaluation.statistics.scores import GameScores, Outcome, Scores, aggregate, difference
from twbench.wilson import wilson_interval


def outcome(game: str, challenge: str, score: float | None, **more: object) -> Outcome:
    values = {
        "status": "done",
        "max_score": 10,
        "won": None if score is None else score == 1.0,
        "moves": 4,
        "turns": 5,
        "steps": 10,
        "invalid_actions": 1,
        "optimal_length": 4,
        **more,
    }
    return Outcome(game_id=game, challenge=challenge, normalized_score=score, **values)  # type: ignore[arg-type]


MIXED = [
    outcome("a", "big", 1.0),
    outcome("b", "big", 1.0),
    outcome("c", "big", 0.4),
    outcome("d", "small", 0.0),
    outcome("e", "small", 0.0),
]


def test_challenges_weigh_the_same_however_many_games_they_have() -> None:
    scores = aggregate(MIXED)
    assert scores.challenges["big"].mean.value == pytest.approx(0.8)
    assert scores.challenges["small"].mean.value == 0.0
    assert scores.overall.mean.value == pytest.approx(0.4)
    assert scores.overall.estimate("won").value == pytest.approx(1 / 3)
    # Won in 4 moves, of 5 turns: 2/3 of 0.8 in one challenge, nothing in the other.
    assert scores.overall.estimate("spl").value == pytest.approx(2 / 3 * 0.8 / 2)
    assert (scores.overall["games"], scores.overall["episodes"]) == (5, 5)


def test_games_weigh_the_same_however_often_they_were_played() -> None:
    scores = aggregate([*(outcome("a", "x", 1.0) for _ in range(4)), outcome("b", "x", 0.0)])
    assert scores.overall.mean.value == 0.5
    assert scores.games == {"x": {"a": GameScores("a", (1.0,) * 4), "b": GameScores("b", (0.0,))}}


def test_one_unscored_game_does_not_blank_a_table() -> None:
    missing = outcome("c", "x", None, status="crashed", failed_by="machine")
    alone = outcome("d", "y", None, status="timeout", failed_by="service")
    scores = aggregate([outcome("a", "x", 1.0), outcome("b", "x", 0.5), missing, alone])
    x, overall = scores.challenges["x"], scores.overall
    assert (x.mean.value, x["unscored"], x["games"], x["failed"]) == (0.75, 1, 3, 1)
    assert scores.challenges["y"].mean == Estimate()
    assert (overall.mean.value, overall["scored_challenges"]) == (0.75, 1)
    assert scores.incomplete == overall.incomplete == 2


def test_scores_that_nobody_can_know_are_unscored_and_not_missing() -> None:
    scores = aggregate([outcome("a", "x", None, max_score=None), outcome("b", "x", 0.5)])
    assert (scores.overall["unscored"], scores.incomplete) == (1, 0)
    assert scores.overall.mean.value == 0.5


def test_who_fails_by_oneself_scores_nothing_there() -> None:
    crash = outcome("b", "x", None, status="crashed", failed_by="agent", moves=None)
    scores = aggregate([outcome("a", "x", 1.0), crash])
    assert scores.overall.mean.value == 0.5
    assert scores.overall.estimate("won").value == 0.5
    assert (scores.overall["unscored"], scores.incomplete, scores.overall["crashed"]) == (0, 0, 1)


def test_no_episodes_give_unknown_figures() -> None:
    scores = aggregate([])
    assert scores.overall.mean == Estimate()
    assert scores.overall["episodes"] == 0
    assert scores.challenges == {}


def test_scores_of_0_and_1_have_an_interval_of_a_rate_and_no_interquartile_mean() -> None:
    won = [outcome(f"g{i}", "x", float(i < 6), max_score=1) for i in range(8)]
    overall = aggregate(won).overall
    low, high = wilson_interval(6, 8)
    assert overall.mean == Estimate(0.75, round(low, 9), round(high, 9)) == overall["won"]
    assert overall["iqm"] == Estimate()


def test_graded_scores_have_an_interquartile_mean() -> None:
    graded = [outcome(f"g{i}", "x", i / 8) for i in range(9)]
    found = aggregate(graded).overall.estimate("iqm")
    assert found.value == 0.5
    assert found.low is not None
    assert 0.1 < found.low < 0.2


def test_the_interquartile_mean_is_over_the_graded_challenges() -> None:
    binary = [outcome(f"b{i}", "binary", 1.0, max_score=1) for i in range(4)]
    graded = [outcome(f"g{i}", "graded", i / 4, max_score=4) for i in range(5)]
    scores = aggregate([*binary, *graded])
    assert scores.overall.estimate("iqm").value == 0.5
    assert scores.overall.mean.value == 0.75


def test_who_wins_all_8_games_has_intervals_that_are_no_points() -> None:
    for most in (1, 5):
        overall = aggregate(outcome(f"g{i}", "x", 1.0, max_score=most) for i in range(8)).overall
        low = round(wilson_interval(8, 8)[0], 9)
        assert overall.mean == overall["won"] == Estimate(1.0, low, 1.0)


def test_games_of_one_puzzle_are_one_puzzle() -> None:
    copies = [outcome(f"g{i}", "x", float(i < 12), puzzle_hash=f"p{i // 3}") for i in range(24)]
    single = [outcome(f"g{i}", "x", float(i < 4)) for i in range(8)]
    assert aggregate(copies).overall["won"] == aggregate(single).overall["won"]
    assert aggregate(copies).overall["puzzles"] == 8


def test_moves_are_those_of_won_episodes() -> None:
    episodes = [
        outcome("a", "x", 1.0, moves=10),
        outcome("b", "x", 1.0, moves=20),
        outcome("c", "x", 0.5, moves=99),
        outcome("d", "y", 0.0),
    ]
    scores = aggregate(episodes)
    assert scores.overall["moves_of_won"] == 15
    assert scores.challenges["y"]["moves_of_won"] is None


def test_invalid_commands_are_counted_per_command() -> None:
    episodes = [
        outcome("a", "x", 0.0, steps=30, invalid_actions=3),
        outcome("b", "x", 0.0, steps=10, invalid_actions=5),
        outcome("c", "x", 0.0, steps=10, invalid_actions=None),
    ]
    assert aggregate(episodes).overall["invalid"] == 0.2


def test_lookahead_is_summed_where_it_is_known() -> None:
    episodes = [outcome("a", "x", 0.0, lookahead=3), outcome("b", "y", 0.0, lookahead=4)]
    assert aggregate(episodes).overall["lookahead"] == 7
    assert aggregate(MIXED).overall["lookahead"] is None


def test_levels_are_scored_on_their_own() -> None:
    episodes = [
        outcome(f"g{i}", "x", float(i % 10 < 5), level=10 if i < 10 else 2) for i in range(16)
    ]
    levels = aggregate(episodes).challenges["x"].levels
    assert list(levels) == [2, 10]
    low, high = wilson_interval(5, 6)
    assert levels[2]["won"] == Estimate(round(5 / 6, 9), round(low, 9), round(high, 9))
    assert (levels[2]["games"], levels[10].mean.value) == (6, 0.5)
    assert set(levels[2].figures) == {
        metric.name for metric in METRICS.registered() if metric.by_level
    }


def test_figures_are_stored_by_name() -> None:
    stored = json.loads(json.dumps(aggregate([*MIXED, outcome("f", "lv", 0.5, level=3)]).to_json()))
    assert set(stored["overall"]) == set(METRICS.names())
    assert set(stored["overall"]["mean"]) == {"value", "low", "high"}
    assert stored["challenges"]["small"]["done"] == 2
    assert stored["challenges"]["lv"]["levels"]["3"]["mean"]["value"] == 0.5


def test_the_order_of_the_episodes_does_not_matter() -> None:
    outcomes = [outcome(f"g{i}", "xy"[i % 2], i / 9, puzzle_hash=f"p{i // 3}") for i in range(10)]
    by_challenge = sorted(outcomes, key=lambda outcome: outcome.challenge, reverse=True)
    assert aggregate(outcomes).to_json() == aggregate(by_challenge).to_json()
    assert aggregate(outcomes).to_json() == aggregate(outcomes[::-1]).to_json()


@pytest.fixture
def scores() -> Scores:
    return aggregate([*MIXED, outcome("f", "lv", 0.5, level=3)])


def test_a_record_agrees_with_its_own_episodes(scores: Scores) -> None:
    assert difference(scores.to_json(), scores) is None


def test_intervals_by_another_rule_are_not_compared(scores: Scores) -> None:
    stored = scores.to_json()
    stored["overall"]["mean"]["low"] = 0.1
    told = "scores.overall.mean.low=0.1, where its episodes give "
    assert told in str(difference(stored, scores))
    for rule in (2, 4, None):
        assert difference({**stored, "intervals": rule}, scores) is None
    del stored["intervals"]  # as in records from before rules had a number
    assert difference(stored, scores) is None
    stored["overall"]["mean"]["value"] = 0.9
    assert "scores.overall.mean.value=0.9" in str(difference(stored, scores))


def test_records_are_older_or_newer_than_metrics(scores: Scores) -> None:
    stored = scores.to_json()
    del stored["overall"]["spl"], stored["challenges"]["big"]["mean"]["low"]
    del stored["challenges"]["lv"]["levels"]
    stored["overall"]["wit"] = 3
    assert difference(stored, scores) is None


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("overall.mean.value", 0.9, "scores.overall.mean.value=0.9, where its episodes give 0.4"),
        ("overall.mean", 0.4, "scores.overall.mean=0.4, where its episodes give "),
        ("overall.mean.low", None, "scores.overall.mean.low=None, where its episodes give "),
        ("overall.games", "6", "scores.overall.games='6', where its episodes give 6"),
        ("overall.games", 10**400, "where its episodes give 6"),
        ("overall.crashed", False, "scores.overall.crashed=False, where its episodes give 0"),
        ("overall.invalid", float("nan"), "scores.overall.invalid=nan"),
        ("overall", [], r"scores.overall=[], where"),
        ("challenges", {}, "other challenges under scores.challenges than its episodes"),
        ("challenges.lv.levels.3.games", 2, "scores.challenges.lv.levels.3.games=2"),
    ],
)
def test_what_a_record_says_otherwise(scores: Scores, path: str, value: object, told: str) -> None:
    stored = scores.to_json()
    *parents, last = path.split(".")
    place = stored
    for key in parents:
        place = place[key]
    place[last] = value
    assert told in str(difference(stored, scores))


def test_a_record_without_scores_is_none(scores: Scores) -> None:
    assert difference(None, scores) is not None
    assert difference({"challenges": {}}, scores) == "no scores.overall"


def test_figures_move_by_the_last_digits_from_machine_to_machine(scores: Scores) -> None:
    stored = scores.to_json()
    stored["overall"]["mean"]["value"] += 1e-9
    assert difference(stored, scores) is None


def test_a_metric_is_one_entry_of_the_table(
    scores: Scores, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = scores.to_json()
    shorter = Metric(
        "turns",
        "Turns",
        "turns in all",
        lambda strata: sum(o.turns or 0 for stratum in strata for o in stratum.outcomes),
        column=True,
    )
    monkeypatch.setitem(METRICS._entries, "turns", shorter)
    found = aggregate(MIXED)
    assert (found.overall["turns"], found.challenges["small"]["turns"]) == (25, 10)
    assert found.to_json()["overall"]["turns"] == 25
    head, _, *rows = scores_text(found).splitlines()
    assert head.endswith("Turns")
    assert [row.split()[-1] for row in rows] == ["15", "10", "25"]
    assert difference(stored, aggregate([*MIXED, outcome("f", "lv", 0.5, level=3)])) is None


def own(name: str, measure: Measure, **options: bool) -> Metric:
    return Metric(name, name, "is mine", measure, **options)


def test_a_metric_of_ones_own_is_no_part_of_what_is_compared(
    scores: Scores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(METRICS._entries, "mine", own("mine", lambda strata: 1))
    stored = aggregate(MIXED).to_json()
    monkeypatch.setitem(METRICS._entries, "mine", own("mine", lambda strata: 2))
    assert stored["overall"]["mine"] == 1
    assert difference(stored, aggregate(MIXED)) is None


@pytest.mark.parametrize("figure", ["many", True, float("nan"), Estimate(0.5)])
def test_a_metric_of_ones_own_must_give_a_figure(
    figure: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    metric = own("mine", lambda strata: figure)  # type: ignore[arg-type, return-value]
    monkeypatch.setitem(METRICS._entries, "mine", metric)
    with pytest.raises(ConfigError, match="The metric mine must give a finite number or None"):
        aggregate(MIXED)


def test_a_metric_of_ones_own_that_fails_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(METRICS._entries, "mine", own("mine", lambda strata: 1 // 0))
    with pytest.raises(ConfigError, match="The metric mine cannot be computed: ZeroDivisionError"):
        aggregate(MIXED)


def test_what_ranks_runs_cannot_be_replaced() -> None:
    with pytest.raises(ConfigError, match="already a metric called 'mean'"):
        METRICS.register(own("mean", lambda strata: Estimate(1.0), interval=True))
