"""Three rooms: keys are in one, the locked chest is in another (HierarchyCraft's tutorial)."""

__all__ = ["TreasureEnv"]

from pathlib import Path
from typing import Any

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import (
    CURRENT_ZONE,
    PLAYER,
    InventoryChange,
    Transformation,
    Use,
    Yield,
)
from twbench.hierarchycraft.world import world_from_transformations

_RESOURCES = Path(__file__).parent / "resources"


class TreasureEnv(HcraftEnv):
    """Find two keys, unlock the chest, and take its gold: seven actions."""

    TREASURE_ROOM = Zone("treasure_room")
    """Where the locked chest is."""
    KEY_ROOM = Zone("key_room")
    """Where keys are found."""
    START_ROOM = Zone("start_room")
    """Where the player starts, between the two others."""
    CHEST = Item("treasure_chest")
    """The chest when it is open."""
    LOCKED_CHEST = Item("locked_chest")
    """The chest at first."""
    GOLD = Item("gold")
    """What is in the chest."""
    KEY = Item("key")
    """Half of what opens the chest."""

    def __init__(self, **kwargs: Any):
        """Take the arguments of `HcraftEnv`."""
        world = world_from_transformations(
            self._transformations(),
            start_zone=self.START_ROOM,
            start_zones_items={self.TREASURE_ROOM: [self.LOCKED_CHEST]},
        )
        world.resources_path = _RESOURCES
        kwargs.setdefault("purpose", GetItemTask(self.GOLD))
        kwargs.setdefault("name", "TreasureHcraft")
        super().__init__(world, **kwargs)

    def _transformations(self) -> list[Transformation]:
        take: list[InventoryChange] = [Use(CURRENT_ZONE, self.CHEST, 1), Yield(PLAYER, self.GOLD)]
        unlock: list[InventoryChange] = [
            Use(PLAYER, self.KEY, 2),
            Use(CURRENT_ZONE, self.LOCKED_CHEST, 1),
            Yield(CURRENT_ZONE, self.CHEST),
        ]
        search = [Yield(PLAYER, self.KEY, max=1)]
        ways = (
            (self.KEY_ROOM, self.START_ROOM),
            (self.TREASURE_ROOM, self.START_ROOM),
            (self.START_ROOM, None),
        )
        return [
            Transformation("take-gold-from-chest", inventory_changes=take),
            Transformation("search-key", inventory_changes=search, zone=self.KEY_ROOM),
            Transformation("unlock-chest", inventory_changes=unlock),
            *(
                Transformation(f"move-to-{there.name}", destination=there, zone=here)
                for there, here in ways
            ),
        ]
