"""Challenges as TextWorld's users call them (docs: textworld.challenges).

Its challenges take a mapping of settings; here a challenge has a type of settings, which this
module makes of the mapping. A flag may be given as a number and a number as a flag: 0 and None are
False, 1 is True. Other values that Python takes for true or false are refused: the text ``"no"``
would be true.
"""

__all__ = ["maker"]

import warnings
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Protocol

from twbench.errors import ConfigError, InputWarning, nearest
from twbench.generator.games.game import Game
from twbench.generator.games.options import GameOptions

_FLAGS: dict[object, bool] = {None: False, 0: False, 1: True}
"""What may be given in place of a flag; NumPy's flags are equal to these."""


class Described(Protocol):
    """A challenge, as far as it matters here. `Challenge`, which imports this module, is one."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def settings(self) -> type[Any]:
        """The type of its settings."""

    @property
    def make(self) -> Callable[[Any, Any], Any]:
        """What makes a game of settings and options."""


def maker(challenge: Described) -> Callable[..., Game]:
    """Return TextWorld's ``make`` of a challenge: a function of a mapping of settings and options.

    The metadata of its games has the names of rooms and things (``entities``) as well. It raises
    ConfigError, a ValueError, for settings that are missing, misspelled or of the wrong kind, and
    for a level that there is not. Other entries of the mapping mean nothing, which InputWarning
    says.
    """
    kinds = {field.name: field.type for field in fields(challenge.settings)}
    names = list(kinds)
    required = {
        field.name
        for field in fields(challenge.settings)
        if field.default is MISSING and field.default_factory is MISSING
    }

    def make(settings: Mapping[str, Any], options: GameOptions | None = None) -> Game:
        unknown = [name for name in settings if name not in names]
        for name in unknown:
            # TextWorld's users give what else they keep of a game in the same mapping.
            slip = nearest(str(name), kinds.keys() - settings.keys())
            told = f"{challenge.name} has no setting {name!r}; it has {', '.join(names)}.{slip}"
            if slip:
                raise ConfigError(told)
            warnings.warn(told, InputWarning, stacklevel=2)
        missing = sorted(required.difference(settings))
        if missing:
            raise ConfigError(f"{challenge.name} needs the setting {missing[0]!r}.")
        plain = {
            name: _of_kind(kinds[name], value)
            for name, value in settings.items()
            if name not in unknown
        }
        game: Game = challenge.make(challenge.settings(**plain), options or GameOptions())
        game.metadata["entities"] = [info.name for info in game.infos.values() if info.name]
        return game

    make.__doc__ = (
        f"Make a game of {challenge.name!r} of a mapping of settings"
        f" (docs: textworld.challenges.{challenge.name}.make)."
    )
    return make


def _of_kind(kind: Any, value: Any) -> Any:
    """Return a flag as a number or a number as a flag, where the other is meant."""
    if kind is bool and isinstance(value, Hashable):
        return _FLAGS.get(value, value)
    return int(value) if kind is int and isinstance(value, bool) else value
