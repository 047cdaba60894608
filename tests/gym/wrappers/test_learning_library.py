"""Stable-Baselines3 learns through `CommandIndex` and `Tokens`, in an environment of its own.

TWBENCH_SB3_PYTHON names the Python of an environment that has it, and what twbench needs.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest
from gymnasium_games import coins

SB3 = os.environ.get("TWBENCH_SB3_PYTHON")
STEPS = 10_000
PROGRAM = """
import json, sys

import gymnasium
import torch
from stable_baselines3 import DQN
from stable_baselines3.common.env_checker import check_env

from twbench.gym.gymnasium_ids import register
from twbench.gym.wrappers import CommandIndex, Tokens, possible_commands, vocabulary

torch.set_num_threads(1)
path, steps, space = json.load(sys.stdin)
register("twbench-tests/learned-v0", [path], max_episode_steps=50)
env = gymnasium.make("twbench-tests/learned-v0")
words = vocabulary(env)
env = CommandIndex(env, commands=possible_commands(env))
# Of a MultiDiscrete the library makes a number for each word that may be in each place.
env = Tokens(env, words, max_length=40 if space == "box" else 12, space=space)
check_env(env)
model = DQN("MlpPolicy", env, learning_starts=500, buffer_size=5000, train_freq=8, seed=1)
model.learn(steps)
print(json.dumps([model.num_timesteps, len(model.ep_info_buffer)]))
"""


@pytest.mark.slow
@pytest.mark.skipif(SB3 is None, reason="TWBENCH_SB3_PYTHON names no environment with SB3")
@pytest.mark.parametrize("space", ["box", "multi_discrete"])
def test_dqn_takes_its_steps(space):
    done = subprocess.run(
        [str(SB3), "-c", PROGRAM],
        input=json.dumps([coins()[0], STEPS, space]),
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    steps, episodes = json.loads(done.stdout.splitlines()[-1])
    assert steps == STEPS
    assert episodes >= 100
