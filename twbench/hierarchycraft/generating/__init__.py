"""Worlds that are drawn so that they can be solved, with the plan that solves them."""

__all__ = ["DrawnWorld", "LayeredWorld", "draw_world"]

from twbench.hierarchycraft.generating.layered import DrawnWorld, LayeredWorld, draw_world
