"""Solving worlds: plans of actions, each of which is replayed before it is believed."""

__all__ = ["Aim", "ends_with", "optimal_plan", "replay", "solve"]

from twbench.hierarchycraft.solving.aims import Aim
from twbench.hierarchycraft.solving.breadth_first import optimal_plan
from twbench.hierarchycraft.solving.solver import ends_with, replay, solve
