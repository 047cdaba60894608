"""A key, a locked door, and the goal behind it."""

__all__ = ["MiniHCraftDoorKey"]

from typing import Any, ClassVar

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.examples.minicraft.minicraft import (
    MiniCraftEnv,
    reach,
    search,
    search_for_door,
    search_once,
    take_and_drop,
    unlock,
    way,
)
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import CURRENT_ZONE, Transformation, Use


class MiniHCraftDoorKey(MiniCraftEnv):
    """Find the key, unlock the door, and reach the goal."""

    MINICRAFT_NAME: ClassVar[str] = "DoorKey"
    START = Zone("start_room")
    """Where the player starts, and the key is."""
    LOCKED_ROOM = Zone("locked_room")
    """Where the goal is."""
    KEY = Item("key")
    """What unlocks the door."""
    GOAL = Item("goal")
    """The goal."""
    OPEN_DOOR = Item("open_door")
    """The door after that."""
    LOCKED_DOOR = Item("locked_door")
    """The door at first."""

    def __init__(self, **kwargs: Any):
        """Take the arguments of `HcraftEnv`."""
        kwargs.setdefault("purpose", GetItemTask(self.GOAL))
        super().__init__(self.MINICRAFT_NAME, start_zone=self.START, **kwargs)

    def build_transformations(self) -> list[Transformation]:
        """See `MiniCraftEnv.build_transformations`."""
        start, locked = self.START, self.LOCKED_ROOM
        return [
            search_once("search_for_key", self.KEY, start, (CURRENT_ZONE, start, locked)),
            *take_and_drop(self.KEY, None),
            search_for_door(self.LOCKED_DOOR, self.OPEN_DOOR, start),
            unlock(self.KEY, self.LOCKED_DOOR, self.OPEN_DOOR),
            way("move_to_locked_room", start, locked, Use(CURRENT_ZONE, self.OPEN_DOOR)),
            way(None, locked, start),
            search("find_goal", self.GOAL, locked),
            reach("reach_goal", self.GOAL),
        ]
