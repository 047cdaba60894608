"""Layered worlds: drawn by a seed, solved by their own plan, from easy to hard."""

import pytest

from twbench.errors import ConfigError, GenerationError
from twbench.hierarchycraft.engine.faults import faults_of
from twbench.hierarchycraft.games.settings import LayeredWorld
from twbench.hierarchycraft.generating import draw_world
from twbench.hierarchycraft.solving import replay, solve
from twbench.hierarchycraft.solving.aims import aims_of
from twbench.seeding import Rng

HARD = LayeredWorld(depth=6, branching=3, amount=2, tools=4, zones=8, keys=5, distractors=10)
SETTINGS = {
    "smallest": LayeredWorld(1, 1, 1, 0, 1, 0, 0),
    "usual": LayeredWorld(),
    "hard": HARD,
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=list(SETTINGS))
def test_the_plan_wins_and_nothing_is_wrong(settings: LayeredWorld) -> None:
    for seed in range(12):
        drawn = draw_world(settings, Rng(seed))
        grounding, aims = drawn.world.grounding, aims_of(drawn.purpose, drawn.world)
        assert replay(grounding, grounding.start, drawn.plan, aims)
        assert not replay(grounding, grounding.start, drawn.plan[:-1], aims)
        assert faults_of(drawn.world, drawn.purpose.tasks) == []


def test_the_solver_knows_no_plan_and_finds_one() -> None:
    for seed in range(6):
        drawn = draw_world(LayeredWorld(depth=4, zones=5, keys=3), Rng(seed))
        found = solve(drawn.world.grounding, aims_of(drawn.purpose, drawn.world))
        assert found is not None
        assert len(found) <= 2 * len(drawn.plan)


def test_the_same_seed_draws_the_same_world() -> None:
    one, same, other = (draw_world(HARD, Rng(seed)) for seed in (3, 3, 4))
    assert [repr(each) for each in one.world.transformations] == [
        repr(each) for each in same.world.transformations
    ]
    assert one.plan == same.plan != other.plan


def test_a_world_is_as_large_as_its_settings_say() -> None:
    drawn = draw_world(HARD, Rng(0))
    world = drawn.world
    assert world.n_zones == 8
    # Five keys, three things found, four tools, five layers of three, the goal, ten distractors.
    assert world.n_items == 5 + 3 + 4 + 5 * 3 + 1 + 10
    assert len(world.transformations) == world.n_items + 2 * 7
    locked = [each for each in world.transformations if "key" in repr(each).split("⟹")[0]]
    assert len([each for each in locked if each.destination]) == 5


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"depth": 0}, "depth of a layered world must be a whole number between 1 and 12, not 0"),
        ({"amount": 1.5}, "not 1.5"),
        ({"zones": 2, "keys": 2}, "has 1 ways, which is fewer than 2 keys"),
    ],
)
def test_settings_that_cannot_be(wrong: dict[str, int], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        LayeredWorld(**wrong)


def test_a_world_that_takes_too_long_is_not_drawn() -> None:
    with pytest.raises(GenerationError, match="20000 are the most: it is too deep"):
        draw_world(LayeredWorld(depth=12, branching=5, amount=5), Rng(1))
