"""Making a `TextVectorEnv` of what is registered."""

__all__ = ["make_vec", "vector_entry_point"]

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from typing import Any

import gymnasium
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import TimeLimit

from twbench.gym.text_env import TextEnv
from twbench.gym.vector.env import TextVectorEnv
from twbench.whole_numbers import whole_number

AnyEnv = gymnasium.Env[Any, Any]
Wrapping = Callable[[AnyEnv], AnyEnv]
_NO_LIMIT = (None, -1)
"""Values of `gymnasium.make_vec` that give no limit of steps: -1 stands for that of the id."""


def make_vec(
    env_id: str | EnvSpec,
    num_envs: int = 1,
    *,
    num_workers: int | None = None,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    wrappers: Sequence[Wrapping] = (),
    **kwargs: Any,
) -> TextVectorEnv:
    """Return environments of an id in worker processes, each in some wrappers.

    >>> envs = make_vec(env_id, 64, wrappers=[partial(CommandIndex, max_commands=30)])

    `gymnasium.make_vec` does the same without wrappers, which it refuses here, and without them it
    takes the ``spec`` of what is returned. ``kwargs`` are those of `gymnasium.make`. Raises what
    that raises, and what `TextVectorEnv` does.
    """
    spec = gymnasium.spec(env_id) if isinstance(env_id, str) else env_id
    make = partial(_make, deepcopy(spec), tuple(wrappers), kwargs)
    envs = _vector(make, num_envs, num_workers, autoreset_mode)
    envs.spec = deepcopy(spec)
    envs.spec.kwargs |= {
        **kwargs,
        "num_envs": num_envs,
        "num_workers": num_workers,
        "autoreset_mode": envs.metadata["autoreset_mode"],
    }
    if wrappers:
        envs.spec.kwargs["wrappers"] = wrappers
    return envs


def vector_entry_point(
    *,
    num_envs: int = 1,
    num_workers: int | None = None,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    max_episode_steps: int | None = None,
    **kwargs: Any,
) -> TextVectorEnv:
    """Return what `gymnasium.make_vec` is to make of an id; ``kwargs`` are those of `TextEnv`."""
    make = partial(_text_env, max_episode_steps, kwargs)
    return _vector(make, num_envs, num_workers, autoreset_mode)


def _vector(
    make: Callable[[], AnyEnv],
    num_envs: int,
    num_workers: int | None,
    autoreset_mode: AutoresetMode | str,
) -> TextVectorEnv:
    makers = [make] * whole_number(num_envs, "num_envs")
    return TextVectorEnv(makers, num_workers=num_workers, autoreset_mode=autoreset_mode)


def _make(spec: EnvSpec, wrappers: Sequence[Wrapping], kwargs: dict[str, Any]) -> AnyEnv:
    env = gymnasium.make(spec, **kwargs)
    for wrapper in wrappers:
        env = wrapper(env)
    return env


def _text_env(max_episode_steps: int | None, kwargs: dict[str, Any]) -> AnyEnv:
    env = TextEnv(**kwargs)
    return env if max_episode_steps in _NO_LIMIT else TimeLimit(env, max_episode_steps)
