"""What a world does is the same by its numbers and by its words, and what is shown follows it."""

import numpy as np
import pytest
from drawn_worlds import draw_world
from played_worlds import drawn

import twbench.hierarchycraft as package
from twbench.hierarchycraft import (
    CURRENT_ZONE,
    DESTINATION,
    PLAYER,
    HcraftEnv,
    HcraftState,
    Item,
    Stack,
    Transformation,
    Use,
    Yield,
    Zone,
    world_from_transformations,
)
from twbench.hierarchycraft.examples import MineHcraftEnv
from twbench.hierarchycraft.transformation import InventoryOperation, InventoryOwner
from twbench.hierarchycraft.view import View
from twbench.seeding import Rng

A, B = Item("a"), Item("b")
HERE, THERE = Zone("here"), Zone("there")


def played(*transformations: Transformation, actions: list[int], **start: object) -> list[object]:
    """Return how many ``a`` are held after each action, or None for one that cannot be done."""
    state = HcraftState(world_from_transformations(transformations, **start))
    return [state.amount_of(A) if state.apply(action) else None for action in actions]


@pytest.mark.parametrize("seed", range(12))
def test_numbers_words_and_views_agree(seed: int) -> None:
    """A transformation reads its changes anew; the view of a copied state is drawn anew."""
    env = drawn(package, draw_world(seed))
    world, state, rng = env.world, env.state, Rng(seed)
    env.reset()
    for _ in range(150):
        mask = [transformation.is_valid(state) for transformation in world.transformations]
        assert env.action_masks().tolist() == mask
        assert list(world.grounding.legal(state.vector)) == np.flatnonzero(mask).tolist()
        action = rng.integer(len(mask))
        after = world.grounding.apply(state.vector, action)
        assert (after is not None) == mask[action]
        observation = env.step(action)[0]
        assert state.vector == (after or state.vector)
        assert observation.tolist() == state.observation.tolist()
        other = HcraftState(world)
        other.vector = state.vector
        assert View(world.grounding).observation(other).tolist() == observation.tolist()


def test_a_view_follows_jumps() -> None:
    env = MineHcraftEnv()
    env.reset()
    kept = env.state.vector
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert env.state.vector != kept
    env.state.vector = kept
    assert env.action_masks().tolist() == MineHcraftEnv().action_masks().tolist()
    assert hash(env.state.vector) == hash(kept)


def test_bounds_are_before_the_change() -> None:
    find = Transformation(inventory_changes=[Yield(PLAYER, A, max=1)])
    assert played(find, actions=[0, 0, 0]) == [1, 2, None]


def test_what_is_used_must_be_there() -> None:
    use = Transformation(inventory_changes=[Use(PLAYER, A, 2)])
    keep = Transformation(inventory_changes=[Use(PLAYER, A)])
    some = Transformation(inventory_changes=[Use(PLAYER, A, 1, min=3, max=4)])
    start = {"start_items": [Stack(A, 5)]}
    assert played(use, keep, actions=[0, 0, 0, 1], **start) == [3, 1, None, 1]
    assert played(some, actions=[0], **start) == [None]
    assert played(some, use, actions=[1, 0, 0], **start) == [3, 2, None]


def test_changes_of_one_item_add_up_and_never_go_below_zero() -> None:
    """In hcraft the last one counts, and ``min=0`` lets counts become negative."""
    more = Transformation(inventory_changes=[Yield(PLAYER, A, 2), Yield(PLAYER, A, 3)])
    less = Transformation(inventory_changes=[Use(PLAYER, A, 2), Use(PLAYER, A, 2, min=0)])
    assert played(more, less, actions=[0, 1, 1]) == [5, 1, None]


def test_who_is_there_cannot_go_there() -> None:
    go = Transformation(destination=THERE)
    assert played(go, actions=[0, 0], start_zone=HERE) == [0, None]


def test_destination_and_named_zones() -> None:
    carry = Transformation(
        destination=THERE,
        inventory_changes=[Use(CURRENT_ZONE, A, 1), Yield(DESTINATION, A), Yield(HERE, B, 3)],
    )
    state = HcraftState(world_from_transformations([carry], HERE, None, {HERE: [A]}))
    assert state.apply(0)
    assert state.zones_inventories_dict == {HERE: {B: 3}, THERE: {A: 1}}
    assert state.current_zone == THERE
    assert state.has_discovered(HERE)
    assert state.position.tolist() == [int(zone == THERE) for zone in state.world.zones]


def test_one_of_several_zones() -> None:
    dig = Transformation(zone=[HERE, THERE], inventory_changes=[Yield(PLAYER, A)])
    away = Transformation(destination=Zone("away"))
    assert played(dig, away, actions=[0, 1, 0], start_zone=THERE) == [1, 1, None]


def test_a_transformation_tells_what_it_changes() -> None:
    change = Transformation(
        inventory_changes=[Use(PLAYER, A, 2), Yield(HERE, B), Yield("current_zone", A, max=3)],
        zone=HERE,
    )
    assert change.get_changes("player", "remove") == [Stack(A, 2)]
    assert change.get_changes(InventoryOwner.ZONES, InventoryOperation.ADD) == {HERE: [Stack(B)]}
    assert change.get_changes("destination", "add", "none") == "none"
    assert change.produced_zones_items == {A, B}
    assert change.max_required(CURRENT_ZONE) == {A}
    assert repr(change) == "a≥2 Zone(a≤3) | at here ⟹ -[2]a Zone(+a) here(+b)"
    assert str(change) == repr(change)


def test_a_world_without_zones_or_transformations() -> None:
    empty = HcraftEnv(world_from_transformations([], start_items=[A]))
    observation, infos = empty.reset()
    assert observation.tolist() == [1]
    assert infos["action_is_legal"].shape == (0,)
    assert empty.state.current_zone is None


def test_states_as_arrays() -> None:
    """In the order of the world; a state's own arrays are for reading, and are set as a whole."""
    give = Transformation(
        "give",
        inventory_changes=[Use(PLAYER, A, 2), Yield(CURRENT_ZONE, B, 3)],
        destination=THERE,
    )
    state = HcraftState(world_from_transformations([give], HERE, [Stack(A, 5)]))
    here, there = (state.world.slot_from_zone(zone) for zone in (HERE, THERE))
    arrays = (state.player_inventory, state.position, state.zones_inventories)
    changed = tuple(array.copy() for array in arrays)
    assert give.is_valid(state)
    give.apply(*changed)
    assert state.apply(0)
    assert [array.tolist() for array in changed] == [
        state.player_inventory.tolist(),
        state.position.tolist(),
        state.zones_inventories.tolist(),
    ]
    assert state.zones_inventories[here].tolist() == [3]
    assert state.position[there] == 1
    with pytest.raises(ValueError, match="read-only"):
        state.player_inventory[0] = 9
    state.player_inventory, state.position, state.zones_inventories = arrays
    assert state.vector == state.world.grounding.start


@pytest.mark.parametrize("amount", ["2", None, 1.5])
def test_amounts_are_whole_numbers(amount: object) -> None:
    for make in (
        lambda: Use(PLAYER, A, amount),  # type: ignore[arg-type]
        lambda: Yield(PLAYER, A, amount),  # type: ignore[arg-type]
        lambda: Yield(PLAYER, A, max=amount or "x"),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match="of 'a' must be a whole number"):
            make()
    assert Use(PLAYER, A, np.int64(2)) == Use(PLAYER, A, 2)
