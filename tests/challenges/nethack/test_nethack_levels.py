"""Levels of NetHack are drawn by their settings and seed alone, and won by their walkthroughs."""

import argparse
import dataclasses
from importlib.util import find_spec
from typing import Any

import pytest

from twbench import challenges
from twbench.challenges.nethack import LEVELS, settings
from twbench.challenges.nethack.navigation import joined_rooms
from twbench.challenges.nethack.things import ACTIVITIES
from twbench.challenges.registry import Challenge
from twbench.challenges.setting_options import add_settings
from twbench.errors import ConfigError, TwbenchError
from twbench.families import get
from twbench.minihack.levels.plan import DIRECTIONS, find_way
from twbench.seeding import Rng

played = pytest.mark.skipif(find_spec("nle") is None, reason="NLE is not installed: make minihack")

WITHOUT_CHANCE: list[tuple[str, dict[str, Any]]] = [
    ("room", {"size": 15, "places": "corners", "lit": False, "traps": 10}),
    ("corridors", {"rooms": 6, "lit": False}),
    ("maze", {"width": 21, "height": 11, "mapped": True}),
    ("river", {"breadth": 2, "boulders": 12}),
    ("lava", {"share": 0.3}),
]
WITH_CHANCE: list[tuple[str, dict[str, Any]]] = [
    ("room", {"size": 10, "monsters": 3, "traps": 5}),
    ("corridors", {"doors": True}),
    ("key_room", {"size": 12, "lit": False}),
    *(("lava", {"means": means}) for means in ("potion", "ring", "boots")),
    ("hide_and_seek", {"monsters": 2}),
    ("quest", {"tasks": 3, "rooms": 3, "doors": True}),
]


def made(name: str, wanted: dict[str, Any], seed: int) -> dict[str, Any]:
    challenge = challenges.get(f"minihack_{name}")
    return get("minihack").make(challenge, challenge.settings(**wanted), seed, {})


def proven(name: str, wanted: dict[str, Any], count: int) -> int:
    """Return how many of some levels are won by their walkthroughs, in a NetHack of their own."""
    family, won = get("minihack"), 0
    for seed in range(count):
        try:
            game = made(name, wanted, seed)
        except TwbenchError:
            continue
        files = family.seal(game, name)
        won += family.replay(files, family.describe(game, files)) is None
    return won


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_each_setting_says_what_it_is_for_and_what_is_lit_may_be_dark(level: Challenge) -> None:
    parser = argparse.ArgumentParser()
    add_settings(parser, level.settings)
    assert all(action.help for action in parser._actions)
    if hasattr(level.settings(), "lit"):
        assert [parser.parse_args(line).lit for line in ([], ["--lit"], ["--no-lit"])] == [
            *(True, True, False)
        ]


def test_they_are_registered() -> None:
    assert [level.name for level in LEVELS] == [
        *("minihack_corridors", "minihack_hide_and_seek", "minihack_key_room", "minihack_lava"),
        *("minihack_level", "minihack_maze", "minihack_quest", "minihack_river", "minihack_room"),
        *("minihack_skill", "minihack_task"),
    ]
    assert {level.family for level in LEVELS} == {"minihack"}


@pytest.mark.parametrize(("name", "wanted"), WITHOUT_CHANCE)
def test_what_has_no_chance_is_planned_without_nethack(name: str, wanted: dict[str, Any]) -> None:
    game = made(name, wanted, 3)
    assert game == made(name, wanted, 3)
    assert game["walkthrough"] != made(name, wanted, 4)["walkthrough"]
    assert set(game["walkthrough"]) <= set(DIRECTIONS)
    assert "events" not in game or game["events"] == []


def test_a_level_is_the_same_whatever_the_settings_are_called_with() -> None:
    row = get("minihack").describe(made("maze", {}, 1))
    assert row["objective"] == "Reach the stairs down."
    assert row["quest_length"] == len(row["walkthrough"]) > 8
    assert row["map_hash"]
    assert row["structure_hash"]


@pytest.mark.parametrize(
    ("level", "message"),
    [
        (lambda: settings.RoomLevel(size=2), "size must be a whole number between 3 and 20, not 2"),
        (lambda: settings.RoomLevel(monster="nwet"), "Did you mean 'newt'"),
        (lambda: settings.MazeLevel(width=10), "width must be an odd number, not 10"),
        (
            lambda: settings.RiverLevel(breadth=2, boulders=1),
            "must be .* between 2 and 12",
        ),
        (lambda: settings.LavaLevel(share=0.9), "share must be a number above 0"),
        (lambda: settings.LavaLevel(means="wings"), "means must be one of 'way', 'potion'"),
        (lambda: settings.HidingLevel(hideouts=0.9), "share of the squares of 0 to 0.3"),
        (lambda: settings.SkillLevel(activity="eat", thing="robe"), "thing must be one of ''"),
        (lambda: settings.QuestLevel(tasks=True), "tasks must be a whole number"),
    ],
)
def test_settings_judge_themselves(level: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        level()


@pytest.mark.parametrize("count", [2, 6])
def test_joined_rooms_can_all_be_reached(count: int) -> None:
    for seed in range(8):
        joined = joined_rooms(Rng(seed), count, doors=True)
        first = joined.rooms[0][0]
        assert len(joined.doors) == 2 * (count - 1)
        for room in joined.rooms:
            for at in (room[0], room[-1]):
                assert find_way(joined.rows, first, at, doors=True) is not None
        assert find_way(joined.rows, first, joined.rooms[-1][0]) is None


@played
@pytest.mark.parametrize(("name", "wanted"), [*WITHOUT_CHANCE, *WITH_CHANCE])
def test_levels_are_won_by_their_walkthroughs(name: str, wanted: dict[str, Any]) -> None:
    assert proven(name, wanted, 4) >= 2


@played
@pytest.mark.slow
@pytest.mark.parametrize("activity", ACTIVITIES)
def test_each_thing_can_be_used(activity: str) -> None:
    for thing in ACTIVITIES[activity].things:
        wanted = {"activity": activity, "thing": thing, "distractors": 2}
        assert proven("skill", wanted, 2) == 2, thing


@played
def test_what_is_recorded_with_monsters_about_is_the_same_again() -> None:
    wanted = dataclasses.asdict(settings.HidingLevel(monsters=2))
    assert made("hide_and_seek", wanted, 5) == made("hide_and_seek", wanted, 5)
