"""Games of a pool, one after the other (docs: textworld.gym.envs.textworld)."""

__all__ = ["TextworldGymEnv"]

import os
from collections.abc import Sequence
from typing import Any

from gymnasium import Space

from twbench.core import EnvInfos
from twbench.errors import ConfigError
from twbench.gym.batches.seat import check_text
from twbench.gym.envs.textworld_batch import TextworldBatchGymEnv


class TextworldGymEnv(TextworldBatchGymEnv):
    """Plays the games of a pool, one after the other (docs: the class of this name).

    It takes what `TextworldBatchGymEnv` takes, where that makes sense for a single game.

    ```
    env = TextworldGymEnv(gamefiles, EnvInfos(inventory=True), max_episode_steps=50)
    ob, infos = env.reset()
    ob, score, done, infos = env.step("look")
    env.close()
    ```
    """

    def __init__(
        self,
        gamefiles: Sequence[str | os.PathLike[str]],
        request_infos: EnvInfos | None = None,
        max_episode_steps: int | None = None,
        action_space: Space[Any] | None = None,
        observation_space: Space[Any] | None = None,
        **kwargs: Any,
    ):
        super().__init__(
            gamefiles,
            request_infos,
            max_episode_steps=max_episode_steps,
            action_space=action_space,
            observation_space=observation_space,
            **kwargs,
        )
        if self.batch_size != 1:
            raise ConfigError(
                f"A TextworldGymEnv plays one game at a time, not {self.batch_size}: for several"
                " there is TextworldBatchGymEnv."
            )

    def reset(self) -> tuple[str, dict[str, Any]]:
        """Begin the next game of the pool; return what it says first, and the infos.

        Raises what `TextworldBatchGymEnv.reset` raises.
        """
        (turn,) = self._begun()
        return turn.observation, turn.infos

    def step(self, command: str) -> tuple[str, float, bool, dict[str, Any]]:
        """Type a command.

        Return what the game says, the score so far, whether it is over, and the infos. Raises
        GameNotRunningError before the first reset; ConfigError for what is no text, by which no
        episode ends.
        """
        if self._turns and not self._turns[0].done:
            check_text(command)
        return self._stepped((command,))[0]
