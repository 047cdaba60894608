"""Tests that everything of a kind has to pass, ours and yours.

An environment's tests inherit the `EnvironmentContract`. There are also the small games that
TextWorld's users know from its module of this name. Nothing here needs pytest before it runs.
"""

__all__ = [
    "ODD_COMMANDS",
    "EnvironmentContract",
    "build_and_compile_game",
    "build_and_compile_no_quest_game",
    "build_game",
    "capture_stdout",
]

from twbench.testing.commands import ODD_COMMANDS
from twbench.testing.environment import EnvironmentContract
from twbench.testing.textworld_games import (
    build_and_compile_game,
    build_and_compile_no_quest_game,
    build_game,
    capture_stdout,
)
