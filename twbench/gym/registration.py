"""Which games are known by which id."""

__all__ = ["Registration", "register", "registered", "registry"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import gymnasium
from gymnasium import Space

from twbench.core import EnvInfos
from twbench.dataset.config.fields import flag
from twbench.errors import ConfigError, nearest
from twbench.gym.batches.seat import SeatSettings
from twbench.gym.batches.shelf import Wrapping
from twbench.gym.gymnasium_ids import register as tell_gymnasium

_KNOWN: "dict[str, Registration]" = {}

registry: "Mapping[str, Registration]" = MappingProxyType(_KNOWN)
"""What has been registered, by its id."""


@dataclass(frozen=True, slots=True)
class Registration:
    """What was registered under an id; see `twbench.gym.register_games`.

    ``batch_size`` is None for one game at a time.
    """

    env_id: str
    gamefiles: tuple[str, ...]
    request_infos: EnvInfos = field(default_factory=EnvInfos)
    batch_size: int | None = None
    auto_reset: bool = False
    max_episode_steps: int | None = 50
    asynchronous: bool = True
    action_space: Space[Any] | None = None
    observation_space: Space[Any] | None = None
    wrappers: tuple[Wrapping, ...] = ()

    def __post_init__(self) -> None:
        """Raise ConfigError for a setting that is of a wrong type."""
        flag(self.auto_reset, "auto_reset")
        flag(self.asynchronous, "asynchronous")
        for name in ("action_space", "observation_space"):
            space = getattr(self, name)
            if space is not None and not isinstance(space, Space):
                raise ConfigError(f"{name} must be one of Gymnasium's spaces, not {space!r}.")

    @property
    def seat(self) -> SeatSettings:
        """How each of the games is played."""
        return SeatSettings(
            self.request_infos, self.max_episode_steps, self.auto_reset, self.wrappers
        )


def register(entry: Registration) -> None:
    """Let games be known by an id, here and to Gymnasium; who had that id before is forgotten.

    Raises ConfigError for an id that Gymnasium does not take.
    """
    tell_gymnasium(
        entry.env_id,
        # One game twice is played twice as often here, which Gymnasium's half has no use for.
        list(dict.fromkeys(entry.gamefiles)),
        request_infos=entry.request_infos,
        max_episode_steps=entry.max_episode_steps,
        asynchronous=entry.asynchronous,
        action_space=entry.action_space,
        observation_space=entry.observation_space,
    )
    _KNOWN[entry.env_id] = entry


def registered(env_id: str) -> Registration:
    """Return what is registered under an id; raises ConfigError where nothing is."""
    if not isinstance(env_id, str):
        raise ConfigError(f"An id is what register_game returns, such as 'tw-v0', not {env_id!r}.")
    if env_id not in _KNOWN:
        if env_id in gymnasium.registry:
            raise ConfigError(
                f"{env_id!r} is an id of Gymnasium's alone: gymnasium.make({env_id!r}) makes it."
            )
        known = f"There are {', '.join(sorted(_KNOWN))}." if _KNOWN else "None is registered yet."
        raise ConfigError(
            f"No games are registered as {env_id!r}.{nearest(env_id, _KNOWN)} {known}"
        )
    return _KNOWN[env_id]
