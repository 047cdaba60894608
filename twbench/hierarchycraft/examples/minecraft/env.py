"""MineHcraft: 51 items, from wood to the head of the dragon, in 8 zones."""

__all__ = ["ALL_ITEMS", "MineHcraftEnv", "get_platinum_purpose", "get_purpose", "minehcraft_world"]

from typing import Any

from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.examples.minecraft.items import (
    ALL_ITEMS,
    CLOSE_ENDER_PORTAL,
    OPEN_NETHER_PORTAL,
    PLACABLE_ITEMS,
    named,
)
from twbench.hierarchycraft.examples.minecraft.transformations import (
    build_minehcraft_transformations,
)
from twbench.hierarchycraft.examples.minecraft.zones import FOREST, MC_ZONES, NETHER, STRONGHOLD
from twbench.hierarchycraft.purpose import Purpose, RewardShaping, platinium_purpose
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.world import World, world_from_transformations


def minehcraft_world() -> World:
    """Return the world: the player starts in the forest with nothing."""
    return world_from_transformations(
        build_minehcraft_transformations(),
        start_zone=FOREST,
        start_zones_items={NETHER: [OPEN_NETHER_PORTAL], STRONGHOLD: [CLOSE_ENDER_PORTAL]},
    )


def get_platinum_purpose() -> Purpose:
    """Return the purpose of doing everything that there is."""
    return platinium_purpose(ALL_ITEMS, MC_ZONES, PLACABLE_ITEMS)


def get_purpose(name: str) -> Purpose:
    """Return the purpose of having one item, with a reward for all that is required on the way.

    Raises KeyError for what is no item of the world.
    """
    purpose = Purpose(timestep_reward=-0.1)
    purpose.add_task(GetItemTask(named(name), reward=10.0), RewardShaping.REQUIREMENTS_ACHIVEMENTS)
    return purpose


class MineHcraftEnv(HcraftEnv):
    """The world as an environment, without a purpose unless one is given.

    That may be "all", for everything that there is, or the name of an item that is to be had.
    """

    def __init__(self, **kwargs: Any):
        """Take the arguments of `HcraftEnv`."""
        purpose = kwargs.get("purpose")
        if isinstance(purpose, str):
            everything = purpose == "all"
            kwargs["purpose"] = get_platinum_purpose() if everything else get_purpose(purpose)
        kwargs.setdefault("name", "MineHcraft")
        super().__init__(minehcraft_world(), **kwargs)
