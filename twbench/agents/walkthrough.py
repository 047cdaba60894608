"""The agent that knows the solution (docs: textworld.agents.walkthrough)."""

__all__ = ["WalkthroughAgent", "WalkthroughDone"]

from collections.abc import Iterable, Iterator

from twbench.core import Agent, Environment, GameState
from twbench.errors import EnvInfoMissingError

WALKTHROUGH = "walkthrough"


class WalkthroughDone(NameError):  # noqa: N818 - the documented name
    """The walkthrough has no further command, but the game goes on."""


class WalkthroughAgent(Agent):
    """Follows ``commands``, or the game's own walkthrough where none are given."""

    def __init__(self, commands: Iterable[str] | None = None):
        self.commands = None if commands is None else list(commands)
        self._next: Iterator[str] | None = None

    def reset(self, env: Environment) -> None:
        """Ask for the game's walkthrough, unless the commands are given."""
        self._next = None if self.commands is None else iter(self.commands)
        if self.commands is None and WALKTHROUGH not in env.infos.extras:
            env.infos.extras.append(WALKTHROUGH)
        env.display_command_during_render = True

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return the next command of the walkthrough.

        Raises WalkthroughDone after the last one, and EnvInfoMissingError where the game has no
        walkthrough.
        """
        if self._next is None:
            walkthrough = game_state.get(f"extra.{WALKTHROUGH}")
            if walkthrough is None:
                raise EnvInfoMissingError("This game", WALKTHROUGH)
            self._next = iter(walkthrough)
        for command in self._next:
            return command
        raise WalkthroughDone("The walkthrough has ended, but the game has not.")
