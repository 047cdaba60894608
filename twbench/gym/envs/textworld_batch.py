"""Games of a pool, several at once (docs: textworld.gym.envs.textworld_batch)."""

__all__ = ["TextworldBatchGymEnv"]

import os
from collections.abc import Iterable, Sequence
from typing import Any

from gymnasium import Space

from twbench.core import EnvInfos
from twbench.core.infos import checked_infos
from twbench.gym.batches.environment import BatchOfGames, together
from twbench.gym.batches.order import GameOrder
from twbench.gym.batches.seat import SeatSettings, Start
from twbench.gym.batches.shelf import Wrapping
from twbench.utils.own_values import ListOrTuple
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
        self.gamefiles = self._order.gamefiles
        self.batch_size = whole_or_none(batch_size, "batch_size") or 1
        self.request_infos = checked_infos(request_infos)
        settings = SeatSettings(
            self.request_infos,
            whole_or_none(max_episode_steps, "max_episode_steps"),
            auto_reset,
            tuple(wrappers),
        )
        super().__init__(
            [settings] * self.batch_size, asynchronous, action_space, observation_space
        )

    def seed(self, seed: int | None = None) -> list[int]:
        """Begin the order of the games anew, as it comes of a seed; return that seed.

        None draws one. Raises ConfigError for what is no seed.
        """
        return [self._order.seed(seed)]

    def skip(self, nb_games: int = 1) -> None:
        """Leave out the next ``nb_games``."""
        self._order.skip(nb_games)

    def reset(self) -> tuple[Any, dict[str, Any]]:
        """Begin the next games of the pool.

        Return what each says first, as a list, and the infos, each a list. Raises StoryFileError
        for a story that cannot be played, EnvInfoMissingError for one that cannot give what is
        requested.
        """
        return together(self._begun())

    def step(self, commands: Any) -> tuple[Any, Any, Any, dict[str, Any]]:
        """Type one of the ``commands`` into each game.

        Return four: what each game says, its score so far, whether it is over, and the infos, all
        of them lists. Raises GameNotRunningError before the first reset, CommandCountError unless
        there is a command for each game.
        """
        turns = self._stepped(self._checked(commands))
        observations, infos = together(turns)
        scores = ListOrTuple(turn.score for turn in turns)
        dones = ListOrTuple(turn.done for turn in turns)
        return observations, scores, dones, infos

    def _orders(self) -> Iterable[GameOrder]:
        yield self._order

    def _next(self) -> list[Start]:
        return [self._order.next() for _ in range(self.batch_size)]
