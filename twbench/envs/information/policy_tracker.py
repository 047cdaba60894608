"""Policy commands and the intermediate reward: how far the player is from winning."""

__all__ = ["Moments", "PolicyTracker"]

from collections.abc import Callable, Sequence

from twbench.envs.information.game_information import GameInformation
from twbench.generator.games.progression import GameProgression
from twbench.logic import Action

_MAX_REMEMBERED = 100
"""An episode, or the first levels of a search; each is up to a hundred objects."""


class Moments(dict[tuple["PolicyTracker", bytes], "PolicyTracker"]):
    """Which moment of a game follows on another one, after which actions.

    Episodes begin alike, and searches come back to where they were, so that much of it is asked for
    again. The moments met last are kept, and the oldest go one by one: if all went at once, as in a
    `BoundedCache`, the garbage collector would look through those that are gathered anew again and
    again. A tracker holds no reference to it, or a game that is done with would stay in memory
    until the collector finds it.
    """

    def follow(
        self, key: tuple["PolicyTracker", bytes], find: Callable[[], "PolicyTracker"]
    ) -> "PolicyTracker":
        """Return what followed on a moment; it is found where it is not known."""
        later = self.pop(key, None)
        if later is None:
            later = find()
            if len(self) >= _MAX_REMEMBERED:
                del self[next(iter(self))]
        self[key] = later
        return later


class PolicyTracker:
    """The plan to win from one moment of a game. It never changes, so that snapshots share it."""

    __slots__ = (
        "_commands",
        "_information",
        "_policy",
        "_progression",
        "intermediate_reward",
        "policy_unknown",
    )

    intermediate_reward: int
    """1 if the end of the plan has come nearer by the last command, -1 if it is farther away."""
    policy_unknown: bool
    """Whether no plan is known, though it is not proven that there is none."""

    def __init__(
        self,
        information: GameInformation,
        progression: GameProgression | None = None,
        before: "PolicyTracker | None" = None,
    ):
        self._information = information
        if progression is None:
            progression = GameProgression(information.game)
            progression.prepare()
        self._progression = progression
        done = self._progression.completed
        self._policy = [] if done else self._progression.winning_policy
        self.policy_unknown = self._policy is None and self._progression.policy_unknown
        self._commands: list[str] | None = None
        self.intermediate_reward = 0
        if before is not None:
            self.intermediate_reward = _reward(before._policy, self._policy)

    @property
    def policy_commands(self) -> list[str]:
        """Commands that win the game from here; none if no plan is known."""
        if self._commands is None:
            self._commands = [self._information.command(action) for action in self._policy or ()]
        return self._commands.copy()

    def after(
        self, performed: bytes, actions: Callable[[], Sequence[Action]], moments: Moments
    ) -> "PolicyTracker":
        """Return the tracker for the moment after a command that led to some ``actions``.

        ``performed`` is the story's own note of them, empty without any. ``moments`` are those of
        the game.
        """
        # The reward is for one command: a tracker that has one must not stay for the next.
        if not performed and not self.intermediate_reward:
            return self
        return moments.follow((self, performed), lambda: self._after(actions()))

    def _after(self, actions: Sequence[Action]) -> "PolicyTracker":
        progression = self._progression.after(actions)
        if progression is self._progression and not self.intermediate_reward:
            return self
        return PolicyTracker(self._information, progression, self)


def _reward(before: list[Action] | None, now: list[Action] | None) -> int:
    """1 if the end of the winning policy has come nearer, -1 if it is farther away."""
    if before is None or now is None:
        return (now is not None) - (before is not None)
    return (len(before) > len(now)) - (len(before) < len(now))
