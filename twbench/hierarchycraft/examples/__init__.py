"""Worlds that come with twbench, as environments (docs: hcraft.examples)."""

__all__ = [
    "EXAMPLE_ENVS",
    "HCRAFT_GYM_ENVS",
    "LightRecursiveHcraftEnv",
    "MineHcraftEnv",
    "RandomHcraftEnv",
    "RecursiveHcraftEnv",
    "TowerHcraftEnv",
    "TreasureEnv",
]

from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.examples.gym_ids import HCRAFT_GYM_ENVS
from twbench.hierarchycraft.examples.light_recursive import LightRecursiveHcraftEnv
from twbench.hierarchycraft.examples.minecraft.env import MineHcraftEnv
from twbench.hierarchycraft.examples.minicraft import MINICRAFT_ENVS
from twbench.hierarchycraft.examples.random_simple.env import RandomHcraftEnv
from twbench.hierarchycraft.examples.recursive import RecursiveHcraftEnv
from twbench.hierarchycraft.examples.tower import TowerHcraftEnv
from twbench.hierarchycraft.examples.treasure.env import TreasureEnv

EXAMPLE_ENVS: list[type[HcraftEnv]] = [
    MineHcraftEnv,
    *MINICRAFT_ENVS,
    *(TowerHcraftEnv, RecursiveHcraftEnv, LightRecursiveHcraftEnv, TreasureEnv),
]
"""All environments but those that are drawn by a seed."""
