"""RAND, the random agent of the Jericho paper ("Experiments")."""

__all__ = ["CanonicalAgent"]

from twbench.agents.simple import NaiveAgent


class CanonicalAgent(NaiveAgent):
    """Types one of eleven canonical actions at random, whatever it reads."""

    COMMANDS = (
        *("north", "south", "east", "west", "up", "down"),
        *("look", "inventory", "take all", "drop", "yes"),
    )
