"""What agents have in common whose choices follow from a seed."""

__all__ = ["SeededAgent"]

from twbench.core import Agent, Environment
from twbench.seeding import Rng


class SeededAgent(Agent):
    """Begins the same random numbers anew in every episode: same texts, same commands."""

    def __init__(self, seed: int = 1234):
        self.seed = seed
        self._rng = Rng(seed)

    def reset(self, env: Environment) -> None:
        """Start the sequence of random numbers anew."""
        self._rng = Rng(self.seed)
        env.display_command_during_render = True
