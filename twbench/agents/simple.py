"""The simplest agent there is (docs: textworld.agents.simple)."""

__all__ = ["NaiveAgent"]

from collections.abc import Sequence

from twbench.agents.seeded import SeededAgent
from twbench.core import GameState


class NaiveAgent(SeededAgent):
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

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return one of the commands."""
        return self._rng.choice(self.COMMANDS)
