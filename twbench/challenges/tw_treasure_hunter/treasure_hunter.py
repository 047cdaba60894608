"""The path that `twbench.challenges.treasure_hunter` has in TextWorld 1.7."""

__all__ = ["TreasureHunter", "make"]

from twbench.challenges.treasure_hunter import TreasureHunter, make
