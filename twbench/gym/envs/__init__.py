"""Environments with the interface of the Gym of 2020 (docs: textworld.gym.envs).

``reset`` returns ``(observation, infos)``, ``step`` ``(observation, score, done, infos)``, where
the score is that of all points so far. For batches each of them is a list, and each of the infos.
"""

__all__ = [
    "BatchEnv",
    "ParallelBatchEnv",
    "TextworldBatchGymEnv",
    "TextworldGamesEnv",
    "TextworldGymEnv",
    "shuffled_cycle",
]

from twbench.gym.envs.batch_env import BatchEnv, ParallelBatchEnv
from twbench.gym.envs.textworld import TextworldGymEnv
from twbench.gym.envs.textworld_batch import TextworldBatchGymEnv
from twbench.gym.envs.textworld_games_env import TextworldGamesEnv
from twbench.gym.envs.utils import shuffled_cycle
