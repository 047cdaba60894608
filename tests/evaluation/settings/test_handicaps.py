"""The protocols of the Jericho paper, and the handicaps that a protocol grants."""

import dataclasses

import pytest

from twbench.errors import ConfigError
from twbench.evaluation.settings.protocol import TRACKS, Counted, GameSeed, Protocol, handicaps_of

ALL = [
    "fixed seed",
    "save and restore",
    "templates and vocabulary",
    "object tree",
    "valid actions",
]


def test_the_agents_without_training_have_a_thousand_commands_and_no_handicap() -> None:
    protocol = TRACKS["jericho"]
    assert (protocol.max_turns, protocol.counted) == (1000, Counted.COMMANDS)
    assert protocol.game_seed is GameSeed.DRAWN
    assert protocol.handicaps == ()


def test_the_agents_that_learn_have_a_hundred_valid_commands_and_the_handicaps_of_drrn() -> None:
    protocol = TRACKS["jericho_valid"]
    assert (protocol.max_turns, protocol.counted) == (100, Counted.VALID)
    assert protocol.handicaps == (
        *("save and restore", "templates and vocabulary", "valid actions"),
    )


@pytest.mark.parametrize(
    ("change", "handicaps"),
    [
        ({}, []),
        ({"game_seed": GameSeed.FIXED}, ["fixed seed"]),
        ({"lookahead": 5}, ["save and restore"]),
        ({"infos": ("feedback", "inventory")}, ["save and restore"]),
        ({"infos": ("feedback", "vocabulary")}, ["templates and vocabulary"]),
        ({"infos": ("feedback", "surrounding_objects")}, ["object tree"]),
        ({"infos": ("feedback", "valid_actions")}, ["valid actions"]),
        ({"infos": ("feedback", "score", "max_score", "moves")}, []),
        (
            {
                "infos": ("feedback", "valid_actions", "object_tree", "templates"),
                "lookahead": 1,
                "game_seed": GameSeed.FIXED,
            },
            ALL,
        ),
    ],
)
def test_what_is_granted_says_which_handicaps_there_are(change, handicaps) -> None:
    protocol = dataclasses.replace(Protocol(), **change)
    assert list(protocol.handicaps) == handicaps
    told = protocol.to_json()
    seed = told.get("game_seed", "drawn")
    assert list(handicaps_of(told["infos"], told["lookahead"], seed)) == handicaps


def test_protocols_without_the_newer_settings_keep_their_hashes() -> None:
    told = TRACKS["text"].to_json()
    assert not {"counted", "game_seed"} & told.keys()
    assert TRACKS["text"].hash == (
        "691d2ebe001d686e8535918327caeb7c08050f9cc4db272a8f34599e368d937c"
    )
    assert Protocol.from_json({**told, "counted": "moves", "game_seed": "drawn"}).hash == (
        TRACKS["text"].hash
    )


@pytest.mark.parametrize("change", [{"counted": Counted.VALID}, {"game_seed": GameSeed.FIXED}])
def test_the_newer_settings_are_in_the_hash_and_come_back(change) -> None:
    protocol = dataclasses.replace(TRACKS["text"], **change)
    assert protocol.hash != TRACKS["text"].hash
    assert Protocol.from_json(protocol.to_json()) == protocol


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"counted": "steps"}, r"protocol\.counted must be one of moves, commands, valid_commands"),
        ({"game_seed": "random"}, r"protocol\.game_seed must be one of drawn, fixed"),
        ({"game_seed": 3}, r"protocol\.game_seed"),
    ],
)
def test_other_values_are_refused(setting, message) -> None:
    with pytest.raises(ConfigError, match=message):
        Protocol.from_json({**TRACKS["text"].to_json(), **setting})
