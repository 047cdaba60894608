"""The contract of those who play."""

__all__ = ["Agent"]

from collections.abc import Sequence

from twbench.core.environments import Environment
from twbench.core.states import GameState
from twbench.core.wrappers import Wrapper


class Agent:
    """Something that plays: it is told of a new episode, then asked for one command at a time."""

    def reset(self, env: Environment) -> None:
        """Get ready for an episode; may set ``env.infos`` attributes that the agent needs."""

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return the command to perform in ``game_state``; ``reward`` is the score so far.

        Raises EOFError to leave the game, where `twbench.play` lets it play.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method act.")

    def finish(self, game_state: GameState, reward: float, done: bool) -> None:
        """Learn of the last state; ``done`` is False if the episode was cut off."""

    def resume(self, game_state: GameState) -> str | None:
        """Return a command that takes a game on from its end, such as a person's ``undo``.

        None leaves it there, as all but people do.
        """
        return None

    @property
    def wrappers(self) -> Sequence[type[Wrapper]]:
        """Wrappers to put around the environment for this agent, innermost first."""
        return ()
