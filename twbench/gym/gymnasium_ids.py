"""Names under which Gymnasium knows games."""

__all__ = ["register"]

from collections.abc import Sequence
from typing import Any

from gymnasium import Space

from twbench.core import EnvInfos


def register(
    env_id: str,
    gamefiles: Sequence[str],
    *,
    request_infos: EnvInfos | None = None,
    max_episode_steps: int | None = None,
    batch_size: int | None = None,
    auto_reset: bool = False,
    asynchronous: bool = True,
    action_space: Space[Any] | None = None,
    observation_space: Space[Any] | None = None,
) -> None:
    """Let Gymnasium know games as ``env_id``; what it knew under that name is forgotten."""
