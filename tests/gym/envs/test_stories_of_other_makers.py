"""Stories of other makers are played beside ours, each in a process of its own."""

from pathlib import Path

import pytest

from twbench import EnvInfos
from twbench.envs import IsolatedEnv
from twbench.errors import EnvInfoMissingError
from twbench.gym.envs import TextworldBatchGymEnv, TextworldGymEnv

STORY = Path(__file__).resolve().parents[4] / "shared" / "data" / "stories" / "yomomma.z5"
pytestmark = pytest.mark.skipif(not STORY.is_file(), reason="the sample stories are not here")


def test_such_a_story_is_played_in_a_process_of_its_own():
    with TextworldGymEnv([STORY], EnvInfos(score=True, max_score=True)) as env:
        _, infos = env.reset()
        assert infos == {"score": 0, "max_score": 35}
        assert isinstance(env._seats._seats[0]._env, IsolatedEnv)
        assert env.step("look")[1:3] == (0, False)


@pytest.mark.slow
def test_its_random_numbers_come_of_the_seed():
    """It begins with one of many jokes."""
    with TextworldGymEnv([STORY]) as env:
        told = []
        for seed in (1, 1, 2):
            env.seed(seed)
            told.append([env.reset()[0] for _ in range(3)])
        assert told[0] == told[1] != told[2]
        assert len(set(told[0])) > 1


@pytest.mark.parametrize("asynchronous", [False, True], ids=["here", "workers"])
def test_such_a_story_is_played_beside_ours(pool, asynchronous):
    files, infos = [STORY, pool[0]], EnvInfos(score=True)
    with TextworldBatchGymEnv(files, infos, 2, asynchronous) as batch:
        batch.seed(0)
        observations, told = batch.reset()
        assert told == {"score": [0, 0]}
        ours = next(place for place, text in enumerate(observations) if "-= Attic =-" in text)
        _, scores, dones, _ = batch.step(["go east", "go east"])
        _, scores, dones, _ = batch.step(["take coin", "take coin"])
        assert (scores[ours], dones[ours]) == (1, True)
        assert (scores[1 - ours], dones[1 - ours]) == (0, False)


def test_what_such_a_story_cannot_tell_is_an_error():
    env = TextworldGymEnv([STORY], EnvInfos(facts=True))
    with pytest.raises(EnvInfoMissingError, match="facts"):
        env.reset()
