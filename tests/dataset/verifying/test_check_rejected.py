"""Which candidates were not taken follows from the plan and from those that were."""

from typing import Any

import pytest
from configs import config

from twbench.dataset.building.chunk_writer import rejection_row
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.verifying.check_rejected import rebuild_rejected, rejected_faults

PLAN = Plan(parse_build(config()).recipe)

TAKEN = {Slot("train", 0): 2, Slot("train", 1): 0, Slot("valid", 0): 1}

ORDER = "it has not each candidate before those that were taken, once and in order"


def rows() -> list[dict[str, Any]]:
    """Return the records of the three candidates before those that were taken."""
    places = [(Slot("train", 0), 0), (Slot("train", 0), 1), (Slot("valid", 0), 0)]
    return [rejection_row(PLAN.spec(*place), "not_generated", "Bad luck.") for place in places]


def faults(records: list[dict[str, Any]]) -> list[str]:
    return list(rejected_faults(records, PLAN, TAKEN))


def test_all_earlier_candidates_are_recorded_once_and_in_order() -> None:
    assert faults(rows()) == []
    for wrong in (rows()[1:], rows()[::-1], [*rows(), rows()[-1]], []):
        assert faults(wrong) == [ORDER]
    assert list(rejected_faults([], PLAN, {Slot("test", 0): 0})) == []


@pytest.mark.parametrize(
    ("column", "value"), [("seed", 1), ("challenge", "custom"), ("params", '{"level":9}')]
)
def test_what_the_plan_says_cannot_be_otherwise(column: str, value: object) -> None:
    records = rows()
    records[1][column] = value
    assert faults(records) == [f"candidate 1 for train 0: {column} is not as planned"]


@pytest.mark.parametrize(
    ("reason", "game_id", "structure_hash", "is_sound"),
    [
        ("duplicate", "tw-1", "a", True),
        ("duplicate", "tw-1", None, False),
        ("duplicate", None, "a", False),
        ("not_generated", "tw-1", "a", False),
        ("not_generated", None, None, True),
    ],
)
def test_only_games_that_were_refused_are_told_of(
    reason: str, game_id: str | None, structure_hash: str | None, is_sound: bool
) -> None:
    records = rows()
    records[0].update(reason=reason, game_id=game_id, structure_hash=structure_hash)
    expected = [] if is_sound else ["candidate 0 for train 0: its game does not go with its reason"]
    assert faults(records) == expected


@pytest.mark.usefixtures("fake_items")
def test_a_candidate_that_is_made_anew_is_the_same() -> None:
    """Here by stand-ins for the making of games, some of which are not generated."""
    made = 0
    for attempt in range(40):
        spec = PLAN.spec(Slot("train", 0), attempt)
        row = rejection_row(spec, "not_generated", "Bad luck.")
        found = rebuild_rejected(row, PLAN)
        if not found:
            wrong = rebuild_rejected({**row, "detail": "Good luck."}, PLAN)
            assert wrong == [
                f"candidate {attempt} for train 0: making it anew gives another detail"
            ]
            continue
        made += 1
        assert {fault.rsplit(" ", 1)[1] for fault in found} == {"game_id", "structure_hash"}
    assert 0 < made < 40


@pytest.mark.parametrize("reason", ["crashed", "over_budget", "out_of_memory"])
def test_what_was_given_up_may_be_made_elsewhere(reason: str) -> None:
    assert rebuild_rejected(rejection_row(PLAN.spec(Slot("train", 0), 0), reason, ""), PLAN) == []
