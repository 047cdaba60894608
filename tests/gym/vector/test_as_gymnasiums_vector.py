"""What vectors say, by turns with Gymnasium's own."""

from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit
from gymnasium_games import cave, coins
from odd_env import Odd, odd_env

from twbench.core import EnvInfos
from twbench.gym.text_env import TextEnv
from twbench.gym.vector import TextVectorEnv
from twbench.gym.wrappers import CommandIndex, Tokens

INFOS = EnvInfos(admissible_commands=True, won=True, score=True, extras=["walkthrough"])
WORDS = ("gem", "coin", "take", "look", "cave")


def text_env(paths, number):
    return TimeLimit(TextEnv(paths, INFOS, render_mode="ansi"), 9)


def numbered_env(paths, number):
    return Tokens(CommandIndex(text_env(paths, number), max_commands=20), WORDS, max_length=30)


def actions(envs, infos, rng):
    """Random ones, of commands those that are admissible."""
    if not isinstance(envs.single_action_space, gymnasium.spaces.Text):
        return envs.action_space.sample()
    known = [infos["admissible_commands"][number] or ["look"] for number in range(envs.num_envs)]
    return tuple(commands[rng.integers(len(commands))] for commands in known)


def played(envs, steps=40):
    """Play; return all that was said."""
    rng = np.random.default_rng(1)
    envs.action_space.seed(1)
    said = [envs.reset(seed=3)]
    infos = said[0][1]
    for _ in range(steps):
        said.append(envs.step(actions(envs, infos, rng)))
        infos = dict(said[-1][-1])
        ended = said[-1][2] | said[-1][3]
        if envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED and ended.any():
            said.append(envs.reset(options={"reset_mask": ended}))
            for key, values in said[-1][1].items():
                if key == "admissible_commands":
                    infos[key] = np.where(ended, values, infos[key])
    envs.close()
    return said


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(
    ("make", "workers"),
    [
        (text_env, 0),
        *(
            pytest.param(*kind, marks=pytest.mark.slow)
            for kind in [(text_env, 3), (numbered_env, 2), (odd_env, 3)]
        ),
    ],
)
def test_what_is_said_is_what_gymnasiums_vector_says(make, workers, mode):
    paths = [*coins(), cave()]
    env_fns = [partial(make, paths, number) for number in range(5)]
    vectors = (
        SyncVectorEnv(env_fns, autoreset_mode=mode),
        TextVectorEnv(env_fns, num_workers=workers, autoreset_mode=mode.value),
    )
    # Wrappers of Gymnasium look at the one, TorchRL's at the other.
    assert all(v.metadata["autoreset_mode"] is v.autoreset_mode is mode for v in vectors)
    theirs, ours = map(played, vectors)
    assert len(theirs) == len(ours)
    for said, told in zip(theirs, ours, strict=True):
        assert data_equivalence(said, told, exact=True)
    ends = [said for said in theirs if len(said) == 5]
    assert any(said[3].any() for said in ends)
    if mode is AutoresetMode.SAME_STEP:
        finals = [said[-1] for said in ends if "final_obs" in said[-1]]
        assert finals
        assert all(np.array_equal(f["_final_obs"], f["_final_info"]) for f in finals)


class Gaining(Odd):
    """Its rewards are numbers of all kinds."""

    def step(self, action):
        seen, _, *rest = super().step(action)
        reward = (np.nan, -np.inf, np.float32(0.1), True, -0.0, 0)[(self.number + self.turn) % 6]
        return seen, reward, *rest


@pytest.mark.parametrize("workers", [0, pytest.param(2, marks=pytest.mark.slow)])
def test_rewards_are_those_of_gymnasiums_vector(workers):
    env_fns = [partial(Gaining, number) for number in range(6)]
    theirs, ours = (
        [said[1] for said in played(envs, 7) if len(said) == 5]
        for envs in (SyncVectorEnv(env_fns), TextVectorEnv(env_fns, num_workers=workers))
    )
    np.testing.assert_array_equal(ours, theirs)
    assert np.isnan(ours).any()
