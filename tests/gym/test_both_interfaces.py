"""One id is known here and to Gymnasium, which plays the same games with the same limits."""

import gymnasium
import pytest

import twbench.gym
from twbench import EnvInfos

pytest.importorskip("twbench.gym.text_env", reason="the interface of Gymnasium 1.x is not here")


@pytest.fixture
def env_id(pool):
    # One game twice is no other game to Gymnasium.
    return twbench.gym.register_games(
        [*pool, pool[0]], EnvInfos(inventory=True), max_episode_steps=2, name="both"
    )


def test_an_id_is_known_to_both(env_id):
    here, there = twbench.gym.make(env_id), gymnasium.make(env_id)
    assert here.reset()[1] == there.reset(seed=1)[1] == {"inventory": "You are carrying nothing.\n"}
    assert here.step("go east")[1:3] == (0, False)
    assert there.step("go east")[1:4] == (0, False, False)
    assert here.step("take coin")[1:3] == (1, True)
    assert there.step("look")[1:4] == (0, False, True)
    there.close()


def test_a_batch_is_a_vector_to_gymnasium(pool):
    batched = twbench.gym.register_games(pool, batch_size=2, asynchronous=False, name="both")
    with twbench.gym.make(batched) as batch:
        assert len(batch.reset()[0]) == 2
    vector = gymnasium.make_vec(batched, num_envs=2)
    assert len(vector.reset(seed=1)[0]) == 2
    vector.close()


def test_two_ids_of_one_name_are_two_to_gymnasium(pool):
    """Of neither is it said that it is out of date."""
    first = twbench.gym.register_games(pool[:1], name="last")
    second = twbench.gym.register_games(pool[1:2], name="last")
    assert first != second
    for env_id, room in ((first, "Attic"), (second, "Cellar")):
        env = gymnasium.make(env_id)
        assert f"-= {room} =-" in env.reset(seed=1)[0]
        env.close()
