"""Games as plain data: written and read back; what is wrong is said with its place."""

import json
from copy import deepcopy
from typing import Any

import pytest

from twbench.errors import GenerationError, WorldError
from twbench.hierarchycraft import (
    PLAYER,
    CraftingGame,
    GetItemTask,
    HcraftEnv,
    Item,
    Purpose,
    Transformation,
    Use,
    Yield,
    world_from_transformations,
)
from twbench.hierarchycraft.examples import EXAMPLE_ENVS
from twbench.hierarchycraft.games.plain_data import (
    purpose_data,
    read_purpose,
    read_world,
    world_data,
)
from twbench.shape import ShapeError

GAME: dict[str, Any] = {
    "world": {
        "items": ["key", "gold"],
        "zones": ["hall", "vault"],
        "zones_items": ["chest"],
        "start_items": {"key": 1},
        "start_zones_items": {"vault": {"chest": 1}},
        "transformations": [
            {"name": "enter-vault", "zones": ["hall"], "destination": "vault", "changes": []},
            {
                "name": "open-chest",
                "changes": [
                    {"use": "chest", "owner": "current_zone", "amount": 1},
                    {"use": "key", "owner": "player", "amount": 0, "min": 1},
                    {"yield": "gold", "owner": "player", "amount": 3, "max": 9},
                ],
            },
        ],
    },
    "purpose": {"tasks": [{"get": "gold", "amount": 2}, {"go": "vault", "groups": []}]},
    "plan": [0, 1],
}


def test_a_game_is_read() -> None:
    game = CraftingGame.from_data(GAME)
    assert [repr(one) for one in game.world.transformations] == [
        "| at hall ⟹ | at vault",
        "key≥1,gold≤9 Zone(chest≥1) ⟹ +[3]gold Zone(-chest)",
    ]
    assert str(game.purpose) == "Purpose(default:[Get 2 gold], optional:[Go to vault])"
    assert CraftingGame.from_data(json.loads(json.dumps(game.as_data()))) .as_data() == (
        game.as_data()
    )  # fmt: skip


@pytest.mark.parametrize("kind", EXAMPLE_ENVS)
def test_what_is_written_is_read(kind: Any) -> None:
    env = kind()
    data = json.loads(json.dumps(world_data(env.world)))
    again = read_world(data)
    assert again.grounding.rows == env.world.grounding.rows
    assert again.grounding.start == env.world.grounding.start
    purpose = purpose_data(env.purpose)
    assert purpose_data(read_purpose(json.loads(json.dumps(purpose)))) == purpose
    assert str(read_purpose(purpose)) == str(env.purpose)


def changed(value: Any, *path: Any) -> dict[str, Any]:
    """Return the game with another value at a path."""
    data = deepcopy(GAME)
    part = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return data


CHANGE = ("world", "transformations", 1, "changes", 0)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "It must be an object"),
        ({}, "world is missing"),
        (changed(1, "seed"), r"has 'seed', which is unknown\.$"),
        (
            changed("x", *CHANGE, "amount"),
            r"world.transformations\[1\].changes\[0\].amount must be",
        ),
        (
            changed("me", *CHANGE, "owner"),
            r"changes\[0\].owner must be one of player, current_zone",
        ),
        (changed("key", *CHANGE, "yield"), r"changes\[0\] must have one of use, yield"),
        (changed([{"get": 1}], "purpose", "tasks"), r"purpose.tasks\[0\].get must be a text"),
        (changed("0", "plan", 0), r"plan\[0\] must be a whole number"),
    ],
)
def test_data_of_another_shape(data: Any, message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        CraftingGame.from_data(data)


def test_a_plan_that_does_not_win() -> None:
    for plan, message in (([1, 0], "cannot be done"), ([0], "does not do"), ([7], "no transforma")):
        with pytest.raises(WorldError, match=f"The plan: .*{message}"):
            CraftingGame.from_data({**GAME, "plan": plan})
    with pytest.raises(WorldError, match="The purpose: it has no terminal group"):
        CraftingGame.from_data(changed([], "purpose", "tasks"))


def test_a_plan_that_ends_the_game_by_another_group() -> None:
    """Where the vault ends the game too, whoever goes there never has the gold that counts more."""
    data = deepcopy(GAME)
    gold, vault = data["purpose"]["tasks"]
    data["purpose"]["tasks"] = [{**gold, "reward": 5}, {**vault, "groups": ["tour"]}]
    with pytest.raises(
        WorldError, match="The plan: it does not end the game by the terminal group"
    ):
        CraftingGame.from_data(data)
    with pytest.raises(GenerationError, match="another one is done before"):
        CraftingGame.solved(read_world(data["world"]), read_purpose(data["purpose"]))
    data["purpose"]["tasks"][0]["reward"], data["plan"] = 0, [0]
    assert CraftingGame.from_data(data).plan == (0,)


def test_a_task_that_is_done_at_the_start_alone() -> None:
    """Games look at tasks after each action."""
    wood, ash = Item("wood"), Item("ash")
    burn = Transformation("burn", inventory_changes=[Use(PLAYER, wood, 1), Yield(PLAYER, ash)])
    world = world_from_transformations([burn], start_items=[wood])
    purpose = Purpose([GetItemTask(wood), GetItemTask(ash)])
    env = HcraftEnv(world, purpose)
    env.reset()
    env.step(0)
    assert not env.purpose.terminated
    with pytest.raises(GenerationError, match="No plan was found"):
        CraftingGame.solved(world, purpose)
