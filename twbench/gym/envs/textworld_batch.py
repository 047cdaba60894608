"""Games of a pool, several at once (docs: textworld.gym.envs.textworld_batch)."""

__all__ = ["TextworldBatchGymEnv"]

import os
from collections.abc import Sequence
from typing import Any

from gymnasium import Space

from twbench.core import EnvInfos
from twbench.core.infos import checked_infos
from twbench.gym.batches.environment import BatchOfGames
from twbench.gym.batches.order import GameOrder, checked_paths
from twbench.gym.batches.seat import SeatSettings
from twbench.gym.batches.shelf import Wrapping
from twbench.whole_numbers import whole_or_none


class TextworldBatchGymEnv(BatchOfGames):
    """Plays the games of a pool, ``batch_size`` at once (docs: the class of this name).

    Each game of ``gamefiles`` is played once before any is played again. ``asynchronous`` games are
    played in worker processes. An episode is over when its game is, or after ``max_episode_steps``;
    what is typed then has no effect, or with ``auto_reset`` starts the same game again.
    ``wrappers`` are put around each game.

    ``infos`` have what ``request_infos`` asks for, by its name, or ``extra.NAME``.

    Raises ConfigError for no games or wrong numbers, StoryFileError for a file that is not there.
    """

    def __init__(
        self,
        gamefiles: Sequence[str | os.PathLike[str]],
        request_infos: EnvInfos | None = None,
        batch_size: int = 1,
        asynchronous: bool = True,
        auto_reset: bool = False,
        max_episode_steps: int | None = None,
        action_space: Space[Any] | None = None,
        observation_space: Space[Any] | None = None,
        wrappers: Sequence[Wrapping] = (),
    ):
        self._order = GameOrder(gamefiles)
        self.batch_size = whole_or_none(batch_size, "batch_size") or 1
        self.request_infos = checked_infos(request_infos)
        settings = SeatSettings(
            self.request_infos,
            whole_or_none(max_episode_steps, "max_episode_steps"),
            auto_reset,
            tuple(wrappers),
        )
        super().__init__(
            [self._order] * self.batch_size,
            [settings] * self.batch_size,
            asynchronous,
            action_space,
            observation_space,
        )

    @property
    def gamefiles(self) -> tuple[str, ...]:
        """The games of the pool; others that are set are played from the next `seed` on.

        Raises for them what it raises for those that an environment is made of.
        """
        return self._order.gamefiles

    @gamefiles.setter
    def gamefiles(self, gamefiles: Sequence[str | os.PathLike[str]]) -> None:
        self._order.gamefiles = checked_paths(gamefiles)

    def seed(self, seed: int | None = None) -> list[int]:
        """Begin the order of the games anew, as it comes of a seed; return that seed.

        None draws one. Raises ConfigError for what is no seed.
        """
        return [self._order.seed(seed)]
