"""Games of challenges, and the options that games are made with."""

from typing import Any

from twbench.challenges import get
from twbench.generator.games.game import Game
from twbench.generator.games.options import GameOptions


def options_of(seed: int = 1, **values: Any) -> GameOptions:
    """Return the options of a seed, with some values of their own."""
    options = GameOptions()
    options.seeds = seed
    for name, value in values.items():
        setattr(options, name, value)
    return options


def challenge_game(name: str, seed: int, **settings: Any) -> Game:
    """Return the game that a challenge makes of a seed and some of its settings."""
    challenge = get(name)
    return challenge.make(challenge.settings(**settings), options_of(seed))
