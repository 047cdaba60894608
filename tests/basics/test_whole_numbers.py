"""A whole number is the same wherever a user gives one: at every door the same values pass."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from twbench.challenges.nethack.settings import RoomLevel
from twbench.challenges.settings.coin_collector import CoinCollector
from twbench.challenges.settings.cooking import Cooking
from twbench.challenges.settings.custom import Custom
from twbench.dataset import verify_dataset
from twbench.dataset.config.budget import parse_budget
from twbench.envs.batch.batch_env import SyncBatchEnv
from twbench.envs.story_env import StoryEnv
from twbench.envs.wrappers import Limit
from twbench.errors import ConfigError
from twbench.evaluation.settings.protocol import Protocol
from twbench.generator import GameOptions, World, make_map, make_small_map
from twbench.generator.chains.chaining import ChainingOptions, sample_quest
from twbench.gym.batches.order import checked_seed
from twbench.gym.spaces import Word
from twbench.hierarchycraft.games.settings import TowerWorld
from twbench.logic import State
from twbench.minihack.level_generator import LevelGenerator
from twbench.minihack.places import pair
from twbench.seeding import as_rng
from twbench.whole_numbers import counted, whole_number, whole_or_none


def option(name: str) -> Callable[[Any], Any]:
    def give(value: Any) -> Any:
        options = GameOptions()
        setattr(options, name, value)
        return getattr(options, name)

    return give


def seed_of_a_map(value: Any) -> Any:
    options = GameOptions()
    options.seeds = {"map": value}
    return options.seeds["map"]


DOORS: dict[str, Callable[[Any], Any]] = {
    "the function": lambda value: whole_number(value, "number"),
    "rooms": option("nb_rooms"),
    "objects": option("nb_objects"),
    "commands": option("quest_length"),
    "subquests": option("quest_breadth"),
    "depth": option("quest_depth"),
    "quests": option("nb_parallel_quests"),
    "custom": lambda value: Custom(world_size=value).world_size,
    "cooking": lambda value: Cooking(recipe=value).recipe,
    "cooking's seed": lambda value: Cooking(recipe_seed=value).recipe_seed,
    "a tower": lambda value: TowerWorld(height=value).height,
    "a room of NetHack": lambda value: RoomLevel(size=value).size,
    "a level": lambda value: CoinCollector(value).level,
    "a configuration": lambda value: parse_budget({"nodes": value}).nodes,
    "a protocol": lambda value: Protocol(max_turns=value).max_turns,
    "the width of a map": lambda value: LevelGenerator(w=value).x,
    "the height of a map": lambda value: LevelGenerator(h=value).y,
    "rooms of a map": lambda value: len(make_map(value)),
    "rooms of a small map": lambda value: len(make_small_map(value)),
    "a seed of games": lambda value: checked_seed(value),
    "seeds of one part": seed_of_a_map,
    "a limit": lambda value: Limit(StoryEnv(), value).max_episode_steps,
    "a space": lambda value: Word(value, ["a"]).max_length,
}


@pytest.mark.parametrize("door", DOORS)
def test_numbers_of_python_and_numpy_pass_as_pythons(door: str) -> None:
    for number in (3, np.int64(3), np.uint8(3)):
        found = DOORS[door](number)
        assert (found, type(found)) == (3, int)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("value", [True, np.True_, 3.0, np.float64(3), "3", [3]], ids=repr)
def test_all_else_is_refused_with_one_message(door: str, value: Any) -> None:
    with pytest.raises(ConfigError, match="must be a whole number") as caught:
        DOORS[door](value)
    assert str(caught.value).endswith(f", not {value!r}.")


def test_bounds_and_what_else_would_do_are_told() -> None:
    with pytest.raises(ConfigError, match=r"^n must be a whole number of at least 1, not 0\.$"):
        whole_number(0, "n")
    with pytest.raises(ConfigError, match=r"^n must be a whole number between 2 and 4, not 5\.$"):
        whole_number(5, "n", 2, 4)
    assert whole_number(-5, "n", low=None) == -5
    with pytest.raises(ConfigError, match=r"^n must be a whole number of at least 1, or None, not"):
        whole_or_none(True, "n")
    assert whole_or_none(None, "n") is None


def test_what_is_written_or_kept_as_it_came_is_a_number_as_well(tmp_path: Path) -> None:
    level = LevelGenerator()
    level.add_gold(np.int64(3), (np.uint8(1), 2))
    assert "GOLD: 3,(1, 2)" in level.get_des()
    for refused in (lambda: level.add_gold(True), lambda: pair((True, 0), "place")):
        with pytest.raises(ConfigError, match="whole number"):
            refused()
    with pytest.raises(ConfigError, match="rebuild must be a whole number of at least 0, or None"):
        verify_dataset(tmp_path, rebuild=True)


@pytest.mark.parametrize("limit", ["min_length", "max_length", "min_depth", "max_breadth"])
@pytest.mark.parametrize("value", [True, 2.0, 0])
def test_limits_of_chains_are_numbers(limit: str, value: Any) -> None:
    options = ChainingOptions()
    setattr(options, limit, value)
    with pytest.raises(ConfigError, match=f"^{limit} must be a whole number of at least 1"):
        sample_quest(State(options.logic), options)


def test_numbers_seed_all_parts_of_a_game_and_generators() -> None:
    options, same = GameOptions(), GameOptions()
    options.seeds, same.seeds = np.int64(7), 7
    assert options.seeds == same.seeds
    assert as_rng(np.int64(7)).integer(1 << 20) == as_rng(7).integer(1 << 20)
    with pytest.raises(ConfigError, match="seeds must be a whole number, None or a dict, not True"):
        options.seeds = True
    with pytest.raises(ConfigError, match="not of True"):
        as_rng(True)


@pytest.mark.parametrize("value", [True, -1, 2.5, "3"])
def test_a_number_of_objects_is_one(value: Any) -> None:
    with pytest.raises(ConfigError, match="nb_objects must be a whole number of at least 0"):
        World().populate(value)


def test_seeds_of_a_batch_are_numbers() -> None:
    batch = SyncBatchEnv([])
    with pytest.raises(ConfigError, match="seed must be a whole number, a list of them or None"):
        batch.seed(True)


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 episodes"), (1, "1 episode"), (1234, "1,234 episodes")]
)
def test_how_many_there_are_is_told_in_words(number: int, told: str) -> None:
    assert counted(number, "episode", ",") == told


def test_numbers_are_written_as_they_are_unless_asked_for() -> None:
    assert [counted(number, "game") for number in (1, 12_000)] == ["1 game", "12000 games"]
