"""Levels are data; whatever is wrong with them is said with its place."""

from typing import Any

import pytest
from level_calls import RandomLevel

from twbench.errors import ConfigError
from twbench.hashing import canonical_json
from twbench.minihack import LevelGenerator, LevelSpecification

KEY_ROOM = {
    "map": "-----\n|...+\n-----",
    "flags": ["hardfloor"],
    "calls": [
        {"set_start_pos": [[1, 1]]},
        {"add_door": {"state": "locked", "place": [4, 1]}},
        {"add_object": ["skeleton key", "(", [2, 1]]},
        {"wallify": None},
    ],
}


def test_a_specification_makes_the_same_calls() -> None:
    level = LevelGenerator(map="-----\n|...+\n-----", flags=("hardfloor",))
    level.set_start_pos((1, 1))
    level.add_door("locked", (4, 1))
    level.add_object("skeleton key", "(", (2, 1))
    level.wallify()
    assert LevelSpecification.from_data(KEY_ROOM).des() == level.get_des()


def test_data_come_back() -> None:
    for seed in range(50):
        read = LevelSpecification.from_data(RandomLevel(seed).data())
        again = LevelSpecification.from_data(read.data())
        assert again == read
        assert again.des() == read.des()
        canonical_json(read.data())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], r"^level is a mapping"),
        ({"wide": 3}, "no key 'wide'"),
        ({"flag": 3}, "Did you mean 'flags'"),
        ({"calls": {"add_sink": []}}, r"level\.calls is a list"),
        ({"calls": ["add_sink"]}, r"level\.calls\[0\] is a mapping"),
        ({"calls": [{"add_sink": [], "wallify": []}]}, "has one key"),
        ({"calls": [{"add_snk": []}]}, r"calls\[0\]: there is no method 'add_snk'.*'add_sink'"),
        ({"calls": [{"get_des": []}]}, "no method 'get_des'"),
        ({"calls": [{"__init__": []}]}, "no method '__init__'"),
        ({"calls": [{"add_sink": "random"}]}, "a list or a mapping"),
        ({"calls": [{"add_sink": {"plase": None}}]}, "Did you mean 'place'"),
        ({"calls": [{"add_gold": []}]}, r"level\.calls\[0\]\.add_gold: missing a required"),
        ({"calls": [{"add_sink": []}, {"add_sink": [[9, 9]]}]}, r"level\.calls\[1\]\.add_sink: "),
        ({"w": "wide"}, r"^level: The width of a map"),
    ],
)
def test_faults_are_told_with_their_place(data: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        LevelSpecification.from_data(data)
