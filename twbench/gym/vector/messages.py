"""What a worker is told, and what it answers."""

__all__ = ["Answer", "Order", "Outline"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gymnasium import Space
from gymnasium.vector import AutoresetMode


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is to make: environments, by functions pickled with cloudpickle.

    ``modules`` are to be imported first, for the families that they register, and the main script
    too if ``main`` tells of one.
    """

    env_fns: bytes
    autoreset_mode: AutoresetMode
    modules: tuple[str, ...]
    main: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Outline:
    """What a learner has to know of an environment."""

    observation_space: Space[Any]
    action_space: Space[Any]
    metadata: dict[str, Any]
    render_mode: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the message of a number: a value, or what was raised."""

    number: int
    value: Any = None
    error: Exception | None = None
