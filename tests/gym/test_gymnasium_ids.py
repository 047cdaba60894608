"""Ids of games and datasets, as `gymnasium.make` and `gymnasium.make_vec` know them."""

import shutil
import warnings

import gymnasium
import pytest
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv
from gymnasium_games import COMMANDS, cave, coins, dataset, registered

from twbench import load_dataset
from twbench.core import EnvInfos
from twbench.errors import ConfigError, DatasetError
from twbench.gym import gymnasium_ids
from twbench.gym.datasets import DatasetGames, register_dataset
from twbench.gym.vector import TextVectorEnv

pytestmark = pytest.mark.usefixtures("restored_registry")


def test_a_second_registration_replaces_the_first_quietly():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        registered("twice")
        env_id = registered("twice", [cave()])
        assert gymnasium.make(env_id).unwrapped.games.names == ("tw-cave",)


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit):
    with pytest.raises(ConfigError, match=f"at least 1, or None, not {limit}"):
        registered("limited", max_episode_steps=limit)


def test_an_id_that_gymnasium_refuses_is_told_and_nothing_is_lost():
    with pytest.raises(ConfigError, match="does not take the id 'a b c'"):
        gymnasium_ids.register("a b c", coins())


def test_what_is_given_to_make_counts_more():
    env_id = registered("given")
    env = gymnasium.make(env_id, request_infos=EnvInfos(inventory=True), max_episode_steps=1)
    assert set(env.reset(seed=1)[1]) == {"inventory"}
    assert env.step("look")[3]


@pytest.mark.parametrize(("asynchronous", "kind"), [(True, TextVectorEnv), (False, SyncVectorEnv)])
def test_vectors_are_ours_unless_registered_otherwise(asynchronous, kind):
    env_id = registered("vectors", asynchronous=asynchronous)
    envs = gymnasium.make_vec(env_id, num_envs=2)
    assert type(envs) is kind
    assert len(envs.reset(seed=1)[0]) == 2
    envs.close()


@pytest.mark.slow
@pytest.mark.parametrize("shared_memory", [True, False])
def test_gymnasiums_own_processes_play_too(shared_memory):
    """Even those that share nothing with this process: what is registered travels."""
    env_id = registered("async")
    envs = gymnasium.make_vec(
        env_id,
        num_envs=2,
        vectorization_mode="async",
        vector_kwargs={"context": "spawn", "shared_memory": shared_memory},
    )
    assert isinstance(envs, AsyncVectorEnv)
    alone = gymnasium.make_vec(env_id, num_envs=2, vectorization_mode="sync")
    texts, _ = envs.reset(seed=1)
    assert texts == alone.reset(seed=1)[0]
    assert envs.step(("look", "inventory"))[0] == alone.step(("look", "inventory"))[0]
    envs.close()


def test_the_splits_of_a_dataset_have_ids():
    assert register_dataset(dataset()) == {
        split: f"twbench/tiny-{split}-v0" for split in ("train", "valid", "test")
    }
    env = gymnasium.make("twbench/tiny-train-v0")
    rows = list(load_dataset(dataset())["train"].manifest())
    for row in rows:
        text, _ = env.reset(options={"game_id": row["game_id"]})
        assert env.unwrapped.game_id == row["game_id"]
        assert text.strip().startswith(row["objective"][:20])
    assert env.spec.max_episode_steps == 50


def test_a_game_of_another_split_is_not_found():
    env = gymnasium.make(register_dataset(dataset())["train"])
    [row] = load_dataset(dataset())["test"].manifest()
    with pytest.raises(ConfigError, match="None of the 3 games is"):
        env.reset(options={"game_id": row["game_id"]})


def test_a_dataset_may_be_registered_again_and_another_may_not(tmp_path):
    ids = register_dataset(dataset())
    assert register_dataset(dataset(), request_infos=EnvInfos()) == ids
    moved = shutil.copytree(dataset(), tmp_path / "moved")
    assert register_dataset(moved) == ids
    assert gymnasium.spec(ids["train"]).kwargs["gamefiles"].folder == str(moved)
    gymnasium_ids.register("twbench/others-train-v0", coins())
    with pytest.raises(ConfigError, match=r"twbench/others-train-v0 is taken .* with name="):
        register_dataset(dataset(), name="others")
    assert register_dataset(dataset(), name="mine")["test"] == "twbench/mine-test-v0"


def test_an_id_of_a_dataset_stays_what_it_is():
    def told(env_id):
        return set(gymnasium.make(env_id).reset(seed=1)[1])

    infos = COMMANDS.copy()
    ids = [register_dataset(dataset(), request_infos=infos)]
    infos.won = True
    ids.append(register_dataset(dataset(), request_infos=infos))
    ids.append(register_dataset(dataset(), request_infos=infos, max_episode_steps=3))
    assert [each["train"] for each in ids] == [
        f"twbench/tiny-train{ending}-v0" for ending in ("", "-2", "-3")
    ]
    assert register_dataset(dataset(), request_infos=infos) == ids[1]
    assert told(ids[1]["train"]) - told(ids[0]["train"]) == {"won"}
    assert [gymnasium.spec(each["test"]).max_episode_steps for each in ids] == [50, 50, 3]


def test_a_name_that_gymnasium_refuses_is_told():
    with pytest.raises(ConfigError, match="does not take the id"):
        register_dataset(dataset(), name="my own")


def test_there_must_be_a_dataset_with_that_split(tmp_path):
    with pytest.raises(DatasetError):
        register_dataset(tmp_path)
    with pytest.raises(DatasetError, match=r"no split 'trian'.*Did you mean 'train'"):
        DatasetGames(dataset(), "trian")
