"""What a worker is told, and what it answers."""

__all__ = ["Answer", "Order"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from twbench.modules import ExtensionModule


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is to make, and what it must know before.

    ``make`` is a function without arguments, pickled with cloudpickle; each later message names a
    method of what it returns. ``modules`` are the user's files in use, ``packages`` what else is to
    be imported for the families that are registered there, and ``main`` the main script, if one of
    them is.
    """

    make: bytes
    modules: tuple[ExtensionModule, ...]
    packages: tuple[str, ...]
    main: Mapping[str, Any] | None


class Answer(NamedTuple):
    """The answer to the message of a number: a value, or what was raised.

    One is sent with each step, and as a plain tuple, which is pickled the fastest.
    """

    number: int
    value: Any = None
    error: Exception | None = None
