"""Names under which `gymnasium.make` and `gymnasium.make_vec` know games."""

__all__ = ["TEXT_ENV", "VECTOR", "register"]

from collections.abc import Iterable
from typing import Any

import gymnasium

from twbench.core import EnvInfos
from twbench.errors import ConfigError
from twbench.gym.games import GamePath, Games
from twbench.gym.plain import PlainSpec, as_games
from twbench.whole_numbers import whole_or_none

TEXT_ENV = "twbench.gym.text_env:TextEnv"
"""What plays the games one by one."""
VECTOR = "twbench.gym.vector.making:vector_entry_point"
"""What plays several at once, where Gymnasium is not told otherwise."""


def register(
    env_id: str,
    gamefiles: Games | Iterable[GamePath],
    *,
    request_infos: EnvInfos | None = None,
    max_episode_steps: int | None = None,
    asynchronous: bool = True,
    action_space: gymnasium.Space[Any] | None = None,
    observation_space: gymnasium.Space[Any] | None = None,
) -> None:
    """Let Gymnasium know games as ``env_id``; what it knew under that name is forgotten.

    ``asynchronous`` says whether `gymnasium.make_vec` plays in worker processes, if it is not told
    how (``vectorization_mode``). The other arguments are those of `twbench.gym.text_env.TextEnv`
    and of Gymnasium's time limit.

    Raises ConfigError for a name that Gymnasium does not allow, and for what else cannot be.
    """
    max_episode_steps = whole_or_none(max_episode_steps, "max_episode_steps")
    given = {
        "request_infos": request_infos,
        "action_space": action_space,
        "observation_space": observation_space,
    }
    kwargs = {name: value for name, value in given.items() if value is not None}
    games = as_games(gamefiles)
    former = gymnasium.registry.pop(env_id, None)  # or Gymnasium would warn that it is replaced
    try:
        gymnasium.register(
            env_id,
            TEXT_ENV,
            max_episode_steps=max_episode_steps,
            vector_entry_point=VECTOR if asynchronous else None,
            kwargs={"gamefiles": games, **kwargs},
        )
    except gymnasium.error.Error as error:
        if former is not None:
            gymnasium.registry[env_id] = former
        raise ConfigError(f"Gymnasium does not take the id {env_id!r}: {error}") from None
    gymnasium.registry[env_id] = PlainSpec.of(gymnasium.registry[env_id])
