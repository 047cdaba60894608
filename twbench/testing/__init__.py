"""Tests that everything of a kind has to pass, ours and yours.

An environment's tests inherit the `EnvironmentContract`. Nothing here needs pytest before it runs.
"""

__all__ = ["ODD_COMMANDS", "EnvironmentContract"]

from twbench.testing.commands import ODD_COMMANDS
from twbench.testing.environment import EnvironmentContract
