"""Texts as arrays of the numbers of words."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Box, MultiDiscrete
from gymnasium.utils.env_checker import check_env
from gymnasium_games import cave, coins, dataset, make

from twbench import load_dataset
from twbench.errors import ConfigError
from twbench.gym.datasets import DatasetGames
from twbench.gym.text_env import TextEnv
from twbench.gym.wrappers import CommandIndex, Tokens, vocabulary

WORDS = ["take", "the", "gem", "don't", "café", "42", "ice-cream"]


def tokens(**options):
    return Tokens(TextEnv([cave()]), WORDS, **{"max_length": 8, **options})


@pytest.mark.parametrize(
    "options", [{}, {"space": "box"}, {"command_length": 3}], ids=["discrete", "box", "commands"]
)
def test_gymnasiums_own_check_has_nothing_to_say(options):
    env = make("checked")
    env = Tokens(env, vocabulary(env), max_length=60, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It says so of every environment in a wrapper.
        warnings.filterwarnings("ignore", ".*is different from the unwrapped version")
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", [0] * 8),
        ("Take the GEM!", [2, 3, 4, 0, 0, 0, 0, 0]),
        ("\nDon't\n -= ice-cream, 42, CAFÉ =-", [5, 8, 7, 6, 0, 0, 0, 0]),
        ("a ruby and the gem", [1, 1, 1, 3, 4, 0, 0, 0]),
        ("the " * 9, [3] * 8),
    ],
)
def test_words_have_numbers(text, ids):
    env = tokens()
    encoded = env.encode(text)
    assert encoded.tolist() == ids
    assert encoded in env.observation_space


def test_numbers_are_words_again():
    env = tokens()
    assert env.decode(env.encode("Take the ruby gem")) == "take the ? gem"
    assert env.decode([0, 4, 0, 1, 3]) == "gem ? the"


def test_observations_are_numbers_and_infos_as_before():
    env = Tokens(make("numbers", [cave()]), WORDS, max_length=30)
    plain = make("numbers", [cave()])
    (ids, info), (text, told) = env.reset(seed=1), plain.reset(seed=1)
    assert (ids.tolist(), info) == (env.encode(text).tolist(), told)
    assert env.step("take gem")[1:] == plain.step("take gem")[1:]


def test_commands_may_be_numbers_too():
    env = tokens(command_length=4)
    env.reset(seed=1)
    assert env.action_space == MultiDiscrete([9] * 4)
    assert env.step(np.array([2, 0, 1, 4]))[1] == 1.0
    for action in ("take gem", [2, 4], np.array([2, 4, 0, 9])):
        with pytest.raises(ConfigError, match="An action is an array of MultiDiscrete"):
            env.step(action)


def test_it_goes_around_numbered_commands():
    env = Tokens(CommandIndex(TextEnv([cave()]), max_commands=20), WORDS, max_length=4)
    _, info = env.reset(seed=1)
    assert env.step(info["admissible_commands"].index("take gem"))[1] == 1.0


def test_the_space_has_a_number_for_each_word():
    assert tokens().observation_space == MultiDiscrete([9] * 8)
    assert tokens(space="box").observation_space == Box(0, 8, (8,), np.int64)


def test_the_vocabulary_of_files_has_every_word_that_is_printed():
    env = make("words", [*coins(), cave()])
    numbered = Tokens(env, vocabulary(env), max_length=500)
    assert {"gem", "mushroom", "coin", "take"} <= set(vocabulary(env))
    for seed in range(5):
        text, info = env.reset(seed=seed)
        for command in info["admissible_commands"]:
            assert 1 not in numbered.encode(text)
            text, _, terminated, truncated, _ = env.step(command)
            if terminated or truncated:
                break


def test_the_vocabulary_of_a_dataset_is_that_of_its_manifest():
    games = DatasetGames(dataset(), "train")
    rows = load_dataset(dataset())["train"].manifest()
    assert vocabulary(TextEnv(games)) == sorted({word for row in rows for word in row["vocab"]})


@pytest.mark.parametrize(
    ("vocab", "options", "message"),
    [
        ([], {"max_length": 3}, "no words"),
        ("gem", {"max_length": 3}, "a list of words, not 'gem' alone"),
        (["Gem", "gem"], {"max_length": 3}, "the same word twice"),
        (["gem"], {"max_length": 0}, "at least 1"),
        (["gem"], {"max_length": 3, "command_length": 0}, "at least 1"),
        (["gem"], {"max_length": 3, "space": "Box"}, "'multi_discrete' or 'box', not 'Box'"),
    ],
)
def test_what_cannot_be_is_refused(vocab, options, message):
    with pytest.raises(ConfigError, match=message):
        Tokens(TextEnv([cave()]), vocab, **options)


def test_only_texts_have_words():
    with pytest.raises(ConfigError, match="numbers the words of texts"):
        Tokens(gymnasium.make("CartPole-v1"), WORDS, max_length=3)
    with pytest.raises(ConfigError, match="takes no text"):
        Tokens(
            CommandIndex(TextEnv([cave()]), max_commands=9), WORDS, max_length=3, command_length=2
        )
    with pytest.raises(ConfigError, match="vocabulary needs a game of twbench"):
        vocabulary(gymnasium.make("CartPole-v1"))
