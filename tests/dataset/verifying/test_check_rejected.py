"""Which candidates were not taken follows from the plan and from those that were."""

from typing import Any

import pytest
from configs import config

from twbench.dataset.building.chunk_writer import rejection_row
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.items.deduplication import CandidateGame, Conflict
from twbench.dataset.verifying.check_rejected import (
    Candidate,
    rebuild_rejected,
    rejected_faults,
    verdict_faults,
)

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
        found, candidate = rebuild_rejected(row, PLAN)
        if not found:
            wrong, _ = rebuild_rejected({**row, "detail": "Good luck."}, PLAN)
            assert candidate is None
            assert wrong == [
                f"candidate {attempt} for train 0: making it anew gives another detail"
            ]
            continue
        made += 1
        assert candidate is not None
        assert candidate.verdict == ("not_generated", "Bad luck.")
        assert {fault.rsplit(" ", 1)[1] for fault in found} == {"game_id", "structure_hash"}
    assert 0 < made < 40


@pytest.mark.parametrize("reason", ["crashed", "over_budget", "out_of_memory"])
def test_what_was_given_up_may_be_made_elsewhere(reason: str) -> None:
    row = rejection_row(PLAN.spec(Slot("train", 0), 0), reason, "")
    assert rebuild_rejected(row, PLAN) == ([], None)


@pytest.mark.usefixtures("slow_machine")
def test_a_slower_machine_finds_the_same() -> None:
    found = []
    for seconds in (None, 60):
        plan = Plan(parse_build(config(dataset__budget={"seconds": seconds})).recipe)
        spec = plan.spec(Slot("train", 0), 0)
        found.append(rebuild_rejected(rejection_row(spec, "duplicate", "", "tw-1", "a"), plan))
    assert found[0][1] is not None
    assert found[0] == found[1]


def test_time_is_no_reason_where_nothing_limits_it() -> None:
    records = rows()
    records[2]["reason"] = "over_budget"
    assert faults(records) == ["candidate 0 for valid 0: nothing has limited its time"]
    limited = Plan(parse_build(config(dataset__budget={"seconds": 60})).recipe)
    assert list(rejected_faults(records, limited, TAKEN)) == []


def game(name: str, structure: str) -> dict[str, Any]:
    """Return what a row says that games are compared by."""
    return {
        "game_id": f"tw-{name}",
        "challenge": "coin_collector",
        "structure_hash": structure,
        "puzzle_hash": f"{structure} puzzle",
        "map_hash": None,
    }


def rejection(split: str, name: str, structure: str, verdict: Conflict) -> Candidate:
    columns = game(name, structure)
    return Candidate(Slot(split, 0), 0, CandidateGame(**columns), verdict)


def test_games_stand_in_the_way_of_others_as_it_is_told() -> None:
    """Train has "a" before others are judged; nothing but what somebody has can be in the way."""
    taken = [
        (Slot("train", 0), {"attempt": 0, **game("1", "a")}),
        (Slot("train", 1), {"attempt": 0, **game("2", "b")}),
        (Slot("valid", 0), {"attempt": 1, **game("3", "c")}),
    ]
    twice = Conflict("duplicate", "The same game as number 0 of split train.")
    shared = Conflict("shared_structure", "The same structure as a game of split train.")
    sound = {
        "twice": rejection("valid", "1", "a", twice),
        "shared": rejection("valid", "4", "a", shared),
    }
    assert {one: list(verdict_faults([found], taken, PLAN)) for one, found in sound.items()} == {
        "twice": [],
        "shared": [],
    }
    told = "candidate 0 for valid 0: it was not rejected for the reason that is told"
    for forged in (
        rejection("valid", "4", "d", twice),
        rejection("valid", "4", "d", shared),
        rejection("valid", "4", "a", twice),
        rejection("valid", "1", "a", shared),
        rejection("valid", "3", "c", twice),  # itself, which was taken later
    ):
        assert list(verdict_faults([forged], taken, PLAN)) == [told]
