"""MineHcraft: a world in the manner of Minecraft."""

__all__ = ["MineHcraftEnv"]

from twbench.hierarchycraft.examples.minecraft.env import MineHcraftEnv
