"""What `reset` is told beside the seed."""

__all__ = ["checked_options", "chosen_game"]

from collections.abc import Mapping
from typing import Any

from twbench.errors import ConfigError

_GAME_ID = "game_id"


def checked_options(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return a copy of the options, if there are any; raises ConfigError for what is no mapping."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise ConfigError(f"options are such as {{{_GAME_ID!r}: NAME}}, not {options!r}.")
    return dict(options)


def chosen_game(options: Mapping[str, Any]) -> str | None:
    """Return the name of the game that is asked for, if one is; raises ConfigError for all else."""
    for name in options:
        if name != _GAME_ID:
            raise ConfigError(f"reset has no option {name!r}: its option is {_GAME_ID!r}.")
    game_id = options.get(_GAME_ID)
    if game_id is not None and not isinstance(game_id, str):
        raise ConfigError(f"game_id is the name of one game, not {game_id!r}.")
    return game_id
