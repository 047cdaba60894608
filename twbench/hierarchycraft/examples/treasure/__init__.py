"""The treasure of the tutorial: two keys, a locked chest, and the gold in it."""

__all__ = ["TreasureEnv"]

from twbench.hierarchycraft.examples.treasure.env import TreasureEnv
