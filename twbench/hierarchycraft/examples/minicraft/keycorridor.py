"""A key in one room, a ball in another that is locked; only one thing can be carried."""

__all__ = ["MiniHCraftKeyCorridor"]

from typing import Any, ClassVar

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.examples.minicraft.minicraft import (
    MiniCraftEnv,
    do,
    search_once,
    take_and_drop,
    unlock,
    way,
)
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import CURRENT_ZONE, Transformation, Use, Yield


class MiniHCraftKeyCorridor(MiniCraftEnv):
    """Get the key, unlock the door, put the key down, and pick up the ball."""

    MINICRAFT_NAME: ClassVar[str] = "KeyCorridor"
    START = Zone("start_room")
    """Where the player starts, between the two others."""
    KEY_ROOM = Zone("key_room")
    """Where the key is."""
    LOCKED_ROOM = Zone("locked_room")
    """Where the ball is."""
    KEY = Item("key")
    """What unlocks the door."""
    BALL = Item("ball")
    """What is to be had."""
    WEIGHT = Item("weight")
    """What the player has who carries something."""
    OPEN_DOOR = Item("open_door")
    """The door when it was unlocked."""
    LOCKED_DOOR = Item("locked_door")
    """The door at first."""
    OPEN_KEY_DOOR = Item("blue_open_door")
    """The door to the key when it is open."""
    CLOSED_KEY_DOOR = Item("blue_closed_door")
    """The door to the key at first."""

    def __init__(self, **kwargs: Any):
        """Take the arguments of `HcraftEnv`."""
        kwargs.setdefault("purpose", GetItemTask(self.BALL))
        lying = {
            self.START: [self.CLOSED_KEY_DOOR, self.LOCKED_DOOR],
            self.LOCKED_ROOM: [self.BALL],
        }
        super().__init__(
            self.MINICRAFT_NAME, start_zone=self.START, start_zones_items=lying, **kwargs
        )

    def build_transformations(self) -> list[Transformation]:
        """See `MiniCraftEnv.build_transformations`."""
        start, key_room, locked_room = self.START, self.KEY_ROOM, self.LOCKED_ROOM
        rooms = (CURRENT_ZONE, start, key_room, locked_room)
        return [
            search_once("search_for_key", self.KEY, key_room, rooms),
            *take_and_drop(self.KEY, self.WEIGHT),
            do(
                "open_door",
                Use(CURRENT_ZONE, self.CLOSED_KEY_DOOR, 1),
                Yield(CURRENT_ZONE, self.OPEN_KEY_DOOR),
            ),
            way("move_to_key_room", start, key_room, Use(CURRENT_ZONE, self.OPEN_KEY_DOOR)),
            way("move_to_start_room_from_key_room", key_room, start),
            way("move_to_start_room_from_locked_room", locked_room, start),
            unlock(self.KEY, self.LOCKED_DOOR, self.OPEN_DOOR),
            way("move_to_locked_room", start, locked_room, Use(CURRENT_ZONE, self.OPEN_DOOR)),
            take_and_drop(self.BALL, self.WEIGHT)[0],
        ]
