"""The simplest agent there is (seeds: textworld.agents.simple)."""

__all__ = ["NaiveAgent"]

from collections.abc import Sequence

from twbench.core import Agent, Environment, GameState
from twbench.seeding import Rng


class NaiveAgent(Agent):
    """Types one of a dozen words at random, whatever it reads: the floor of every benchmark."""

    COMMANDS: Sequence[str] = (
        "north",
        "south",
        "east",
        "west",
        "up",
        "down",
        "look",
        "inventory",
        "take all",
        "drop all",
        "wait",
        "yes",
    )

    def __init__(self, seed: int = 1234):
        self.seed = seed
        self._rng = Rng(seed)

    def reset(self, env: Environment) -> None:
        """Start the sequence of random numbers anew."""
        self._rng = Rng(self.seed)
        env.display_command_during_render = True

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return one of the commands."""
        return self._rng.choice(self.COMMANDS)
