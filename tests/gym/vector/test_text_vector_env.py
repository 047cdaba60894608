"""Many games at once: what a learner does with them."""

from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from gymnasium_games import cave, registered
from odd_env import odd_env

from twbench.gym.vector import TextVectorEnv, make_vec
from twbench.gym.wrappers import CommandIndex, Tokens, vocabulary


@pytest.mark.slow
def test_games_are_won_and_begin_anew():
    envs = make_vec(registered("won", [cave()]), 3, num_workers=2)
    envs.reset(seed=1)
    rewards, terminations = [], []
    for command in ("take gem", "take coin", "look", "take gem"):
        _, reward, terminated, _, _ = envs.step([command, "look", command])
        rewards.append(reward.tolist())
        terminations.append(terminated.tolist())
    assert rewards == [[1, 0, 1], [1, 0, 1], [0, 0, 0], [1, 0, 1]]
    assert terminations == [[False] * 3, [True, False, True], [False] * 3, [False] * 3]
    envs.close()


@pytest.mark.parametrize("workers", [0, 2])
def test_what_a_step_returns_is_the_learners_to_write_to(workers):
    envs = make_vec(registered("written", [cave()]), 3, num_workers=workers)
    envs.reset(seed=1)
    _, *arrays, infos = envs.step(["take gem", "look", "look"])
    kept = [array.copy() for array in arrays]
    for array in (*arrays, *infos.values()):
        array[:] = 0
    later = envs.step(["look", "look", "take gem"])
    assert [array.tolist() for array in kept] == [[1, 0, 0], [False] * 3, [False] * 3]
    assert later[1].tolist() == [0, 0, 1]
    assert all(value.all() for key, value in later[-1].items() if key.startswith("_"))
    envs.close()


@pytest.mark.slow
def test_seeds_and_names_reach_their_environments():
    envs = make_vec(registered("seeds"), 4, num_workers=2)
    alone = gymnasium.make("twbench-tests/seeds-v0")
    texts, _ = envs.reset(seed=11)
    assert envs.np_random_seed == (11, 12, 13, 14)
    assert list(texts) == [alone.reset(seed=seed)[0] for seed in (11, 12, 13, 14)]
    assert envs.reset(seed=[14, 13, 12, 11])[0] == texts[::-1]
    envs.reset(options={"game_id": "tw-coin-2"})
    assert envs.get_attr("game_id") == ("tw-coin-2",) * 4
    options = {"game_id": "tw-coin-3", "reset_mask": np.array([False, True, False, False])}
    envs.reset(options=options)
    assert len(options) == 2
    assert [name[-1] for name in envs.get_attr("game_id")] == ["2", "3", "2", "2"]
    envs.close()


@pytest.mark.slow
def test_attributes_and_methods_of_environments():
    with pytest.raises(AttributeError):
        TextVectorEnv([partial(odd_env, [], 0)], num_workers=1).get_attr("nothing")
    envs = TextVectorEnv([partial(odd_env, [], number) for number in range(3)], num_workers=2)
    envs.set_attr("number", [4, 5, 6])
    assert envs.get_attr("number") == envs.render() == (4, 5, 6)
    envs.set_attr("number", 7)
    assert envs.call("render") == (7, 7, 7)
    envs.close()


def test_gymnasiums_wrappers_of_vectors_count():
    envs = RecordEpisodeStatistics(make_vec(registered("counted", [cave()]), 2, num_workers=1))
    envs.reset(seed=1)
    envs.step(["take gem", "look"])
    *_, infos = envs.step(["take coin", "look"])
    assert infos["episode"]["r"].tolist() == [2.0, 0.0]
    envs.close()


@pytest.mark.slow
def test_wrappers_are_put_around_each_environment():
    env_id = registered("wrapped")
    words = vocabulary(gymnasium.make(env_id))
    wrappers = [partial(CommandIndex, max_commands=20), partial(Tokens, vocab=words, max_length=9)]
    envs = make_vec(env_id, 3, num_workers=2, wrappers=wrappers, max_episode_steps=2)
    ids, infos = envs.reset(seed=1)
    assert ids.shape == (3, 9)
    assert infos["action_mask"].shape == (3, 20)
    envs.step(np.zeros(3, dtype=np.int64))
    assert envs.step(np.zeros(3, dtype=np.int64))[3].all()
    envs.close()


def test_the_limit_of_an_id_can_be_lifted():
    env_id = registered("lifted", max_episode_steps=1)
    limits = {}
    for limit in (None, -1, 2):
        given = {} if limit is None else {"max_episode_steps": limit}
        envs = gymnasium.make_vec(env_id, num_envs=1, num_workers=0, **given)
        envs.reset(seed=1)
        limits[limit] = [bool(envs.step(["look"])[3][0]) for _ in range(2)]
    assert limits == {None: [True, False], -1: [False, False], 2: [False, True]}
