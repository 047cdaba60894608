"""The door to Gymnasium: environments are its own where it is installed, and work without it."""

__all__ = ["Base", "box", "discrete", "register"]

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    Base = object
    """What environments are made of: ``gymnasium.Env``, or nothing."""
    gymnasium: Any = None
else:
    try:
        import gymnasium
    except ModuleNotFoundError:
        gymnasium = None
    Base = object if gymnasium is None else gymnasium.Env


@dataclass(frozen=True, slots=True)
class _Discrete:
    """What stands for a space of actions without Gymnasium."""

    n: int


@dataclass(frozen=True, slots=True)
class _Box:
    """What stands for a space of observations without Gymnasium."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of observations."""
        return self.low.shape


def discrete(count: int) -> Any:
    """Return the space of so many actions."""
    return _Discrete(count) if gymnasium is None else gymnasium.spaces.Discrete(count)


def box(low: NDArray[np.int64], high: NDArray[np.int64]) -> Any:
    """Return the space of observations between two, both included."""
    if gymnasium is None:
        return _Box(low, high)
    return gymnasium.spaces.Box(low, high, dtype=np.int64)


def register(name: str, entry_point: str, **arguments: Any) -> str:
    """Let ``gymnasium.make`` know an environment, where Gymnasium is installed; return its name."""
    if gymnasium is not None and name not in gymnasium.registry:
        gymnasium.register(name, entry_point=entry_point, kwargs=arguments)
    return name
