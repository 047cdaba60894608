"""The story of a world and its state in Python do the same, whatever is done."""

import random
from collections.abc import Iterator
from copy import deepcopy

import pytest

from twbench.core import EnvInfos
from twbench.envs.craft_env import CraftEnv
from twbench.envs.frotz.story_file import StoryFile
from twbench.errors import GenerationError
from twbench.hierarchycraft import (
    CURRENT_ZONE,
    PLAYER,
    GetItemTask,
    GoToZoneTask,
    HcraftEnv,
    HcraftState,
    Item,
    PlaceItemTask,
    Purpose,
    Transformation,
    Use,
    World,
    Yield,
    Zone,
    world_from_transformations,
)
from twbench.hierarchycraft.examples import MineHcraftEnv, RandomHcraftEnv, TreasureEnv
from twbench.hierarchycraft.examples.minicraft import MINICRAFT_ENVS
from twbench.hierarchycraft.stories import story_tables
from twbench.story.crafts.linker import compile_tables

SEARCHED = [GetItemTask(Item("iron_ingot"), 5), GoToZoneTask(Zone("swamp"), 2)]
PLACES = (Zone("here"), Zone("there"))
STONE = Item("stone")


def crossed_worlds() -> HcraftEnv:
    """A world whose transformations name zones that may be the current one, and both at once."""
    here, there = PLACES
    made = [
        Transformation("pick", inventory_changes=[Yield(PLAYER, STONE, 2, max=5)]),
        Transformation("drop", inventory_changes=[Use(PLAYER, STONE, 1), Yield(there, STONE)]),
        Transformation(
            "roll", inventory_changes=[Use(CURRENT_ZONE, STONE, 2), Yield(here, STONE, 1)]
        ),
        Transformation(
            "lift", inventory_changes=[Use(there, STONE, 1), Use(CURRENT_ZONE, STONE, 1)]
        ),
        Transformation("go", there, [Use(PLAYER, STONE, 1)]),
        Transformation("back", here),
    ]
    tasks = Purpose(PlaceItemTask(STONE, reward=3))
    tasks.add_task(GetItemTask(STONE), terminal_groups=None)
    return HcraftEnv(world_from_transformations(made, start_zone=here), tasks)


def worlds() -> Iterator[HcraftEnv]:
    yield from (kind() for kind in MINICRAFT_ENVS)
    yield TreasureEnv()
    yield MineHcraftEnv(purpose=SEARCHED)
    yield RandomHcraftEnv(seed=3)
    yield crossed_worlds()


@pytest.mark.parametrize("env", [*worlds()], ids=lambda env: env.name)
def test_story_and_state_agree(env: HcraftEnv) -> None:
    played_alike(env.world, env.purpose, 250)


def played_alike(world: World, purpose: Purpose, actions: int, seed: int = 0) -> None:
    """Do random actions, most of which can be done, in the story and in the state."""
    tables = story_tables(world, purpose)
    purpose = deepcopy(purpose)
    purpose.build(HcraftEnv(world))
    state, rng = HcraftState(world), random.Random(seed)
    with CraftEnv(EnvInfos(admissible_commands=True)) as story:
        story.open(StoryFile("world.z8", compile_tables(tables).data))
        score = begin(story, state, purpose)
        for _ in range(actions):
            legal = list(world.grounding.legal(state.vector))
            commands = {tables.phrases[action]: action for action in legal}
            assert set(story.state.admissible_commands) == {*commands, "inventory", "look"}
            assert len(commands) == len(legal)
            likely = legal and rng.random() < 0.7
            command = tables.phrases[rng.choice(legal if likely else range(len(tables.phrases)))]
            done = command in commands and state.apply(commands[command])
            _, told, ended = story.step(command)
            assert story.counts == state.vector
            assert story.acted == done
            if done:
                score += purpose.reward(state) - purpose.timestep_reward
                purpose.is_terminal(state)
            assert (told, ended) == (score, purpose.terminated)
            if ended:
                score = begin(story, state, purpose)


def begin(story: CraftEnv, state: HcraftState, purpose: Purpose) -> float:
    story.reset()
    state.reset()
    purpose.reset()
    return 0.0


def test_points_are_whole_numbers() -> None:
    world = world_from_transformations([Transformation("take", None, [Yield(PLAYER, STONE)])])
    with pytest.raises(
        GenerationError, match=r"counts whole points, fewer than 32,767: .* worth 0\.5"
    ):
        story_tables(world, Purpose(GetItemTask(STONE, 0.5)))
    with pytest.raises(GenerationError, match="without a terminal group"):
        story_tables(world, Purpose())


def test_a_group_that_costs_points_loses() -> None:
    crossing = next(kind for kind in MINICRAFT_ENVS if "Crossing" in kind.__name__)()
    tables = story_tables(crossing.world, crossing.purpose)
    with CraftEnv() as env:
        env.open(StoryFile("crossing.z8", compile_tables(tables).data))
        env.reset()
        env.step("find lava")
        state, score, done = env.step("reach lava")
    assert (score, done, state.won, state.lost) == (-1, True, False, True)
    assert "*** You lost! ***" in state.feedback
