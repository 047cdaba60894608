"""Registering games, and making environments of them by their ids."""

import re
import subprocess
import sys

import pytest

import twbench.gym
from twbench import EnvInfos
from twbench.envs import Limit
from twbench.errors import ConfigError, MissingPackageError, StoryFileError
from twbench.gym import make, make_batch, register_game, register_games
from twbench.gym.envs import TextworldBatchGymEnv, TextworldGymEnv
from twbench.gym.registration import registered, registry


def test_a_game_is_played_by_its_id(pool):
    env_id = register_game(pool[0], EnvInfos(location=True), name="first")
    assert env_id == "tw-first-v0"
    env = make(env_id)
    assert type(env) is TextworldGymEnv
    _, infos = env.reset()
    assert infos["location"] == "Attic"
    env.close()


def test_the_steps_are_limited_to_fifty(pool):
    env = make(register_games(pool, name="fifty"))
    env.reset()
    assert [env.step("look")[2] for _ in range(50)] == [False] * 49 + [True]


def test_a_batch_size_makes_a_batch(pool):
    env = make(register_games(pool, batch_size=1, asynchronous=False, name="one"))
    assert type(env) is TextworldBatchGymEnv
    assert len(env.reset()[0]) == 1


def test_without_a_name_the_id_has_none(pool):
    assert re.fullmatch(r"tw(-\d+)?-v0", register_games(pool, EnvInfos(verbs=True)))


def test_an_id_stays_what_it_is(pool):
    """Other games, or other settings, get the next number."""
    first = register_games(pool[:1], name="kept")
    second = register_games(pool[1:], name="kept")
    third = register_games(pool[:1], max_episode_steps=7, name="kept")
    assert [first, second, third] == ["tw-kept-v0", "tw-kept-2-v0", "tw-kept-3-v0"]
    assert make(first).gamefiles == (pool[0],)
    assert make(second).gamefiles == tuple(pool[1:])
    assert registry[third].max_episode_steps == 7


def test_the_same_again_has_the_same_id(pool):
    """A cell of a notebook that is run twice, say."""
    given = EnvInfos(facts=True, extras=["walkthrough"])
    first = register_games(pool, given, batch_size=2, name="again")
    assert register_games(pool, given.copy(), batch_size=2, name="again") == first
    given.score = True
    assert registered(first).request_infos == EnvInfos(facts=True, extras=["walkthrough"])


def test_paths_are_found_from_any_folder(pool, tmp_path, monkeypatch):
    monkeypatch.chdir(pool[0].rpartition("/")[0])
    env = make(register_game("attic.z8", name="relative"))
    monkeypatch.chdir(tmp_path)
    assert "-= Attic =-" in env.reset()[0]


def test_settings_may_be_changed_for_one_environment(pool):
    env_id = register_games(pool, name="changed")
    env = make(env_id, max_episode_steps=1)
    env.reset()
    assert env.step("look")[2]
    batch = make(env_id, batch_size=2, asynchronous=False)
    assert len(batch.reset()[0]) == 2
    assert registered(env_id).max_episode_steps == 50
    with pytest.raises(TypeError, match=r"no setting 'batch'. Did you mean 'batch_size'\?"):
        make(env_id, batch=2)


def test_wrappers_are_registered_with_the_games(pool):
    env = make(register_games(pool, name="wrapped", wrappers=[lambda env: Limit(env, 1)]))
    env.reset()
    assert env.step("look")[2]


def test_games_of_an_id_are_made_a_batch(pool):
    env_id = register_games(pool, EnvInfos(score=True), name="old")
    batched = make_batch(env_id, 3)
    assert batched == "batch3-tw-old-v0"
    batch = make(batched)
    _, infos = batch.reset()
    assert infos == {"score": [0, 0, 0]}
    assert registered(make_batch(env_id, 3, parallel=True)).asynchronous


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"gamefiles": []}, "gamefiles is empty"),
        ({"batch_size": "2"}, "batch_size must be a whole number of at least 1, or None, not '2'"),
        (
            {"max_episode_steps": -1},
            "max_episode_steps must be a whole number of at least 1, or None",
        ),
    ],
)
def test_what_cannot_be_is_not_registered(pool, wrong, message):
    known = dict(registry)
    with pytest.raises(ConfigError, match=message):
        register_games(**{"gamefiles": pool, "name": "wrong", **wrong})
    assert dict(registry) == known


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"auto_reset": "no"}, r"auto_reset must be true or false, not 'no'"),
        ({"asynchronous": 1}, r"asynchronous must be true or false, not 1"),
        ({"action_space": 3}, r"action_space must be one of Gymnasium's spaces, not 3"),
        ({"observation_space": "x"}, r"observation_space must be one of Gymnasium's spaces"),
    ],
)
def test_settings_have_their_types(pool, wrong, message):
    with pytest.raises(ConfigError, match=message):
        register_game(pool[0], name="types", **wrong)
    env_id = register_game(pool[0], name="types")
    with pytest.raises(ConfigError, match=message):
        make(env_id, **wrong)


def test_a_name_is_a_text(pool):
    with pytest.raises(ConfigError, match="name must be a text, not 3"):
        register_game(pool[0], name=3)


def test_an_id_of_gymnasium_is_answered_with_who_makes_it():
    with pytest.raises(ConfigError, match=r"gymnasium\.make\('CartPole-v1'\) makes it"):
        make("CartPole-v1")


def test_a_file_that_is_not_there_is_not_registered(tmp_path):
    with pytest.raises(StoryFileError, match=r"There is no story at .*lost\.z8"):
        register_game(tmp_path / "lost.z8")


def test_an_unknown_id_is_answered_with_the_nearest(pool):
    register_games(pool, name="treasure")
    with pytest.raises(ConfigError, match=r"as 'tw-tresure-v0'. Did you mean 'tw-treasure-v0'\?"):
        make("tw-tresure-v0")


def test_what_is_registered_cannot_be_changed_from_outside(pool):
    env_id = register_games(pool, name="fixed")
    with pytest.raises(AttributeError):
        registry[env_id].batch_size = 3
    with pytest.raises(TypeError):
        registry[env_id] = None


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)


def test_without_gymnasium_the_line_that_installs_it_is_told():
    code = """
import sys
import importlib.util as util
find = util.find_spec
util.find_spec = lambda name, *more: None if name == "gymnasium" else find(name, *more)
try:
    import twbench.gym
except ImportError as error:
    print(type(error).__name__, error)
"""
    assert run(code).stdout == (
        "MissingPackageError twbench.gym needs the package gymnasium, which is not installed:"
        " pip install 'twbench[gym]'.\n"
    )
    assert issubclass(MissingPackageError, ModuleNotFoundError)


def test_gymnasium_comes_in_when_it_is_used():
    code = "import sys, twbench, twbench.gym; print('gymnasium' in sys.modules)"
    assert run(code).stdout == "False\n"


def test_documented_modules_are_found_in_the_package():
    assert twbench.gym.utils.register_games is register_games
    assert twbench.gym.envs.utils.shuffled_cycle is twbench.gym.envs.shuffled_cycle
    with pytest.raises(AttributeError, match="no attribute 'registr'"):
        getattr(twbench.gym, "registr")  # noqa: B009 - the mistake of somebody who types
