"""The registry of challenges: parametrised distributions of games, by name.

A challenge is a settings type and a function of (settings, options) that makes one game. The same
arguments make the same game, whatever was made before.
"""

__all__ = ["Challenge", "forget", "get", "names", "register"]

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from twbench.errors import ConfigError, nearest

_PREFIX = "tw-"  # TextWorld's names of its challenges begin with it
_CHALLENGES: dict[str, "Challenge"] = {}


@dataclass(frozen=True, slots=True)
class Challenge:
    """A kind of games.

    Attributes:
        name: lower-case words joined by underscores, without a prefix.
        description: one sentence for users who choose a challenge.
        settings: a frozen dataclass of the parameters; it validates itself (ConfigError).
        make: makes one game of settings and options. Of the family ``textworld`` these are
            `GameOptions`, which give the seeds and the grammar of the texts.
        family: the family of its games, see `twbench.families`.
        note: what the cards of datasets tell readers who know games of that name from elsewhere.

    """

    name: str
    description: str
    settings: type[Any]
    make: Callable[[Any, Any], Any]
    note: str = ""
    family: str = "textworld"


def register(challenge: Challenge) -> Challenge:
    """Add a challenge and return it.

    Raises ConfigError if there is another one of its name.
    """
    if _CHALLENGES.setdefault(challenge.name, challenge) is not challenge:
        raise ConfigError(f"There is already a challenge called {challenge.name!r}.")
    return challenge


def forget(challenges: Iterable[Challenge]) -> None:
    """Remove challenges that were added."""
    for challenge in challenges:
        del _CHALLENGES[challenge.name]


def names() -> list[str]:
    """Return the names of all challenges, sorted."""
    return sorted(_CHALLENGES)


def get(name: str) -> Challenge:
    """Return a challenge by its name, with or without the prefix ``tw-``.

    Raises ConfigError if there is none.
    """
    plain = name.removeprefix(_PREFIX)
    try:
        return _CHALLENGES[plain]
    except KeyError:
        known = ", ".join(names())
        raise ConfigError(
            f"There is no challenge {name!r}; known are {known}.{nearest(plain, _CHALLENGES)}"
        ) from None
