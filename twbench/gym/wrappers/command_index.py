"""Choosing a command by its number.

```
env = CommandIndex(gymnasium.make(env_id), max_commands=30)
text, info = env.reset(seed=1)
info["action_mask"]                       # 1 for each number that stands for a command now
text, reward, terminated, truncated, info = env.step(0)
```

A number is the place of a command in one of two lists. With ``max_commands`` it is that of the
commands which are admissible now, so that the same number means something else a turn later. With
``commands`` it is a list that never changes: `possible_commands` gives all that can ever be
admissible in some games.
"""

__all__ = ["CommandIndex", "possible_commands"]

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete, Text
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from twbench.core import EnvInfos
from twbench.errors import ConfigError, GameNotRunningError
from twbench.gym.open_games import OpenGames
from twbench.gym.wrappers.base import text_env_of

Mask = NDArray[np.int8]


class CommandIndex(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """An environment whose actions are the numbers of admissible commands.

    Infos have an ``action_mask``, as `gymnasium.spaces.Discrete.sample` takes it, and the
    admissible commands. A number that the mask forbids costs a turn as any wrong command does: with
    ``commands`` its command is typed, which the game refuses, and with ``max_commands`` it is
    ``masked``, a command that does no harm.

    Where more than ``max_commands`` are admissible, ``overflow`` says what is done: "error" raises
    ConfigError, and "cut" leaves out those at the end of the alphabet, so that a game may not be
    winnable. Admissible commands which are not among ``commands`` cannot be chosen.

    Raises ConfigError for a list that is none, is empty or has a command twice, for a number that
    is no action, and for an environment that takes no commands.
    """

    def __init__(
        self,
        env: "gymnasium.Env[Any, str]",
        *,
        max_commands: int | None = None,
        commands: Sequence[str] | None = None,
        overflow: Literal["error", "cut"] = "error",
        masked: str = "look",
    ):
        listed = None if commands is None else tuple(commands)
        RecordConstructorArgs.__init__(
            self, max_commands=max_commands, commands=listed, overflow=overflow, masked=masked
        )
        super().__init__(env)
        if not isinstance(env.action_space, Text):
            raise ConfigError(f"CommandIndex types commands, and {env} takes no text.")
        if (listed is None) == (max_commands is None):
            raise ConfigError("CommandIndex takes either max_commands or commands.")
        if isinstance(commands, str):
            raise ConfigError(f"commands is a list of commands, not {commands!r} alone.")
        if overflow not in ("error", "cut"):
            raise ConfigError(f"overflow is 'error' or 'cut', not {overflow!r}.")
        self._listed = listed
        self._numbers = {command: number for number, command in enumerate(listed or ())}
        if listed is not None and len(self._numbers) < len(listed):
            raise ConfigError("commands has the same command twice.")
        self._size = len(listed) if listed is not None else max_commands or 0
        if self._size < 1:
            raise ConfigError("CommandIndex needs at least one command.")
        self._overflow = overflow
        self._masked = masked
        self._commands: tuple[str, ...] | None = None
        self._mask: Mask = np.zeros(self._size, dtype=np.int8)
        self.action_space = Discrete(self._size)
        text_env_of(env, "CommandIndex").request("admissible_commands")

    @property
    def commands(self) -> tuple[str, ...]:
        """The command of each number as it is now; numbers beyond stand for none."""
        return self._listed if self._listed is not None else self._commands or ()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask as truth values, under the name that sb3-contrib's MaskablePPO asks."""
        return self._mask.astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a game; see `twbench.gym.text_env.TextEnv.reset`."""
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, self._masking(info)

    def step(self, action: int) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Type the command of a number. Raises GameNotRunningError before the first `reset`."""
        if self._commands is None:
            raise GameNotRunningError("The game is not running: call reset() first.")
        if action not in self.action_space:
            raise ConfigError(f"An action is a number from 0 to {self._size - 1}, not {action!r}.")
        commands = self.commands
        command = commands[action] if action < len(commands) else self._masked
        observation, reward, terminated, truncated, info = self.env.step(command)
        return observation, reward, terminated, truncated, self._masking(info)

    def _masking(self, info: dict[str, Any]) -> dict[str, Any]:
        """Remember the commands that are admissible now, and add their mask to the infos."""
        admissible = info["admissible_commands"]
        mask = np.zeros(self._size, dtype=np.int8)
        if self._listed is not None:
            numbers = self._numbers
            mask[[numbers[command] for command in admissible if command in numbers]] = 1
        else:
            if len(admissible) > self._size and self._overflow == "error":
                raise ConfigError(
                    f"{len(admissible)} commands are admissible, more than max_commands,"
                    f" {self._size}: give a larger one, or overflow='cut'."
                )
            mask[: len(admissible)] = 1
        self._commands = tuple(admissible[: self._size])
        self._mask = mask
        return {**info, "action_mask": mask.copy()}


def possible_commands(env: "gymnasium.Env[Any, Any]") -> list[str]:
    """Return all commands that can ever be admissible in the games of ``env``, sorted.

    Every game is opened once. Raises ConfigError for an environment without games of twbench, and
    EnvInfoMissingError for games of which nobody knows.
    """
    games = text_env_of(env, "possible_commands").games
    opened = OpenGames(games, EnvInfos(possible_admissible_commands=True))
    commands = set[str]()
    try:
        for number in range(len(games)):
            state = opened.open(number).env.reset()
            commands.update(state["possible_admissible_commands"])
    finally:
        opened.close()
    return sorted(commands)
