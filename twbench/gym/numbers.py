"""Numbers of games, environments, processes and steps, as a user gives them."""

__all__ = ["checked_count", "checked_number"]

from operator import index

from twbench.errors import ConfigError
from twbench.printable import shown


def checked_number(name: str, number: int | None, least: int = 1) -> int | None:
    """Return a number of things, None if there is none.

    Raises ConfigError for what is no number, or less than ``least``.
    """
    return None if number is None else checked_count(name, number, " or None,", least)


def checked_count(name: str, number: int, otherwise: str = "", least: int = 1) -> int:
    """Return a number of things; ``otherwise`` says what else would have been right.

    Raises ConfigError for what is no number, or less than ``least``.
    """
    try:
        # NumPy's are numbers as well.
        whole = least - 1 if isinstance(number, bool) else index(number)
    except TypeError:
        whole = least - 1
    if whole < least:
        raise ConfigError(
            f"{name} must be a whole number of at least {least},{otherwise} not {shown(number)}."
        )
    return whole
