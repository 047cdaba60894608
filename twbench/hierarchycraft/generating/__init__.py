"""Worlds that are drawn so that they can be solved, with the plan that solves them."""

__all__ = ["draw_names", "draw_world"]

from twbench.hierarchycraft.generating.layered import draw_world
from twbench.hierarchycraft.generating.names import draw_names
