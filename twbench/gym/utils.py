"""Registering games and making environments of them (docs: textworld.gym.utils)."""

__all__ = ["make", "make_batch", "register_game", "register_games"]

import os
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from itertools import count
from typing import Any

from gymnasium import Space

from twbench.core import EnvInfos
from twbench.core.infos import checked_infos
from twbench.dataset.config.fields import text
from twbench.errors import nearest
from twbench.gym.batches.order import checked_paths
from twbench.gym.batches.shelf import Wrapping
from twbench.gym.envs.textworld import TextworldGymEnv
from twbench.gym.envs.textworld_batch import TextworldBatchGymEnv
from twbench.gym.registration import Registration, register, registered, registry
from twbench.whole_numbers import whole_or_none

_FIXED = {"env_id"}


def register_game(
    gamefile: str | os.PathLike[str],
    request_infos: EnvInfos | None = None,
    batch_size: int | None = None,
    auto_reset: bool = False,
    max_episode_steps: int | None = 50,
    asynchronous: bool = True,
    action_space: Space[Any] | None = None,
    observation_space: Space[Any] | None = None,
    name: str = "",
    *,
    wrappers: Iterable[Wrapping] = (),
) -> str:
    """Register one game, and return the id to make an environment of; see `register_games`."""
    return register_games(
        [gamefile],
        request_infos,
        batch_size,
        auto_reset,
        max_episode_steps,
        asynchronous,
        action_space,
        observation_space,
        name,
        wrappers=wrappers,
    )


def register_games(
    gamefiles: Sequence[str | os.PathLike[str]],
    request_infos: EnvInfos | None = None,
    batch_size: int | None = None,
    auto_reset: bool = False,
    max_episode_steps: int | None = 50,
    asynchronous: bool = True,
    action_space: Space[Any] | None = None,
    observation_space: Space[Any] | None = None,
    name: str = "",
    *,
    wrappers: Iterable[Wrapping] = (),
) -> str:
    """Register a pool of games, and return the id to make an environment of.

    ```
    env_id = register_games(gamefiles, EnvInfos(inventory=True), max_episode_steps=50)
    env = twbench.gym.make(env_id)            # as documented in 2020: reset and step give 2 and 4
    env = gymnasium.make(env_id)              # as Gymnasium has it today
    ```

    ``request_infos`` says what the infos tell; later changes of it change nothing. With a
    ``batch_size``, one of 1 too, so many games are played at the same time, and all goes in and
    comes out as lists; they are ``asynchronous`` in worker processes. An episode is over when its
    game is, or after ``max_episode_steps`` (None: no limit); what is typed then has no effect, or
    with ``auto_reset`` starts that game again. The spaces are for learning libraries, see
    `twbench.gym.spaces.Word`. ``wrappers`` are put around each game.

    The id is ``tw-v0``, or ``tw-NAME-v0``. If other games, or other settings, have it already, it
    is ``tw-2-v0``, or ``tw-NAME-2-v0``, and so on: each id stays what it is.

    Raises ConfigError for an empty list and for what is of a wrong type, StoryFileError for a file
    that is not there.
    """
    text(name, "name")
    entry = Registration(
        "",
        checked_paths(gamefiles),
        checked_infos(request_infos),
        whole_or_none(batch_size, "batch_size"),
        auto_reset,
        whole_or_none(max_episode_steps, "max_episode_steps"),
        asynchronous,
        action_space,
        observation_space,
        tuple(wrappers),
    )
    return _known_as(entry, f"tw-{name}" if name else "tw")


def make_batch(env_id: str, batch_size: int, parallel: bool = False) -> str:
    """Register the games of an id as a batch, and return its id (TextWorld 1.1 to 1.3).

    Since then `register_games` takes the ``batch_size`` itself. Raises ConfigError for an unknown
    id.
    """
    entry = registered(env_id)
    batch = replace(
        entry, batch_size=whole_or_none(batch_size, "batch_size"), asynchronous=parallel
    )
    return _known_as(batch, f"batch{batch_size}-{env_id.rpartition('-v')[0]}")


def make(env_id: str, **kwargs: Any) -> TextworldBatchGymEnv:
    """Return an environment for the games of an id: a batch, if they are registered as one.

    ``kwargs`` are settings of `register_games` to have instead of those registered. Raises
    ConfigError for an unknown id, TypeError for an unknown setting.
    """
    entry = registered(env_id)
    allowed = [field.name for field in fields(Registration) if field.name not in _FIXED]
    for name in kwargs:
        if name not in allowed:
            raise TypeError(
                f"An environment has no setting {name!r}.{nearest(name, allowed)} It has"
                f" {', '.join(allowed)}."
            )
    entry = replace(entry, **kwargs)
    settings = {name: getattr(entry, name) for name in allowed}
    if entry.batch_size is None:
        del settings["batch_size"], settings["asynchronous"]
        return TextworldGymEnv(**settings)
    return TextworldBatchGymEnv(**settings)


def _known_as(entry: Registration, base: str) -> str:
    """Register an entry under the first id that is free, or that it has already; return that.

    The number is not that of the version: Gymnasium tells whoever plays a lower version to take the
    highest one, which here would be other games.
    """
    for number in count(1):
        name = base if number == 1 else f"{base}-{number}"
        named = replace(entry, env_id=f"{name}-v0")
        known = registry.get(named.env_id)
        if known is None:
            register(named)
        if known is None or known == named:
            return named.env_id
    raise AssertionError("Numbers do not end.")
