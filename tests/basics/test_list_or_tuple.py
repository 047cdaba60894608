"""A list that equals tuples too."""

import json

from twbench.utils.own_values import ListOrTuple


def test_lists_and_tuples_are_equal_to_them() -> None:
    steps = ListOrTuple(["go east", "take coin"])
    assert steps == ["go east", "take coin"]
    assert steps == ("go east", "take coin")
    assert ("go east", "take coin") == steps  # noqa: SIM300  (the other way round)
    assert steps != ("go east",)
    assert steps != ["go east"]
    assert not steps != ("go east", "take coin")  # noqa: SIM202  (both operators are defined)
    assert steps != "go east"


def test_they_are_added_to_either() -> None:
    steps = ListOrTuple(["take coin"])
    assert ("go east",) + steps == ("go east", "take coin")  # noqa: RUF005
    assert ["go east"] + steps == ["go east", "take coin"]  # noqa: RUF005
    assert steps + ["look"] == ["take coin", "look"]  # noqa: RUF005


def test_json_has_them_as_lists() -> None:
    assert json.dumps(ListOrTuple(["look"])) == '["look"]'
