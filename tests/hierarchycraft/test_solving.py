"""Plans: found, replayed, short, and followed by behaviours."""

import pytest

from twbench.errors import GenerationError
from twbench.hierarchycraft import (
    PLAYER,
    GetItemTask,
    GoToZoneTask,
    HcraftEnv,
    Item,
    PlaceItemTask,
    Stack,
    Transformation,
    Use,
    Yield,
    Zone,
    world_from_transformations,
)
from twbench.hierarchycraft.examples import (
    LightRecursiveHcraftEnv,
    MineHcraftEnv,
    RandomHcraftEnv,
    RecursiveHcraftEnv,
    TowerHcraftEnv,
    TreasureEnv,
)
from twbench.hierarchycraft.examples.minecraft.items import ALL_ITEMS
from twbench.hierarchycraft.examples.minicraft import MINICRAFT_ENVS
from twbench.hierarchycraft.solving import optimal_plan, replay, solve
from twbench.hierarchycraft.solving.aims import aim_of, aims_of

SMALL = [*MINICRAFT_ENVS, TreasureEnv, TowerHcraftEnv, RecursiveHcraftEnv, LightRecursiveHcraftEnv]


def planned(env: HcraftEnv) -> list[int]:
    """Return the plan for an environment, when it was replayed by its steps."""
    grounding = env.world.grounding
    plan = solve(grounding, aims_of(env.purpose, env.world))
    assert plan is not None
    env.reset()
    for action in plan[:-1]:
        assert env.step(action)[1:3] != (env.invalid_reward, True)
    assert env.step(plan[-1])[2]
    return plan


@pytest.mark.parametrize("kind", SMALL)
def test_small_worlds_are_solved_in_the_fewest_actions(kind: type[HcraftEnv]) -> None:
    env = kind()
    shortest = optimal_plan(
        env.world.grounding, env.state.vector, aims_of(env.purpose, env.world), 30_000
    )
    assert shortest is not None
    assert len(planned(env)) == len(shortest)


@pytest.mark.parametrize("item", ALL_ITEMS, ids=lambda item: item.name)
def test_every_item_of_minehcraft(item: Item) -> None:
    env = MineHcraftEnv(purpose=GetItemTask(item))
    most = {"diamond": 36, "ender_dragon_head": 127}.get(item.name, 127)
    assert len(planned(env)) <= most


@pytest.mark.parametrize("seed", range(5))
def test_drawn_worlds_are_solved(seed: int) -> None:
    planned(RandomHcraftEnv(seed=seed))


@pytest.mark.slow
def test_a_hundred_drawn_worlds_are_solved() -> None:
    for seed in range(100):
        planned(RandomHcraftEnv(seed=seed))


def test_high_towers() -> None:
    assert len(planned(TowerHcraftEnv(5, 3, max_step=None))) == 364
    assert len(planned(RecursiveHcraftEnv(10))) == 512


def test_a_plan_is_believed_when_it_can_be_replayed() -> None:
    env = TreasureEnv()
    grounding, aims = env.world.grounding, aims_of(env.purpose, env.world)
    assert replay(grounding, grounding.start, [3, 1, 1, 5, 4, 2, 0], aims)
    assert not replay(grounding, grounding.start, [3, 1, 5, 4, 2, 0], aims)
    assert not replay(grounding, grounding.start, [3, 1, 1], aims)


def test_what_can_no_longer_be_done_afterwards_is_done_before() -> None:
    hall, vault, gem, lamp = Zone("hall"), Zone("vault"), Item("gem"), Item("lamp")
    env = HcraftEnv(
        world_from_transformations(
            [
                Transformation("enter", destination=vault, zone=hall),
                Transformation("find", inventory_changes=[Yield(PLAYER, gem, max=0)], zone=hall),
                Transformation(
                    "burn", inventory_changes=[Use(PLAYER, gem, 1), Yield(PLAYER, lamp)], zone=hall
                ),
            ],
            start_zone=hall,
        ),
        purpose=[GoToZoneTask(vault), GetItemTask(Stack(lamp, 2)), GetItemTask(gem)],
    )
    assert planned(env) == [1, 2, 1, 2, 0]


def test_what_cannot_be_had() -> None:
    gold, lead = Item("gold"), Item("lead")
    alchemy = Transformation(inventory_changes=[Use(PLAYER, lead, 1), Yield(PLAYER, gold)])
    world = world_from_transformations([alchemy], start_items=[Stack(lead, 2)])
    grounding = world.grounding
    assert solve(grounding, [aim_of(GetItemTask(Stack(gold, 2)), world)]) == [0, 0]
    assert solve(grounding, [aim_of(GetItemTask(Stack(gold, 3)), world)]) is None
    assert optimal_plan(grounding, grounding.start, [aim_of(GetItemTask(lead), world)], 9) == []


@pytest.mark.parametrize(
    "task",
    [
        GetItemTask(Item("iron_pickaxe")),
        PlaceItemTask(Item("furnace")),
        GoToZoneTask(MineHcraftEnv().world.zones[-3]),
    ],
    ids=str,
)
def test_a_behaviour_does_its_task_though_something_comes_between(task: object) -> None:
    env = MineHcraftEnv(purpose=task, max_step=200)
    behavior = env.solving_behavior(task)  # type: ignore[arg-type]
    observation, _ = env.reset()
    for step in range(200):
        action = behavior(observation)
        if step == 5:
            action = 0  # not what the behaviour wants
        observation, _, terminated, _, _ = env.step(action)
        if terminated:
            break
    assert terminated
    assert env.action_masks()[behavior(observation)]


def test_behaviours_by_name() -> None:
    env = TreasureEnv()
    env.reset()
    assert set(env.all_behaviors) >= {"Get gold", "Reach key_room", "Place locked_chest anywhere"}
    assert env.all_behaviors["Reach key_room"](env.state.observation) == 3
    with pytest.raises(ValueError, match="not that of the state"):
        env.all_behaviors["Get gold"](env.state.observation + 1)
    with pytest.raises(GenerationError, match="No plan"):
        env.all_behaviors["Place locked_chest in key_room"](env.state.observation)
