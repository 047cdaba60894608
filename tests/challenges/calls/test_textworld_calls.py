"""Challenges are made and registered as TextWorld's users do."""

import argparse
import dataclasses
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from twbench import GameOptions, challenges
from twbench.challenges import (
    CHALLENGES,
    coin_collector,
    cooking,
    register,
    simple,
    treasure_hunter,
)
from twbench.errors import ConfigError, InputWarning
from twbench.generator import Game, make_game

MADE = {
    "coin_collector": (coin_collector, {"level": 103}),
    "cooking": (cooking, {"recipe": 2, "take": 1, "go": 6, "cook": True, "split": "valid"}),
    "simple": (simple, {"rewards": "dense", "goal": "brief"}),
    "treasure_hunter": (treasure_hunter, {"level": 12}),
}


def options(seed: int = 7) -> GameOptions:
    chosen = GameOptions()
    chosen.seeds = seed
    return chosen


@pytest.mark.parametrize("name", MADE)
def test_a_module_makes_the_game_of_its_challenge(name: str) -> None:
    module, settings = MADE[name]
    challenge = challenges.get(name)
    expected = challenge.make(challenge.settings(**settings), options())
    made = module.make(settings, options())
    entities = made.metadata.pop("entities")
    assert made.serialize() == expected.serialize()
    rooms = [info.name for info in made.infos.values() if info.type == "r"]
    assert sorted(entities) == sorted(made.objects_names + rooms)


def test_a_level_that_there_is_not_is_a_value_error() -> None:
    for module, levels in ((coin_collector, (0, 301)), (treasure_hunter, (0, 31))):
        for level in levels:
            with pytest.raises(ValueError, match=f"level must be between 1 and .*, not {level}"):
                module.make({"level": level}, options())


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"lvel": 3}, "has no setting 'lvel'.*Did you mean 'level'"),
        ({}, "needs the setting 'level'"),
        ({"level": "3"}, "level must be a whole number, not '3'"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        coin_collector.make(settings, options())


def test_what_else_a_script_keeps_with_the_settings_means_nothing() -> None:
    settings = {"rewards": "dense", "goal": "brief"}
    with pytest.warns(InputWarning, match=r"simple has no setting 'seed'; it has rewards, goal,"):
        made = simple.make({**settings, "seed": 4}, options())
    assert made.serialize() == simple.make(settings, options()).serialize()
    with pytest.warns(InputWarning, match="no setting 'sublevel'"):
        coin_collector.make({"level": 3, "sublevel": 2}, options())
    with pytest.raises(ConfigError, match=r"no setting 'sublevel'.*Did you mean 'level'"):
        coin_collector.make({"sublevel": 2}, options())


FLAGS_BY_ANY_NAME = {False: (0, None, 0.0, np.False_), True: (1, np.True_, np.int64(1))}


@pytest.mark.parametrize("flag", FLAGS_BY_ANY_NAME)
def test_flags_and_numbers_may_be_each_other_as_in_textworld(flag: bool) -> None:
    def made(value: Any) -> dict[str, Any]:
        settings = {"recipe": np.int64(1), "take": True, "go": np.int64(1), "open": value}
        return cooking.make(settings, options()).serialize()

    expected = cooking.make({"recipe": 1, "take": 1, "go": 1, "open": flag}, options()).serialize()
    for value in FLAGS_BY_ANY_NAME[flag]:
        assert json.dumps(made(value)) == json.dumps(expected)


@pytest.mark.parametrize("value", ["no", "", 2, []])
def test_what_is_no_flag_is_refused_though_textworld_takes_its_truth(value: Any) -> None:
    with pytest.raises(ConfigError, match="open must be true or false, not "):
        cooking.make({"open": value}, options())
    with pytest.raises(ConfigError, match=r"go must be one of 1, 6, 9, 12, not 6\.0"):
        cooking.make({"go": 6.0}, options())


def test_the_challenges_go_by_the_names_of_textworld() -> None:
    names = ["tw-coin_collector", "tw-cooking", "tw-simple", "tw-treasure_hunter"]
    assert sorted(CHALLENGES) == names
    assert len(CHALLENGES) == 4
    assert CHALLENGES["tw-simple"] is CHALLENGES["simple"] is challenges.get("simple")
    assert "tw-simple" in CHALLENGES
    assert "tw-chess" not in CHALLENGES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("settings")
    group.add_argument("--nb-locations", type=int, required=True, help="how many rooms")
    group.add_argument("--kind", choices=["plain", "fancy"], default="plain")
    group.add_argument("--note")
    group.add_argument("--quiet", action="store_true")


def make(settings: Mapping[str, Any], given: GameOptions) -> Game:
    assert settings["kind"] == "plain"
    given.nb_rooms = settings["nb_locations"]
    return make_game(given)


@pytest.fixture
def mine() -> Iterator[challenges.Challenge]:
    challenge = register(name="my-challenge", desc="Mine.", make=make, add_arguments=add_arguments)
    yield challenge
    CHALLENGES.forget([challenge])


def test_a_challenge_is_registered_by_its_parser(mine: challenges.Challenge) -> None:
    assert CHALLENGES["my-challenge"] is mine
    assert "my-challenge" in list(CHALLENGES)
    settings = mine.settings(nb_locations=3)
    assert (settings.kind, settings.note, settings.quiet) == ("plain", None, False)
    assert len(mine.make(settings, options()).world.rooms) == 3
    with pytest.raises(TypeError, match="nb_locations"):
        mine.settings()
    with pytest.raises(ConfigError, match="already a challenge called 'my-challenge'"):
        register(name="my-challenge", desc="", make=make, add_arguments=add_arguments)


def test_options_of_several_values_and_options_that_a_function_reads() -> None:
    made: list[Mapping[str, Any]] = []

    def add_several(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--names", nargs="+", default=["saw"])
        parser.add_argument("--sizes", nargs=2, type=int)
        parser.add_argument("--doubled", type=lambda text: 2 * int(text), default=2)

    def note(settings: Mapping[str, Any], given: GameOptions) -> Game:
        made.append(settings)
        return make_game(given)

    challenge = register(name="several", desc="", make=note, add_arguments=add_several)
    CHALLENGES.forget([challenge])
    challenge.make(challenge.settings(), options())
    challenge.make(challenge.settings(names=("nail",), sizes=(1, 2), doubled=6), options())
    assert made == [
        {"names": ["saw"], "sizes": None, "doubled": 2},
        {"names": ["nail"], "sizes": [1, 2], "doubled": 6},
    ]
    kinds = {field.name: field.type for field in dataclasses.fields(challenge.settings)}
    assert kinds == {"names": list[str], "sizes": list[int] | None, "doubled": int}
    assert challenge.settings().names is not challenge.settings().names
