import pytest
from configs import config

from twbench.dataset.config.mixture import refuse_overruled
from twbench.errors import ConfigError

TWO_LEVELS = {
    "near": {"challenge": {"level": 3}, "grammar": {"theme": "basic"}},
    "far": {"challenge": {"level": 9}},
}
OTHER_CHALLENGE = {"hunt": {"challenge": {"name": "treasure_hunter", "level": 3}}}
THREE_SPLITS = {"train": 2, "valid": 2, "test": 2}
PER_SPLIT = {"train": {"challenge": {"level": 3}}, "test": {"challenge": {"level": 4}}}


@pytest.mark.parametrize(
    ("changes", "key", "places"),
    [
        (
            {"dataset__mixture": TWO_LEVELS},
            "challenge.level",
            r"dataset\.mixture\.far\.challenge\.level and .*\.near\.challenge\.level lie",
        ),
        (
            {"dataset__mixture": TWO_LEVELS},
            "challenge.level.choice",
            r"dataset\.mixture\.far\.challenge\.level and",
        ),
        (
            {"dataset__mixture": OTHER_CHALLENGE},
            "challenge.level",
            r"dataset\.mixture\.hunt\.challenge\.name lies over it\. Set that instead",
        ),
        (
            {"dataset__mixture": OTHER_CHALLENGE},
            "challenge",
            r"dataset\.mixture\.hunt\.challenge\.name lies",
        ),
        (
            {"dataset__splits": {"train": 2, "test": 2}, "dataset__per_split": PER_SPLIT},
            "challenge.level",
            r"dataset\.per_split\.test\.challenge\.level and dataset\.per_split\.train\.challenge",
        ),
        (
            {
                "dataset__splits": {"train": 2, "test": 2},
                "dataset__per_split": PER_SPLIT,
                "dataset__mixture": TWO_LEVELS,
            },
            "challenge.level",
            r"dataset\.per_split\.test\.challenge\.level and dataset\.per_split\.train\.challenge",
        ),
    ],
)
def test_a_setting_that_all_members_change_is_refused(changes, key, places):
    with pytest.raises(ConfigError, match=rf"^{key} changes no game: {places}"):
        refuse_overruled([key], config(**changes))


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"dataset__mixture": TWO_LEVELS}, "grammar.theme"),
        ({"dataset__mixture": TWO_LEVELS}, "challenge"),
        ({"dataset__mixture": TWO_LEVELS}, "challenge.name"),
        ({"dataset__mixture": TWO_LEVELS}, "dataset.mixture.far.challenge.level"),
        ({"dataset__mixture": {**OTHER_CHALLENGE, "plain": {}}}, "challenge.level"),
        (
            {
                "dataset__splits": {"train": 2, "valid": 2, "test": 2},
                "dataset__per_split": PER_SPLIT,
            },
            "challenge.level",
        ),
        ({}, "challenge.level"),
        (
            {"challenge__level": 7, "dataset__mixture": {"same": {"challenge": {"level": 7}}}},
            "challenge.level",
        ),
    ],
)
def test_a_setting_of_some_games_is_taken(changes, key):
    refuse_overruled([key], config(**changes))
