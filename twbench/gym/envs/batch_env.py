"""Environments side by side, by their ids (docs: textworld.gym.envs.batch_env).

Each has its own pool of games and its own settings; `TextworldBatchGymEnv` takes all games from one
pool.
"""

__all__ = ["BatchEnv", "ParallelBatchEnv"]

from collections.abc import Sequence
from typing import Any

from twbench.errors import ConfigError
from twbench.gym.batches.environment import BatchOfGames
from twbench.gym.batches.order import DEFAULT_SEED, SEEDS, GameOrder, checked_seed
from twbench.gym.registration import Registration, registered
from twbench.seeding import derive_seed
from twbench.whole_numbers import whole_number


class BatchEnv(BatchOfGames):
    """Plays the games of several ids, in this process (docs: the class of this name).

    ``env_id`` is a list of ids, or one that is repeated ``batch_size`` times. Raises ConfigError if
    there are not as many as that, for an unknown id, and for one that is a batch itself.
    """

    _asynchronous = False

    def __init__(self, env_id: str | Sequence[str], batch_size: int):
        batch_size = whole_number(batch_size, "batch_size")
        self.env_ids = [env_id] * batch_size if isinstance(env_id, str) else list(env_id)
        if len(self.env_ids) != batch_size:
            raise ConfigError(
                f"A batch of {batch_size} is made of as many ids, not of {len(self.env_ids)}."
            )
        self.batch_size = batch_size
        entries = [_single(registered(one)) for one in self.env_ids]
        super().__init__(
            [GameOrder(entry.gamefiles) for entry in entries],
            [entry.seat for entry in entries],
            self._asynchronous,
            entries[0].action_space,
            entries[0].observation_space,
        )
        # The same pool in different orders, so that the games of a batch are not all the same.
        self.seed(DEFAULT_SEED)

    def seed(self, seed: int | None = None) -> list[int]:
        """Begin the orders of all games anew, each by a seed of its own; return these.

        They come of ``seed``, which is drawn if it is None.
        """
        root = checked_seed(seed)
        return [
            order.seed(derive_seed(root, "place", place) % SEEDS)
            for place, order in enumerate(self._orders)
        ]

    def skip(self, ngames: int = 1) -> None:
        """Leave out the next ``ngames`` of each."""
        super().skip(ngames)

    def step(self, actions: Any) -> tuple[Any, Any, Any, dict[str, Any]]:
        """Type one of the ``actions`` into each game; see `TextworldBatchGymEnv`."""
        return super().step(actions)


class ParallelBatchEnv(BatchEnv):
    """A `BatchEnv` whose games are played in worker processes (docs: the class of this name)."""

    _asynchronous = True


def _single(entry: Registration) -> Registration:
    if entry.batch_size is not None:
        raise ConfigError(
            f"{entry.env_id!r} is a batch of {entry.batch_size} itself: a batch is made of ids of"
            " single games, registered without batch_size."
        )
    return entry
