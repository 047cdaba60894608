"""Wrappers of Gymnasium that make numbers of commands and texts, for libraries that learn.

For a limit of steps and for statistics there are Gymnasium's own: `gymnasium.wrappers.TimeLimit`
and `gymnasium.wrappers.RecordEpisodeStatistics`.
"""

__all__ = ["CommandIndex", "Tokens", "possible_commands", "vocabulary"]

from twbench.gym.wrappers.command_index import CommandIndex, possible_commands
from twbench.gym.wrappers.tokens import Tokens, vocabulary
