"""How a part of the splits is told, and which plans cannot be of one."""

import pytest

from twbench.evaluation.settings.part import SplitPart


def test_a_part_says_how_many_of_how_many() -> None:
    assert SplitPart(20, 500).told(["test"], 20) == "first 20 of 500 games"
    told = SplitPart(20, 510).told(["valid", "test"], 30)
    assert told == "first 20 of each, 30 of 510 games"


def test_a_record_without_a_part_is_of_whole_splits() -> None:
    assert SplitPart.recorded({"games": 20}) is None
    assert SplitPart.recorded({"part": {"first": 2, "of": 5}}) == SplitPart(2, 5)


@pytest.mark.parametrize(
    ("counts", "problem"),
    [
        ([20], None),
        ([20, 3], None),
        ([19], "it has not the first 20 games of a split"),
        ([21], "it has not the first 20 games of a split"),
        ([20, 21], "it has not the first 20 games of a split"),
        ([], "it has not the first 20 games of a split"),
        ([20, 20], "it is of a part of 40 games, and has 40"),
    ],
)
def test_what_a_plan_must_have(counts: list[int], problem: str | None) -> None:
    found = SplitPart(20, 40).problem(counts)
    assert found == problem or (problem and found and found.startswith(problem))


def test_a_plan_of_nothing_is_of_no_part() -> None:
    assert SplitPart(0, 40).problem([]) == "it has not the first 0 games of a split."
