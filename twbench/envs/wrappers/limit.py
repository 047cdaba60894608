"""Ending episodes after a number of steps."""

__all__ = ["Limit"]


from twbench.core import Environment, GameState, Wrapper
from twbench.errors import GameNotRunningError
from twbench.whole_numbers import whole_number


class Limit(Wrapper):
    """Ends each episode after ``max_episode_steps`` steps, if the game has not ended before.

    ``truncated`` says whether the last episode was cut off. Raises ConfigError for fewer steps
    than one.
    """

    _of_episode = ("_steps", "truncated")

    def __init__(self, env: Environment, max_episode_steps: int):
        super().__init__(env)
        self.max_episode_steps = whole_number(max_episode_steps, "max_episode_steps")
        self.truncated = False
        self._steps = 0

    def reset(self) -> GameState:
        """Start a game; counting begins anew."""
        state = super().reset()
        self._steps = 0
        self.truncated = False
        return state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform ``command``; the last step that is allowed ends the episode.

        Raises GameNotRunningError after the end, as every environment does.
        """
        if self.truncated:
            raise GameNotRunningError(
                f"The episode was ended after {self.max_episode_steps} steps: call reset() first."
            )
        state, score, done = super().step(command)
        self._steps += 1
        self.truncated = not done and self._steps >= self.max_episode_steps
        return state, score, done or self.truncated
