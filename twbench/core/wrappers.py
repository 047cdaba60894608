"""Environments around others."""

__all__ = ["Wrapper", "WrapperSnapshot"]

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from io import StringIO
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, Self

from twbench.core.environments import Environment
from twbench.core.infos import EnvInfos
from twbench.core.states import GameState
from twbench.errors import GameNotRunningError

_EXTRA = "extra."


class WrapperSnapshot(NamedTuple):
    """A saved state of a wrapper: the snapshot of what it wraps, and what it remembers itself."""

    wrapped: Any
    own: Any

    @property
    def standing(self) -> str:
        """How what is wrapped stands; see `Environment.save`."""
        return getattr(self.wrapped, "standing", "")


def _of_wrapped(name: str) -> Any:
    """Return a property that reads and sets the attribute ``name`` of what a wrapper wraps."""

    def change(wrapper: "Wrapper", value: Any) -> None:
        setattr(wrapper._wrapped_env, name, value)

    told = f"The ``{name}`` of what is wrapped; see `Environment`."
    return property(attrgetter(f"_wrapped_env.{name}"), change, doc=told)


def _is_of_others(kind: type["Wrapper"]) -> bool:
    """Whether a wrapper is none of twbench's, which add no extras."""
    return kind.__module__.partition(".")[0] != __name__.partition(".")[0]


class Wrapper(Environment):
    """An environment around another one, adding to what it does; by itself it changes nothing.

    The environment may be given later: ``wrapper(env)`` wraps it and returns the wrapper. Until
    then, whatever needs one raises GameNotRunningError. Attributes that a wrapper does not have are
    those of what it wraps.

    A wrapper that remembers something of the episode gives it to snapshots and copies: the
    attributes named by ``_of_episode``, whose values do not change any more. Where they do,
    ``_own_state`` returns others, and ``_set_own_state`` takes them. A wrapper that has to do
    something with what it wraps overrides ``_wrap``.
    """

    _of_episode: ClassVar[tuple[str, ...]] = ()

    infos: EnvInfos = _of_wrapped("infos")
    state: GameState = _of_wrapped("state")
    display_command_during_render: bool = _of_wrapped("display_command_during_render")
    one_command: bool = _of_wrapped("one_command")
    search_seconds: float = _of_wrapped("search_seconds")
    extras_may_be_added: bool = _of_wrapped("extras_may_be_added")

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
        if _is_of_others(type(self)) and isinstance(env, Environment):
            env.extras_may_be_added = True

    def _replace(self, env: Environment) -> None:
        """Wrap ``env`` in place of what was wrapped, which is closed, and set it as that was."""
        former = self._wrapped_env
        env.display_command_during_render = former.display_command_during_render
        env.one_command = former.one_command
        env.search_seconds = former.search_seconds
        env.extras_may_be_added = former.extras_may_be_added
        former.close()
        self._wrap(env)

    @contextmanager
    def _asking(self, *names: str) -> Iterator[dict[str, Any]]:
        """Ask for information meanwhile, by its names in a state: ``facts``, ``extra.screen``.

        It is in the mapping afterwards. What nobody else has asked for leaves the state.
        """
        infos, extras = self.infos, self.infos.extras
        hidden = set(names).difference(infos.keys_of_state)
        basics = hidden.intersection(infos.ALL_NAMES)
        infos.extras = [*extras, *(name.removeprefix(_EXTRA) for name in hidden - basics)]
        for name in basics:
            setattr(infos, name, True)
        known: dict[str, Any] = {}
        try:
            yield known
        finally:
            infos.extras = extras
            for name in basics:
                setattr(infos, name, False)
        known.update((name, self.state[name]) for name in names)
        for name in hidden.difference(infos.STANDING):
            del self.state[name]

    def _own_state(self) -> Any:
        """Return what this wrapper remembers of the episode."""
        return tuple(getattr(self, name) for name in self._of_episode)

    def _set_own_state(self, own: Any) -> None:
        """Remember what `_own_state` returned."""
        for name, value in zip(self._of_episode, own, strict=True):
            setattr(self, name, value)

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

    def _refuse(self, *_given: Any, **_named: Any) -> Any:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    load = seed = reset = step = save = restore = copy = _refuse
