"""The text environment inside wrappers."""

__all__ = ["text_env_of"]

from typing import Any

import gymnasium

from twbench.errors import ConfigError
from twbench.gym.text_env import TextEnv


def text_env_of(env: "gymnasium.Env[Any, Any]", needed_by: str) -> TextEnv:
    """Return the environment that all wrappers are around; raises ConfigError if it is another."""
    inner = env.unwrapped
    if not isinstance(inner, TextEnv):
        raise ConfigError(
            f"{needed_by} needs a game of twbench, such as gymnasium.make gives for the ids of"
            f" twbench.gym, not {inner}."
        )
    return inner
