"""A whole number is the same wherever a user gives one: at every door the same values pass."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from twbench.challenges.nethack.settings import RoomLevel
from twbench.challenges.settings.coin_collector import CoinCollector
from twbench.challenges.settings.cooking import Cooking
from twbench.challenges.settings.custom import Custom
from twbench.dataset.config.budget import parse_budget
from twbench.envs.story_env import StoryEnv
from twbench.envs.wrappers import Limit
from twbench.errors import ConfigError
from twbench.evaluation.settings.protocol import Protocol
from twbench.generator import GameOptions
from twbench.gym.spaces import Word
from twbench.hierarchycraft.games.settings import TowerWorld
from twbench.whole_numbers import whole_number, whole_or_none


def option(name: str) -> Callable[[Any], Any]:
    def give(value: Any) -> Any:
        options = GameOptions()
        setattr(options, name, value)
        return getattr(options, name)

    return give


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
