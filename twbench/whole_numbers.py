"""Whole numbers as a user gives them: the same is one everywhere, and all else is refused alike.

Python's and NumPy's are whole numbers, and come out as Python's. True, 3.0 and ``"3"`` are none.
`counted` tells one to a user.
"""

__all__ = ["as_whole", "counted", "number_of_jobs", "settle", "whole_number", "whole_or_none"]

from operator import index
from typing import Any

from twbench.errors import ConfigError
from twbench.printable import shown

_MOST_JOBS = 1000


def whole_number(
    value: Any, name: str, low: int | None = 1, high: int | None = None, otherwise: str = ""
) -> int:
    """Return ``value`` if it is a whole number from ``low`` to ``high`` (both included).

    Without a ``low`` any will do. Raises ConfigError for anything else, which names the option or
    key of this ``name``; ``otherwise`` says what else would have been right.
    """
    whole = as_whole(value)
    if whole is None or not (low is None or low <= whole) or not (high is None or whole <= high):
        span = "" if low is None else f" of at least {low}"
        span = span if high is None else f" between {low} and {high}"
        raise ConfigError(f"{name} must be a whole number{span},{otherwise} not {shown(value)}.")
    return whole


def whole_or_none(value: Any, name: str, low: int | None = 1) -> int | None:
    """Return ``value`` if it is None or a whole number from ``low``; raises ConfigError.

    Without a ``low`` any whole number will do.
    """
    return None if value is None else whole_number(value, name, low, otherwise=" or None,")


def number_of_jobs(value: Any, name: str = "n_jobs") -> int:
    """Return ``value`` if it is a number of workers as joblib has it: -1 is one per core.

    Raises ConfigError, which calls it ``name``; for more than any machine has room for, too.
    """
    whole = as_whole(value)
    if not whole or whole > _MOST_JOBS:
        raise ConfigError(
            f"{name} must be a number of workers up to {_MOST_JOBS:,}, or -1 for one per core, not"
            f" {shown(value)}."
        )
    return whole


def as_whole(value: Any) -> int | None:
    """Return ``value`` as an int if it is a whole number, and None if not."""
    # A truth value of an older NumPy passes for a number, with a warning.
    if isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", None) == "b":
        return None
    try:
        return index(value)
    except TypeError:
        return None


def settle(
    settings: object,
    name: str,
    low: int | None = 1,
    high: int | None = None,
    path: str = "",
    otherwise: str = "",
) -> None:
    """Judge a whole number of a frozen record that is being made; it is Python's from then on.

    Messages call it ``path``, or by its name. Raises ConfigError, as `whole_number` does.
    """
    value = whole_number(getattr(settings, name), path or name, low, high, otherwise)
    object.__setattr__(settings, name, value)


def counted(number: int, what: str, form: str = "") -> str:
    """Return how many there are of ``what``; ``form`` is how Python is to write the number.

    >>> counted(1, "game"), counted(12000, "game", ",")
    ('1 game', '12,000 games')
    """
    return f"{number:{form}} {what}{'' if number == 1 else 's'}"
