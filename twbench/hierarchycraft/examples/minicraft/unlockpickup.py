"""A box behind a locked door; only one thing can be carried."""

__all__ = ["MiniHCraftUnlockPickup"]

from typing import Any, ClassVar

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.examples.minicraft.minicraft import (
    MiniCraftEnv,
    search_for_door,
    search_once,
    take_and_drop,
    unlock,
    way,
)
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import CURRENT_ZONE, Transformation, Use


class MiniHCraftUnlockPickup(MiniCraftEnv):
    """Unlock the door, put the key down, and pick up the box."""

    MINICRAFT_NAME: ClassVar[str] = "UnlockPickup"
    START = Zone("start_room")
    """Where the player starts, and the key is."""
    BOX_ROOM = Zone("box_room")
    """Where the box is."""
    KEY = Item("key")
    """What unlocks the door."""
    BOX = Item("box")
    """What is to be had."""
    WEIGHT = Item("weight")
    """What the player has who carries something."""
    OPEN_DOOR = Item("open_door")
    """The door when it was unlocked."""
    LOCKED_DOOR = Item("locked_door")
    """The door at first."""

    def __init__(self, **kwargs: Any):
        """Take the arguments of `HcraftEnv`."""
        kwargs.setdefault("purpose", GetItemTask(self.BOX))
        super().__init__(self.MINICRAFT_NAME, start_zone=self.START, **kwargs)

    def build_transformations(self) -> list[Transformation]:
        """See `MiniCraftEnv.build_transformations`."""
        start, box_room = self.START, self.BOX_ROOM
        rooms = (start, box_room)
        return [
            search_once("search_for_key", self.KEY, start, rooms),
            *take_and_drop(self.KEY, self.WEIGHT),
            search_once("search_for_box", self.BOX, box_room, rooms),
            *take_and_drop(self.BOX, self.WEIGHT),
            search_for_door(self.LOCKED_DOOR, self.OPEN_DOOR, start),
            unlock(self.KEY, self.LOCKED_DOOR, self.OPEN_DOOR),
            *self.build_ways(),
        ]

    def build_ways(self) -> list[Transformation]:
        """Return the ways through the door."""
        start, box_room = self.START, self.BOX_ROOM
        return [
            way("move_to_box_room", start, box_room, Use(CURRENT_ZONE, self.OPEN_DOOR)),
            way("move_to_start_room", box_room, start),
        ]
