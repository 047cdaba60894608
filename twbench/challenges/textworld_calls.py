"""Challenges as TextWorld's users call them (seeds: textworld.challenges).

Its challenges take a mapping of settings; here a challenge has a type of settings.
"""

__all__ = ["maker"]

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from twbench.challenges.registry import Challenge
from twbench.errors import ConfigError, nearest
from twbench.generator.games.game import Game
from twbench.generator.games.options import GameOptions


def maker(challenge: Challenge) -> Callable[..., Game]:
    """Return TextWorld's ``make`` of a challenge: a function of a mapping of settings and options.

    The metadata of its games has the names of rooms and things (``entities``) as well. It raises
    ConfigError, a ValueError, for settings that are missing, unknown or of the wrong kind, and for
    a level that there is not.
    """
    names = [field.name for field in fields(challenge.settings)]
    required = {
        field.name
        for field in fields(challenge.settings)
        if field.default is MISSING and field.default_factory is MISSING
    }

    def make(settings: Mapping[str, Any], options: GameOptions | None = None) -> Game:
        for name in settings:
            if name not in names:
                raise ConfigError(
                    f"{challenge.name} has no setting {name!r}; it has {', '.join(names)}."
                    f"{nearest(name, names)}"
                )
        missing = sorted(required.difference(settings))
        if missing:
            raise ConfigError(f"{challenge.name} needs the setting {missing[0]!r}.")
        game: Game = challenge.make(challenge.settings(**settings), options or GameOptions())
        game.metadata["entities"] = [info.name for info in game.infos.values() if info.name]
        return game

    make.__doc__ = (
        f"Make a game of {challenge.name!r} of a mapping of settings"
        f" (seeds: textworld.challenges.{challenge.name}.make)."
    )
    return make
