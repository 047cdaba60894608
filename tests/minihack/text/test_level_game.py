"""A game on a level is data, and what is wrong with it is told with its place."""

import json
from math import inf
from pathlib import Path
from typing import Any

import pytest

from twbench.errors import ConfigError, GameFileError
from twbench.minihack.text.game import LevelGame

APPLE = {
    "family": "minihack",
    "level": {"w": 3, "h": 2, "calls": [{"add_object": ["apple", "%", [1, 1]]}]},
    "seed": 7,
    "events": [
        {"eat": {"name": "apple", "reward": 2}},
        {"message": {"msgs": ["delicious"], "terminal_required": False}},
    ],
    "objective": "Eat the apple.",
    "walkthrough": ["southeast", "eat apple"],
}


def test_data_come_back(tmp_path: Path) -> None:
    game = LevelGame.from_data(APPLE)
    assert LevelGame.from_data(json.loads(json.dumps(game.data()))) == game
    (tmp_path / "game.json").write_text(json.dumps(APPLE))
    assert LevelGame.read(tmp_path / "game.json") == game


def _eat(name: str, reward: float = 1, **ends: bool) -> dict[str, Any]:
    return {"eat": {"name": name, "reward": reward, **ends}}


OPTIONAL = {"terminal_required": False}
ENOUGH = {"terminal_required": False, "terminal_sufficient": True}


@pytest.mark.parametrize(
    ("events", "most", "wanted"),
    [
        ([], 1, []),
        ([_eat("pear", 2), _eat("apple", 3)], 5, ["pear", "apple"]),
        ([_eat("pear", 2), _eat("apple", 3, **OPTIONAL)], 5, ["apple", "pear"]),
        ([_eat("pear", 2), _eat("apple", 0, **OPTIONAL)], 2, ["pear"]),
        ([_eat("pear", 2), _eat("apple", -1, repeatable=True, **OPTIONAL)], 2, ["pear"]),
        ([_eat("pear", 2), _eat("apple", -1)], 1, ["pear", "apple"]),
        ([_eat("pear", 2), _eat("apple", 3, **ENOUGH)], 2, ["pear"]),
        ([_eat("pear", 2, **ENOUGH), _eat("apple", 3, **ENOUGH)], 3, ["apple"]),
        ([_eat("pear", terminal_sufficient=True), _eat("apple")], 2, ["apple", "pear"]),
        ([_eat("pear", 2, repeatable=True)], 2, ["pear"]),
        ([_eat("pear", 2, repeatable=True), _eat("apple", 3, **OPTIONAL)], 5, ["apple", "pear"]),
        ([_eat("pear", 2, repeatable=True), _eat("apple")], inf, ["pear", "apple"]),
        ([_eat("pear", 2), _eat("apple", repeatable=True, **OPTIONAL)], inf, ["apple", "pear"]),
    ],
)
def test_the_highest_score_has_what_gives_points(
    events: list[Any], most: float, wanted: list[str]
) -> None:
    data = {"family": "minihack", "level": {"w": 2, "h": 2}, "events": events}
    game = LevelGame.from_data(data)
    assert game.max_score() == most
    assert [arguments["name"] for _, arguments in game.wanted()] == wanted


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([], "Reach the stairs down."),
        ([{"eat": {"name": "pear"}}], "Eat the pear."),
        (
            [
                {"kill": {"name": "newt"}},
                {"wear": {"name": "helm", "terminal_required": False}},
                {"positional": {"place_name": "altar", "action_name": "pray"}},
                {"coordinate": {"coordinates": [4, 2]}},
            ],
            "Kill the newt, pray at the altar and reach the square 4, 2 of the map.",
        ),
        (
            [
                {"wield": {"name": "dagger"}},
                {"amulet": {"terminal_sufficient": True, "terminal_required": False}},
            ],
            "Wield the dagger or put on an amulet.",
        ),
        (
            [
                {"eat": {"name": "pear"}},
                {"location": {"location": "sink", "terminal_sufficient": True}},
            ],
            "Reach the sink.",
        ),
        (
            [{"message": {"msgs": ["Yum", "Yuck"], "terminal_required": False}}],
            'See the message "Yum" or "Yuck".',
        ),
        (
            [{"wear": {"name": "a helm"}}, {"kill": {"name": "the newt"}}],
            "Wear the helm and kill the newt.",
        ),
        ([{"eat": {"name": "pear"}}, {"eat": {"name": "pear", "reward": 2}}], "Eat the pear."),
        (
            [{"positional": {"place_name": "the altar", "action_name": "PRAY"}}],
            "Pray at the altar.",
        ),
        (
            [
                {"eat": {"name": "pear"}},
                {"kill": {"name": "newt"}},
                {"amulet": {"terminal_sufficient": True, "terminal_required": False}},
            ],
            "Eat the pear and kill the newt, or put on an amulet.",
        ),
    ],
)
def test_without_an_objective_the_events_are_told(events: list[Any], told: str) -> None:
    for unsaid in ({}, {"objective": ""}):
        data = {"family": "minihack", "level": {"w": 2, "h": 2}, "events": events, **unsaid}
        assert LevelGame.from_data(data).objective == told


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"family": "textworld"}, '"family": "minihack"'),
        ({"events": [{"eats": {}}]}, r"events\[0\]: there is no event 'eats'.*Did you mean 'eat'"),
        ({"events": [{"eat": {}}]}, r"events\[0\]\.eat: missing a required argument: 'name'"),
        ({"events": [{"eat": {"name": "x", "score": 1}}]}, r"events\[0\]\.eat: got an unexpected"),
        ({"events": [{"coordinate": {"coordinates": [1]}}]}, r"coordinate: .*a pair \(x, y\)"),
        ({"events": [{"eat": {"name": "x", "reward": "1"}}]}, r"\.eat: .*a number, not '1'"),
        ({"character": "wizzard"}, "'wizzard' is none of arc, .*, wiz"),
        ({"character": "arc-dwarven"}, r"'dwarven' is none of .*Did you mean 'dwa'"),
        ({"character": "val,hp:99"}, "'val,hp:99' is none of"),
        ({"events": {"eat": {}}}, "events is a list"),
        ({"level": {"calls": [{"add_snk": []}]}}, r"level\.calls\[0\]: .*'add_sink'"),
        ({"seed": -1}, "seed must be a whole number of at least 0"),
        ({"sede": 1}, "Did you mean 'seed'"),
    ],
)
def test_faults_are_told_with_their_place(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match=message):
        LevelGame.from_data({**APPLE, **change})
    (tmp_path / "game.json").write_text(json.dumps({**APPLE, **change}))
    with pytest.raises(GameFileError, match=r"^game\.json: "):
        LevelGame.read(tmp_path / "game.json")


@pytest.mark.parametrize(
    "character", ["cav-hum-neu-mal", "Valkyrie-dwarf", "wiz", "@", "*", "random-elf", "rog-orc"]
)
def test_characters_are_what_nethack_reads(character: str) -> None:
    assert LevelGame.from_data({**APPLE, "character": character}).character == character
