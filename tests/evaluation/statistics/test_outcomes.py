"""What an episode counts for, worked by hand."""

from dataclasses import fields

import pytest

from twbench.evaluation.statistics.outcomes import Outcome


def outcome(**values: object) -> Outcome:
    unknown = dict.fromkeys(field.name for field in fields(Outcome))
    row = {**unknown, "game_id": "g", "challenge": "x", "status": "done", "max_score": 4}
    return Outcome.of({**row, **values})


@pytest.mark.parametrize(
    ("values", "score", "missing"),
    [
        ({"normalized_score": 0.5}, 0.5, False),
        ({"normalized_score": 0.5, "failed_by": "agent"}, 0.5, False),
        ({"normalized_score": None, "failed_by": "agent"}, 0.0, False),
        ({"normalized_score": None, "failed_by": "agent", "max_score": None}, None, False),
        ({"normalized_score": 0.5, "failed_by": "story"}, None, True),
        ({"normalized_score": 0.5, "failed_by": "machine"}, None, True),
        ({"normalized_score": None, "failed_by": "service"}, None, True),
        ({"normalized_score": None, "max_score": None}, None, False),
        ({"normalized_score": None, "max_score": -1}, None, False),
        ({"normalized_score": None, "failed_by": "agent", "max_score": -1}, None, False),
        ({"normalized_score": None}, None, True),  # lost with its process
    ],
)
def test_what_counts_as_the_score(
    values: dict[str, object], score: float | None, missing: bool
) -> None:
    found = outcome(**values)
    assert (found.score, found.missing) == (score, missing)


@pytest.mark.parametrize(
    ("values", "success"),
    [
        ({"normalized_score": 1.0, "won": True}, 1.0),
        ({"normalized_score": 1.0, "won": False}, 0.0),
        ({"normalized_score": 1.0, "won": None}, None),
        ({"won": None, "failed_by": "agent"}, 0.0),
        ({"normalized_score": 1.0, "won": True, "failed_by": "machine"}, None),
    ],
)
def test_what_counts_as_won(values: dict[str, object], success: float | None) -> None:
    assert outcome(**values).success == success


@pytest.mark.parametrize(
    ("won", "optimal", "turns", "weighted"),
    [
        (True, 10, 10, 1.0),  # the shortest way
        (True, 10, 20, 0.5),  # twice as long
        (True, 10, 40, 0.25),
        (True, 10, 8, 1.0),  # shorter than the walkthrough counts no more
        (False, 10, 8, 0.0),
        (True, 0, 0, 1.0),
        (True, None, 8, None),
        (False, None, 8, None),
        (True, 10, None, None),
    ],
)
def test_success_weighted_by_path_length(
    won: bool, optimal: int | None, turns: int | None, weighted: float | None
) -> None:
    found = outcome(normalized_score=1.0, won=won, optimal_length=optimal, turns=turns)
    assert found.path_success == weighted


def test_an_agent_that_fails_before_the_first_turn_has_not_gone_the_way() -> None:
    found = outcome(status="crashed", failed_by="agent", optimal_length=10)
    assert found.path_success == 0.0
