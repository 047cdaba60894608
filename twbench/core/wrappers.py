"""Environments around others."""

__all__ = ["Wrapper", "WrapperSnapshot"]

from copy import copy
from io import StringIO
from typing import Any, NamedTuple, Self

from twbench.core.environments import Environment
from twbench.core.infos import EnvInfos
from twbench.core.states import GameState
from twbench.errors import GameNotRunningError


class WrapperSnapshot(NamedTuple):
    """A saved state of a wrapper: the snapshot of what it wraps, and what it remembers itself."""

    wrapped: Any
    own: Any


class Wrapper(Environment):
    """An environment around another one, adding to what it does; by itself it changes nothing.

    The environment may be given later: ``wrapper(env)`` wraps it and returns the wrapper. Until
    then, whatever needs one raises GameNotRunningError. Attributes that a wrapper does not have are
    those of what it wraps.

    A wrapper that remembers something of the episode gives it to snapshots and copies: its
    ``_own_state`` returns values that do not change any more, and ``_set_own_state`` takes them.
    One that has to do something with what it wraps overrides ``_wrap``.
    """

    def __init__(self, env: Environment | None = None):
        self._wrap(_NoEnvironment() if env is None else env)

    def __call__(self, env: Environment) -> Self:
        """Wrap ``env`` and return this wrapper."""
        self._wrap(env)
        return self

    def __getattr__(self, name: str) -> Any:
        # Names with an underscore are those of somebody's inside, or of protocols such as copying.
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._wrapped_env, name)

    def _wrap(self, env: Environment) -> None:
        """Take ``env`` as the environment to wrap."""
        self._wrapped_env = env

    def _own_state(self) -> Any:
        """Return what this wrapper remembers of the episode."""
        return None

    def _set_own_state(self, own: Any) -> None:
        """Remember what `_own_state` returned."""

    @property
    def infos(self) -> EnvInfos:
        """The information requested of the wrapped environment."""
        return self._wrapped_env.infos

    @infos.setter
    def infos(self, infos: EnvInfos) -> None:
        self._wrapped_env.infos = infos

    @property
    def state(self) -> GameState:
        """The last state of the wrapped environment."""
        return self._wrapped_env.state

    @state.setter
    def state(self, state: GameState) -> None:
        self._wrapped_env.state = state

    @property
    def display_command_during_render(self) -> bool:
        """Whether rendering shows the command as well."""
        return self._wrapped_env.display_command_during_render

    @display_command_during_render.setter
    def display_command_during_render(self, value: bool) -> None:
        self._wrapped_env.display_command_during_render = value

    @property
    def one_command(self) -> bool:
        """Whether a step has no more than one command; see `Environment`."""
        return self._wrapped_env.one_command

    @one_command.setter
    def one_command(self, value: bool) -> None:
        self._wrapped_env.one_command = value

    @property
    def search_seconds(self) -> float:
        """How long valid actions of one state are searched for; see `Environment`."""
        return self._wrapped_env.search_seconds

    @search_seconds.setter
    def search_seconds(self, value: float) -> None:
        self._wrapped_env.search_seconds = value

    def load(self, path: str) -> None:
        """See `Environment.load`."""
        self._wrapped_env.load(path)

    def seed(self, seed: int | None = None) -> list[int]:
        """See `Environment.seed`."""
        return self._wrapped_env.seed(seed)

    def reset(self) -> GameState:
        """See `Environment.reset`."""
        return self._wrapped_env.reset()

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """See `Environment.step`."""
        return self._wrapped_env.step(command)

    def save(self) -> WrapperSnapshot:
        """See `Environment.save`."""
        return WrapperSnapshot(self._wrapped_env.save(), self._own_state())

    def restore(self, snapshot: WrapperSnapshot) -> GameState:
        """See `Environment.restore`."""
        state = self._wrapped_env.restore(snapshot.wrapped)
        self._set_own_state(snapshot.own)
        return state

    def copy(self) -> Self:
        """See `Environment.copy`."""
        other = copy(self)
        other._wrapped_env = self._wrapped_env.copy()
        other._set_own_state(self._own_state())
        return other

    def close(self) -> None:
        """See `Environment.close`."""
        self._wrapped_env.close()

    def render(self, mode: str = "human") -> StringIO | str | None:
        """See `Environment.render`."""
        return self._wrapped_env.render(mode)

    @property
    def wrapped(self) -> Environment:
        """The environment that this wrapper is around."""
        return self._wrapped_env

    @property
    def unwrapped(self) -> Environment:
        """The innermost environment, without its wrappers."""
        return self._wrapped_env.unwrapped


_NO_ENVIRONMENT = "This wrapper has no environment yet: wrap one with wrapper(env)."


class _NoEnvironment(Environment):
    """Stands for an environment that a wrapper has not been given yet."""

    def load(self, path: str) -> None:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def seed(self, seed: int | None = None) -> list[int]:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def reset(self) -> GameState:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def step(self, command: str) -> tuple[GameState, float, bool]:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def save(self) -> Any:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def restore(self, snapshot: Any) -> GameState:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def copy(self) -> Environment:
        raise GameNotRunningError(_NO_ENVIRONMENT)
