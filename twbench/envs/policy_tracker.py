"""Policy commands and the intermediate reward: how far the player is from winning."""

__all__ = ["PolicyTracker"]

from collections.abc import Sequence
from copy import copy
from functools import cached_property

from twbench.envs.information import GameInformation
from twbench.generator.game import GameProgression
from twbench.logic import Action

_MAX_REMEMBERED = 1000


class PolicyTracker:
    """The way to win from one moment of a game. It never changes, so that snapshots share it.

    What follows on a moment is remembered, up to a number of moments: episodes begin alike, and
    searches come back.
    """

    def __init__(self, information: GameInformation):
        self._information = information
        self._progression = GameProgression(information.game)
        self._followers: dict[tuple[PolicyTracker, tuple[Action, ...]], PolicyTracker] = {}
        self.intermediate_reward = 0

    def after(self, actions: Sequence[Action]) -> "PolicyTracker":
        """Return the tracker for the moment after a command that led to ``actions``."""
        if not actions and not self.intermediate_reward:
            return self
        key = (self, tuple(actions))
        later = self._followers.get(key)
        if later is None:
            if len(self._followers) >= _MAX_REMEMBERED:
                self._followers.clear()
            later = self._followers[key] = self._after(actions)
        return later

    def _after(self, actions: Sequence[Action]) -> "PolicyTracker":
        if not any(map(self._progression.is_affected_by, actions)):
            if not self.intermediate_reward:
                return self
            actions = ()
        later = copy(self)
        later.intermediate_reward = 0
        if actions:
            later._progression = self._progression.copy()
            for action in actions:
                later._progression.update(action)
            later.__dict__.pop("_policy", None)
            later.__dict__.pop("_commands", None)
            later.intermediate_reward = _reward(self._policy, later._policy)
        return later

    @property
    def policy_commands(self) -> list[str]:
        """Commands that win the game from here; none if no way is known."""
        return list(self._commands)

    @cached_property
    def _commands(self) -> list[str]:
        return [self._information.command(action) for action in self._policy or ()]

    @cached_property
    def _policy(self) -> list[Action] | None:
        return self._progression.winning_policy


def _reward(before: list[Action] | None, now: list[Action] | None) -> int:
    """1 if the end of the winning policy has come nearer, -1 if it is farther away."""
    if before is None or now is None:
        return (now is not None) - (before is not None)
    return (len(before) > len(now)) - (len(before) < len(now))
