import pytest

from twbench.evaluation.metrics import Estimate
from twbench.evaluation.scores import Outcome, aggregate


def outcome(game: str, challenge: str, score: float | None, **more: object) -> Outcome:
    values = {
        "status": "done",
        "won": None if score is None else score == 1.0,
        "moves": 4,
        "steps": 10,
        "invalid_actions": 1,
        **more,
    }
    return Outcome(game_id=game, challenge=challenge, normalized_score=score, **values)  # type: ignore[arg-type]


def test_challenges_weigh_the_same_however_many_games_they_have() -> None:
    scores = aggregate(
        [
            outcome("a", "big", 1.0),
            outcome("b", "big", 1.0),
            outcome("c", "big", 0.4),
            outcome("d", "small", 0.0),
            outcome("e", "small", 0.0),
        ]
    )
    assert scores.challenges["big"].mean.value == pytest.approx(0.8)
    assert scores.challenges["small"].mean.value == 0.0
    assert scores.overall.mean.value == pytest.approx(0.4)
    assert scores.overall.win_rate == pytest.approx(1 / 3)
    assert (scores.overall.games, scores.overall.episodes) == (5, 5)


def test_unscored_episodes_are_counted_and_not_averaged() -> None:
    missing = outcome(
        "c", "x", None, status="timeout", moves=None, steps=None, invalid_actions=None
    )
    score = aggregate([outcome("a", "x", 1.0), outcome("b", "x", 0.5), missing]).overall
    assert score.mean.value == 0.75
    assert score.win_rate == 0.5
    assert (score.unscored, score.timeout, score.done, score.games) == (1, 1, 2, 3)
    assert score.moves == 4.0
    assert score.invalid_rate == 0.1


def test_nothing_scored_is_unknown_everywhere() -> None:
    scores = aggregate(
        [
            outcome("a", "x", None, status="crashed", moves=None, steps=0, invalid_actions=0),
            outcome("b", "y", 1.0),
        ]
    )
    x = scores.challenges["x"]
    assert (x.mean, x.iqm, x.win_rate, x.moves) == (Estimate(), Estimate(), None, None)
    assert x.invalid_rate is None
    assert scores.overall.mean == Estimate()
    assert scores.overall.win_rate is None
    assert scores.challenges["y"].mean.value == 1.0


def test_no_episodes_give_unknown_figures() -> None:
    scores = aggregate([])
    assert scores.overall.mean == Estimate()
    assert scores.overall.episodes == 0
    assert scores.challenges == {}


def test_invalid_rate_is_per_step() -> None:
    score = aggregate(
        [
            outcome("a", "x", 0.0, steps=30, invalid_actions=3),
            outcome("b", "x", 0.0, steps=10, invalid_actions=5),
        ]
    ).overall
    assert score.invalid_rate == 0.2


def test_the_order_of_challenges_does_not_matter() -> None:
    outcomes = [outcome(f"g{i}", "xy"[i % 2], i / 9) for i in range(10)]
    by_challenge = sorted(outcomes, key=lambda outcome: outcome.challenge, reverse=True)
    assert aggregate(outcomes) == aggregate(by_challenge)
