"""MiniHCraft: nine worlds in the manner of MiniGrid's."""

__all__ = [
    "MINICRAFT_ENVS",
    "MINICRAFT_NAME_TO_ENV",
    "MiniCraftEnv",
    "MiniHCraftBlockedUnlockPickup",
    "MiniHCraftCrossing",
    "MiniHCraftDoorKey",
    "MiniHCraftEmpty",
    "MiniHCraftFourRooms",
    "MiniHCraftKeyCorridor",
    "MiniHCraftMultiRoom",
    "MiniHCraftUnlock",
    "MiniHCraftUnlockPickup",
]

from twbench.hierarchycraft.examples.minicraft.crossing import MiniHCraftCrossing
from twbench.hierarchycraft.examples.minicraft.doorkey import MiniHCraftDoorKey
from twbench.hierarchycraft.examples.minicraft.empty import MiniHCraftEmpty
from twbench.hierarchycraft.examples.minicraft.fourrooms import MiniHCraftFourRooms
from twbench.hierarchycraft.examples.minicraft.keycorridor import MiniHCraftKeyCorridor
from twbench.hierarchycraft.examples.minicraft.minicraft import MiniCraftEnv
from twbench.hierarchycraft.examples.minicraft.multiroom import MiniHCraftMultiRoom
from twbench.hierarchycraft.examples.minicraft.unlock import MiniHCraftUnlock
from twbench.hierarchycraft.examples.minicraft.unlockpickup import MiniHCraftUnlockPickup
from twbench.hierarchycraft.examples.minicraft.unlockpickupblocked import (
    MiniHCraftBlockedUnlockPickup,
)

MINICRAFT_ENVS: list[type[MiniCraftEnv]] = [
    *(MiniHCraftEmpty, MiniHCraftFourRooms, MiniHCraftMultiRoom, MiniHCraftCrossing),
    *(MiniHCraftDoorKey, MiniHCraftUnlock, MiniHCraftUnlockPickup),
    *(MiniHCraftBlockedUnlockPickup, MiniHCraftKeyCorridor),
]
"""The nine, from the smallest on."""
MINICRAFT_NAME_TO_ENV = {env.MINICRAFT_NAME: env for env in MINICRAFT_ENVS}
"""Each by the name that MiniGrid has for it."""
