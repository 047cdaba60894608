"""Games of a pool, as the documentation of 2019 has them (docs: TextworldGamesEnv)."""

__all__ = ["TextworldGamesEnv"]

import os
from collections.abc import Sequence
from typing import Any

from gymnasium import Space

from twbench.core import EnvInfos
from twbench.gym.envs.textworld import TextworldGymEnv


class TextworldGamesEnv(TextworldGymEnv):
    """Plays the games of a pool, one after the other, without a limit of steps.

    It is a `TextworldGymEnv` under the name and with the parameters that were documented before
    (docs: textworld.gym.envs.textworld_games_env).
    """

    def __init__(
        self,
        game_files: Sequence[str | os.PathLike[str]],
        request_infos: EnvInfos | None = None,
        action_space: Space[Any] | None = None,
        observation_space: Space[Any] | None = None,
    ):
        super().__init__(game_files, request_infos, None, action_space, observation_space)
