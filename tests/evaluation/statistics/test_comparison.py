"""Two agents compared game by game, worked by hand."""

import pytest

from twbench.evaluation.statistics.comparison import compare
from twbench.evaluation.statistics.intervals import Estimate
from twbench.evaluation.statistics.scores import Outcome, Scores, aggregate
from twbench.wilson import wilson_interval


def run(challenge: str = "x", copies: int = 1, **games: list[float | None]) -> Scores:
    """Return the scores of games, each given the scores of its episodes, with copied puzzles."""
    return aggregate(
        Outcome(
            f"{name}{copy}",
            challenge,
            "done",
            max_score=10,
            normalized_score=score,
            puzzle_hash=name,
        )
        for name, scores in games.items()
        for copy in range(copies)
        for score in scores
    )


def test_figures_are_those_worked_out_by_hand() -> None:
    # Differences of means: 0.5, 0 and -0.25. Of the pairs of episodes, A wins 3 of 4 and ties 1 in
    # the first game (7/8); each wins one of two in the second (1/2); B wins the third (0).
    one = run(a=[1.0, 0.5], b=[0.0, 1.0], c=[0.5])
    other = run(a=[0.0, 0.5], b=[0.5], c=[0.75])
    found = compare(one, other).overall
    assert (found.games, found.left_out) == (3, 0)
    assert found.difference.value == pytest.approx(0.25 / 3)
    assert found.improvement.value == pytest.approx((7 / 8 + 1 / 2 + 0) / 3)
    # Three puzzles, with differences from -1 to 1: a rate of (1 + 0.25 / 3) / 2 in three trials.
    low, high = wilson_interval((1 + 0.25 / 3) / 2 * 3, 3)
    assert found.difference.low == pytest.approx(2 * low - 1)
    assert found.difference.high == pytest.approx(2 * high - 1)


def test_turned_round_the_signs_change() -> None:
    one = run(a=[1.0], b=[0.0], c=[0.5], d=[1.0])
    other = run(a=[0.0], b=[0.5], c=[0.5], d=[0.25])
    there, back = compare(one, other).overall, compare(other, one).overall
    assert there.turned() == back
    assert there.difference.value == 0.3125
    assert there.improvement.value == 0.625
    nothing = compare(run(a=[None]), one).overall
    assert nothing.turned() == nothing


def test_pairing_cancels_what_makes_games_hard() -> None:
    hard = {f"g{i}": [i / 40] for i in range(40)}
    better = {
        name: [scores[0] + 0.02 + 0.001 * (i % 3)] for i, (name, scores) in enumerate(hard.items())
    }
    found = compare(run(**better), run(**hard)).overall
    assert found.difference.low is not None
    assert found.difference.low > 0.02
    assert found.improvement == Estimate(1.0, round(wilson_interval(40, 40)[0], 9), 1.0)


def test_equal_agents_are_not_certainly_equal() -> None:
    one = run(**{f"g{i}": [0.5] for i in range(8)})
    found = compare(one, one).overall
    unseen = wilson_interval(0, 8)[1]
    assert found.difference == Estimate(0.0, round(-unseen, 9), round(unseen, 9))
    assert found.improvement == Estimate(
        0.5, round(0.5 - unseen / 2, 9), round(0.5 + unseen / 2, 9)
    )


def test_copies_of_puzzles_make_no_certainty() -> None:
    one = {f"g{i}": [i / 10] for i in range(10)}
    other = {f"g{i}": [(i * 7 % 10) / 10] for i in range(10)}
    single = compare(run(**one), run(**other)).overall
    copied = compare(run(copies=5, **one), run(copies=5, **other)).overall
    assert copied.difference == single.difference
    assert (copied.games, single.games) == (50, 10)


def test_games_without_a_score_are_left_out_and_counted() -> None:
    found = compare(run(a=[1.0], b=[None], c=[0.5]), run(a=[0.0], b=[1.0], c=[None])).overall
    assert (found.games, found.left_out) == (1, 2)
    assert found.difference == Estimate(1.0, -1.0, 1.0)  # one puzzle says nothing of others
    assert compare(run(a=[None]), run(a=[1.0])).overall.difference == Estimate()


def test_overall_is_the_mean_of_the_challenges() -> None:
    def two(x: float, y: list[float]) -> Scores:
        return aggregate(
            [
                Outcome("gx", "x", "done", max_score=1, normalized_score=x),
                *(
                    Outcome(f"gy{i}", "y", "done", max_score=1, normalized_score=score)
                    for i, score in enumerate(y)
                ),
            ]
        )

    found = compare(two(1.0, [0.0, 0.0, 1.0]), two(0.0, [0.0, 1.0, 1.0]))
    assert found.challenges["x"].difference.value == 1.0
    assert found.challenges["y"].difference.value == pytest.approx(-1 / 3)
    assert found.overall.difference.value == pytest.approx(1 / 3)
