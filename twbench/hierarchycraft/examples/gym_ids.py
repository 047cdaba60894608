"""The names by which ``gymnasium.make`` knows these environments (they are hcraft's)."""

__all__ = ["HCRAFT_GYM_ENVS", "MINEHCRAFT_GYM_ENVS", "MINICRAFT_GYM_ENVS"]

from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.examples.light_recursive import LightRecursiveHcraftEnv
from twbench.hierarchycraft.examples.minecraft.env import ALL_ITEMS, MineHcraftEnv
from twbench.hierarchycraft.examples.minicraft import MINICRAFT_NAME_TO_ENV
from twbench.hierarchycraft.examples.random_simple.env import RandomHcraftEnv
from twbench.hierarchycraft.examples.recursive import RecursiveHcraftEnv
from twbench.hierarchycraft.examples.tower import TowerHcraftEnv
from twbench.hierarchycraft.examples.treasure.env import TreasureEnv
from twbench.hierarchycraft.spaces import register

_SHORT = {
    "ender_dragon_head": "Dragon",
    "iron_ingot": "Iron",
    "gold_ingot": "Gold",
    "cobblestone": "Stone",
}


def _known(name: str, kind: type[HcraftEnv], **arguments: str | None) -> str:
    return register(f"{name}-v1", f"{kind.__module__}:{kind.__name__}", **arguments)


def _camel(name: str) -> str:
    return _SHORT.get(name) or "".join(part.capitalize() for part in name.split("_"))


MINEHCRAFT_GYM_ENVS = [
    _known("MineHcraft-NoReward", MineHcraftEnv, purpose=None),
    _known("MineHcraft", MineHcraftEnv, purpose="all"),
    *(
        _known(f"MineHcraft-{_camel(item.name)}", MineHcraftEnv, purpose=item.name)
        for item in ALL_ITEMS
    ),
]
"""MineHcraft without rewards, for everything, and for each item."""
MINICRAFT_GYM_ENVS = [_known(name, kind) for name, kind in MINICRAFT_NAME_TO_ENV.items()]
"""The nine MiniHCraft."""
HCRAFT_GYM_ENVS = [
    *MINEHCRAFT_GYM_ENVS,
    *MINICRAFT_GYM_ENVS,
    _known("RandomHcraft", RandomHcraftEnv),
    _known("RecursiveHcraft", RecursiveHcraftEnv),
    _known("LightRecursiveHcraft", LightRecursiveHcraftEnv),
    _known("TowerHcraft", TowerHcraftEnv),
    _known("Treasure", TreasureEnv),
]
"""All of them."""
