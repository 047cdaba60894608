"""Worlds that are too large to be looked at are refused, and the largest others take seconds."""

import time
from copy import deepcopy
from typing import Any

import pytest

from twbench.errors import WorldError
from twbench.hierarchycraft import CraftingGame
from twbench.hierarchycraft.games.plain_data import read_world
from twbench.shape import ShapeError

GAME: dict[str, Any] = {
    "world": {
        "items": ["gold"],
        "zones": ["hall"],
        "zones_items": [],
        "transformations": [
            {"name": "dig", "changes": [{"yield": "gold", "owner": "player", "amount": 1}]}
        ],
    },
    "purpose": {"tasks": [{"get": "gold"}]},
    "plan": [0],
}
SECONDS = 20
"""Far more than it takes (1 to 3), and far less than it took before: minutes."""


def larger(path: str, things: list[Any]) -> dict[str, Any]:
    """Return the game with more things at a path."""
    data = deepcopy(GAME)
    part: Any = data
    for step in path.split("."):
        part = part[int(step) if step.isdigit() else step]
    part += things
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (larger("world.items", ["x"] * 5_000), "world.items has 5001 items, more than 5000"),
        (larger("world.zones", ["x"] * 2_000), "world.zones has 2001 items"),
        (larger("world.zones_items", ["x"] * 5_001), "world.zones_items has 5001 items"),
        (
            larger("world.transformations", [GAME["world"]["transformations"][0]] * 10_000),
            "world.transformations has 10001 items",
        ),
        (
            larger(
                "world.transformations.0.changes",
                GAME["world"]["transformations"][0]["changes"] * 1_000,
            ),
            r"transformations\[0\].changes has 1001 items",
        ),
        (larger("purpose.tasks", [{"get": "gold"}] * 2_000), "purpose.tasks has 2001 items"),
        (
            {**GAME, "purpose": {"tasks": [{"get": "gold", "groups": ["g"] * 101}]}},
            r"tasks\[0\].groups has 101 items",
        ),
    ],
)
def test_more_than_a_game_may_have_is_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        CraftingGame.from_data(data)


def test_what_would_be_looked_at_in_every_zone_is_counted_together() -> None:
    data = larger("world.zones", [f"z{number}" for number in range(999)])
    data["world"]["transformations"] *= 101
    with pytest.raises(ShapeError, match="1000 zones and 101 transformations: multiplied, that is"):
        CraftingGame.from_data(data)
    data = larger("world.zones", [f"z{number}" for number in range(999)])
    data["world"]["zones_items"] = [f"i{number}" for number in range(101)]
    with pytest.raises(ShapeError, match="1000 zones and 101 things to lie there: multiplied"):
        CraftingGame.from_data(data)


def test_a_long_chain_told_backwards_is_read_in_seconds() -> None:
    items = [f"item {number}" for number in range(4_000)]
    data = larger("world.items", items)
    for number in reversed(range(4_000)):
        changes = [{"yield": items[number], "owner": "player", "amount": 1}]
        if number:
            changes.append({"use": items[number - 1], "owner": "player", "amount": 1})
        data["world"]["transformations"].append({"name": f"make {number}", "changes": changes})
    start = time.process_time()
    game = CraftingGame.from_data(data)
    assert game.world.requirements.depth == 3_999
    assert time.process_time() - start < SECONDS


def test_thousands_of_tasks_and_faults_are_told_in_seconds() -> None:
    data = larger("purpose.tasks", [{"get": "gold"}] * 1_999)
    start = time.process_time()
    game = CraftingGame.from_data(data)
    assert len(game.as_data()["purpose"]["tasks"]) == 2_000
    assert len(game.purpose.optional_tasks) == 0
    data = larger("world.zones", [f"z{number}" for number in range(1_999)])
    data["world"]["transformations"] *= 50
    with pytest.raises(WorldError) as caught:
        CraftingGame.from_data(data)
    assert str(caught.value).count("no way leads there") == 1_999
    assert time.process_time() - start < SECONDS


def test_the_largest_worlds_are_still_read() -> None:
    data = larger("world.zones", [f"z{number}" for number in range(1_999)])
    assert len(read_world(data["world"]).zones) == 2_000
