"""Structure hashes: the same up to names and order, and different for anything else."""

import time
from copy import deepcopy
from typing import Any

import pytest
from drawn_worlds import draw_world
from played_worlds import drawn

import twbench.hierarchycraft as package
from twbench.hierarchycraft import (
    PLAYER,
    CraftingGame,
    Item,
    Purpose,
    Transformation,
    Use,
    Yield,
    Zone,
    world_from_transformations,
)
from twbench.hierarchycraft.examples import EXAMPLE_ENVS
from twbench.hierarchycraft.games.plain_data import (
    purpose_data,
    read_purpose,
    read_world,
    world_data,
)
from twbench.hierarchycraft.games.structure import map_hash, structure_hash
from twbench.hierarchycraft.generating.names import renamed
from twbench.seeding import Rng


def hashed(data: dict[str, Any]) -> str:
    """Return the hash of a world and a purpose as plain data."""
    return structure_hash(read_world(data["world"]), read_purpose(data["purpose"]))


def data_of(seed: int) -> dict[str, Any]:
    """Return a drawn game as plain data."""
    env = drawn(package, draw_world(seed))
    return {"world": world_data(env.world), "purpose": purpose_data(env.purpose)}


@pytest.mark.parametrize("seed", range(8))
def test_names_and_order_do_not_count(seed: int) -> None:
    env = drawn(package, draw_world(seed))
    rng = Rng(seed)
    things = [*env.world.items, *env.world.zones, *env.world.zones_items]
    numbers = list(range(len(things)))
    rng.shuffle(numbers)
    names = {thing: f"n{number}" for thing, number in zip(things, numbers, strict=True)}
    game = renamed(CraftingGame(env.world, env.purpose, ()), names)
    data = {"world": world_data(game.world), "purpose": purpose_data(game.purpose)}
    for shuffled in (
        *(data["world"][key] for key in ("items", "zones_items", "zones", "transformations")),
        data["purpose"]["tasks"],
    ):
        rng.shuffle(shuffled)
    assert hashed(data) == structure_hash(env.world, env.purpose) == hashed(data_of(seed))


@pytest.mark.parametrize("seed", range(4))
def test_everything_else_counts(seed: int) -> None:
    data = data_of(seed)
    found = {hashed(data)}
    for change in (
        lambda d: d["world"]["transformations"].pop(),
        lambda d: d["world"]["transformations"][0]["changes"][0].update(amount=77),
        lambda d: d["world"]["transformations"][0]["changes"][0].update(max=77),
        lambda d: d["world"]["transformations"][0].update(destination=d["world"]["zones"][0]),
        lambda d: d["world"]["start_items"].update({d["world"]["items"][0]: 77}),
        lambda d: d["purpose"]["tasks"][0].update(reward=77.0),
        lambda d: d["purpose"]["tasks"].pop(),
    ):
        other = deepcopy(data)
        change(other)
        found.add(hashed(other))
    assert len(found) == 8


def test_different_worlds_have_different_hashes() -> None:
    envs = [kind() for kind in EXAMPLE_ENVS]
    assert len({structure_hash(env.world, env.purpose) for env in envs}) == len(envs)
    maps = {map_hash(env.world) for env in envs}
    assert None in maps
    # One room, two rooms with a way there, with ways there and back, three in a row, and so on.
    assert len(maps) == 7


def test_things_that_are_all_alike_take_no_time() -> None:
    items = [Item(f"i{number}") for number in range(60)]
    alike = [Transformation(inventory_changes=[Yield(PLAYER, item)]) for item in items]
    around = [
        Transformation(inventory_changes=[Use(PLAYER, item, 1), Yield(PLAYER, items[other % 60])])
        for number, item in enumerate(items)
        for other in (number + 1, number + 3, number + 7)
    ]
    start = time.process_time()
    found = {
        structure_hash(world_from_transformations(one, order_world=False), Purpose())
        for one in (alike, alike[:-1], around, around[:-1])
    }
    assert len(found) == 4
    assert time.process_time() - start < 10


def test_a_map_is_zones_and_ways() -> None:
    a, b, c = (Zone(name) for name in "abc")
    row = [Transformation(destination=b, zone=a), Transformation(destination=c, zone=b)]
    other = [Transformation(destination=a, zone=c), Transformation(destination=b, zone=a)]
    fork = [Transformation(destination=b, zone=a), Transformation(destination=c, zone=a)]
    hashes = [
        map_hash(world_from_transformations(ways, start_zone=start))
        for ways, start in ((row, a), (other, c), (fork, a), (row, b))
    ]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 3
