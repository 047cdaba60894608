"""Specifications as JSON: the same environment is made of it again, in another process too."""

import json
import subprocess
import sys
from functools import partial

import gymnasium
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.spaces import Text
from gymnasium.vector import AutoresetMode
from gymnasium_games import COMMANDS, cave, coins, dataset, make, registered

from twbench.core import EnvInfos
from twbench.errors import ConfigError, UnknownInfoError
from twbench.gym.datasets import register_dataset
from twbench.gym.text_env import TextEnv
from twbench.gym.vector import make_vec
from twbench.gym.wrappers import CommandIndex, Tokens

ELSEWHERE = """
import json, sys
import gymnasium
from gymnasium.envs.registration import EnvSpec

env = gymnasium.make(EnvSpec.from_json(sys.stdin.read()))
print(json.dumps(env.reset(seed=3)))
"""


pytestmark = pytest.mark.usefixtures("restored_registry")


def again(spec: EnvSpec) -> EnvSpec:
    return EnvSpec.from_json(spec.to_json())


def test_the_specification_of_files_is_json():
    env_id = registered("written", max_episode_steps=7)
    env = gymnasium.make(env_id)
    for spec in (gymnasium.spec(env_id), env.spec):
        twin = gymnasium.make(again(spec))
        assert twin.spec.max_episode_steps == 7
        assert twin.reset(seed=3) == env.reset(seed=3)
        assert twin.unwrapped.games.names == env.unwrapped.games.names
    assert json.loads(env.spec.to_json())["kwargs"] == {
        "gamefiles": list(coins()),
        "request_infos": {"admissible_commands": True, "extras": []},
    }
    assert env_id in env.spec.pprint(disable_print=True)


@pytest.mark.slow
def test_another_process_makes_it_where_nothing_is_registered():
    register_dataset(dataset(), request_infos=COMMANDS)
    env = gymnasium.make("twbench/tiny-train-v0")
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=env.spec.to_json(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == list(env.reset(seed=3))


def test_the_specification_of_a_dataset_is_json():
    env = gymnasium.make(register_dataset(dataset())["train"])
    kwargs = json.loads(env.spec.to_json())["kwargs"]
    assert kwargs == {"gamefiles": {"dataset": dataset(), "split": "train"}}
    assert gymnasium.make(again(env.spec)).reset(seed=3) == env.reset(seed=3)


def test_extras_and_spaces_are_json():
    infos = EnvInfos(won=True, extras=["walkthrough"])
    env = make("extras", request_infos=infos, action_space=Text(9, min_length=0, charset="go east"))
    twin = gymnasium.make(again(env.spec))
    assert twin.unwrapped.request_infos == infos
    assert twin.action_space == env.action_space
    assert twin.observation_space == env.observation_space


def test_wrappers_are_made_again():
    env = Tokens(CommandIndex(make("wrapped"), max_commands=9), ["coin", "room"], max_length=5)
    twin = gymnasium.make(again(env.spec))
    assert str(twin) == str(env)
    assert (twin.reset(seed=3)[0] == env.reset(seed=3)[0]).all()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["sync", "async", "vector_entry_point"])
def test_the_specification_of_a_vector_is_json(mode):
    envs = gymnasium.make_vec(registered("vector"), num_envs=2, vectorization_mode=mode)
    twin = gymnasium.make_vec(again(envs.spec))
    assert type(twin) is type(envs)
    assert twin.reset(seed=3)[0] == envs.reset(seed=3)[0]
    twin.close()
    envs.close()


@pytest.mark.parametrize("workers", [0, 2])
def test_our_vectors_are_made_of_it_too(workers):
    spec = gymnasium.spec(registered("ours"))
    envs, twin = (make_vec(one, 2, num_workers=workers) for one in (spec, again(spec)))
    assert twin.reset(seed=3)[0] == envs.reset(seed=3)[0]
    twin.close()
    envs.close()


def test_what_is_no_dataset_is_told():
    with pytest.raises(ConfigError, match=r"such as \{'dataset': FOLDER, 'split': NAME\}, not"):
        TextEnv({"dataset": "here"})


def test_unknown_requests_are_told():
    with pytest.raises(UnknownInfoError, match="no information 'wom'"):
        TextEnv([cave()], {"wom": True})


def test_a_vector_can_be_made_again_of_its_specification():
    arguments = {"num_workers": 1, "autoreset_mode": "SameStep", "render_mode": "ansi"}
    envs = make_vec(registered("once-more"), 3, **arguments)
    twin = gymnasium.make_vec(EnvSpec.from_json(envs.spec.to_json()))
    assert (twin.num_envs, twin.num_workers, twin.render_mode) == (3, 1, "ansi")
    assert twin.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert twin.reset(seed=2)[0] == envs.reset(seed=2)[0]
    wrappers = [partial(CommandIndex, max_commands=20)]
    wrapped = make_vec(registered("wrapped"), 1, num_workers=0, wrappers=wrappers)
    assert wrapped.spec.kwargs["wrappers"] == wrappers
    assert "wrappers" not in gymnasium.spec("twbench-tests/wrapped-v0").kwargs
    twin.close()
    envs.close()
