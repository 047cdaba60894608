"""Choosing among commands by number, with a mask of those that are admissible."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium_games import cave, coins, make

from twbench.errors import ConfigError, GameNotRunningError
from twbench.gym.text_env import TextEnv
from twbench.gym.wrappers import CommandIndex, Tokens, possible_commands


def places(mask):
    return np.flatnonzero(mask).tolist()


@pytest.mark.parametrize("kind", ["now", "ever"])
def test_gymnasiums_own_check_has_nothing_to_say(kind):
    env = make("checked")
    if kind == "now":
        env = CommandIndex(env, max_commands=9)
    else:
        env = CommandIndex(env, commands=possible_commands(env))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It says so of every environment in a wrapper.
        warnings.filterwarnings("ignore", ".*is different from the unwrapped version")
        check_env(env, skip_render_check=True)


def test_a_number_is_the_place_of_a_command_admissible_now():
    env = CommandIndex(make("now", [cave()]), max_commands=20)
    _, info = env.reset(seed=1)
    commands = info["admissible_commands"]
    assert env.commands == tuple(commands)
    assert places(info["action_mask"]) == list(range(len(commands)))
    _, reward, _, _, info = env.step(commands.index("take gem"))
    assert reward == 1.0
    assert "drop gem" in env.commands
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()


def test_a_number_is_the_place_of_a_command_in_a_list_that_does_not_change():
    commands = ("eat mushroom", "take gem", "drop gem", "fly")
    env = CommandIndex(make("ever", [cave()]), commands=commands)
    _, info = env.reset(seed=1)
    assert places(info["action_mask"]) == [0, 1]
    _, reward, _, _, info = env.step(np.int64(1))
    assert (reward, places(info["action_mask"])) == (1.0, [0, 2])
    *_, terminated, _, info = env.step(0)
    assert (terminated, places(info["action_mask"])) == (True, [2])


def test_the_mask_is_what_a_space_samples_with():
    env = CommandIndex(make("sampled", [cave()]), max_commands=50)
    _, info = env.reset(seed=1)
    drawn = {int(env.action_space.sample(info["action_mask"])) for _ in range(200)}
    assert max(drawn) < len(info["admissible_commands"])


def test_a_number_that_the_mask_forbids_costs_a_turn():
    now = CommandIndex(make("forbidden", [cave()]), max_commands=50, masked="inventory")
    now.reset(seed=1)
    assert "mushroom" in now.step(49)[0]
    ever = CommandIndex(make("forbidden", [cave()]), commands=["look", "drop gem"])
    text, _ = ever.reset(seed=1)
    answer, reward, terminated, *_ = ever.step(1)
    assert (reward, terminated) == (0.0, False)
    assert answer != text


def test_more_commands_than_numbers_are_an_error_or_cut():
    env = CommandIndex(make("more", [cave()]), max_commands=2)
    with pytest.raises(ConfigError, match="commands are admissible, more than max_commands, 2"):
        env.reset(seed=1)
    env = CommandIndex(make("more", [cave()]), max_commands=2, overflow="cut")
    _, info = env.reset(seed=1)
    assert env.commands == tuple(info["admissible_commands"][:2])
    assert places(info["action_mask"]) == [0, 1]


def test_possible_commands_are_those_of_all_games():
    commands = possible_commands(make("possible", [*coins(), cave()]))
    assert commands == sorted(set(commands))
    assert {"eat mushroom", "take gem", "go east"} <= set(commands)
    env = make("possible", coins())
    everything = set(possible_commands(env))
    for _ in range(3):
        assert set(env.reset(seed=2)[1]["admissible_commands"]) <= everything


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "either max_commands or commands"),
        ({"max_commands": 2, "commands": ["look"]}, "either max_commands or commands"),
        ({"max_commands": 0}, "at least one command"),
        ({"commands": []}, "at least one command"),
        ({"commands": "look"}, "a list of commands, not 'look' alone"),
        ({"commands": ["look", "look"]}, "the same command twice"),
        ({"max_commands": 2, "overflow": "ignore"}, "'error' or 'cut', not 'ignore'"),
    ],
)
def test_what_cannot_be_is_refused(arguments, message):
    with pytest.raises(ConfigError, match=message):
        CommandIndex(TextEnv([cave()]), **arguments)


def test_only_games_that_take_text_can_be_numbered():
    with pytest.raises(ConfigError, match="CommandIndex types commands"):
        CommandIndex(gymnasium.make("CartPole-v1"), max_commands=3)
    inside = Tokens(TextEnv([cave()]), ["gem"], max_length=3, command_length=2)
    with pytest.raises(ConfigError, match="takes no text"):
        CommandIndex(inside, max_commands=3)


@pytest.mark.parametrize("action", [-1, 4, "look", 1.0, None])
def test_an_action_that_is_no_number_of_a_command_is_refused(action):
    env = CommandIndex(TextEnv([cave()]), commands=["look", "take gem", "drop gem", "fly"])
    with pytest.raises(GameNotRunningError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(ConfigError, match="a number from 0 to 3"):
        env.step(action)
