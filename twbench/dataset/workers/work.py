"""What workers are told and what they answer: work, its results, and how a part of it is lost."""

__all__ = ["Loss", "Result", "Work"]

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeVar

P_contra = TypeVar("P_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)


class Loss(Enum):
    """How a part of the work was lost."""

    DIED = "died"
    HUNG = "hung"


class Result(NamedTuple):
    """What a worker says of a request at the end: a value, or the error that was raised."""

    value: Any
    error: Exception | None = None


class Work(Protocol[P_contra, R_co]):
    """What is to be done to parts of some kind; it is sent to the workers."""

    @property
    def quiet(self) -> bool:
        """Whether nobody is to see what is printed meanwhile."""

    def seconds(self, part: P_contra) -> float | None:
        """Return after what time a part is to be given up (None: never)."""

    def do(self, parts: Sequence[P_contra], begin: Callable[[int], None]) -> R_co:
        """Do ``parts`` together, and call ``begin`` with the number of each as it is begun.

        A part may be done in several pieces, in turns with other parts. Then ``begin`` is called
        for each piece.
        """

    def give_up(self, part: P_contra, loss: Loss) -> R_co:
        """Return the result of a part that a worker has been lost with; done in this process."""
