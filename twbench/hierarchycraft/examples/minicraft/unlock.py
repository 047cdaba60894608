"""A key, and the locked door that is to be opened."""

__all__ = ["MiniHCraftUnlock"]

from typing import Any, ClassVar

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.examples.minicraft.minicraft import (
    MiniCraftEnv,
    search_for_door,
    search_once,
    take_and_drop,
    unlock,
)
from twbench.hierarchycraft.task import PlaceItemTask
from twbench.hierarchycraft.transformation import CURRENT_ZONE, Transformation


class MiniHCraftUnlock(MiniCraftEnv):
    """Find the key and the door, and unlock it."""

    MINICRAFT_NAME: ClassVar[str] = "Unlock"
    START = Zone("start_room")
    """The room."""
    KEY = Item("key")
    """What unlocks the door."""
    OPEN_DOOR = Item("open_door")
    """The door after that."""
    LOCKED_DOOR = Item("locked_door")
    """The door at first."""

    def __init__(self, **kwargs: Any):
        """Take the arguments of `HcraftEnv`."""
        kwargs.setdefault("purpose", PlaceItemTask(self.OPEN_DOOR))
        super().__init__(self.MINICRAFT_NAME, start_zone=self.START, **kwargs)

    def build_transformations(self) -> list[Transformation]:
        """See `MiniCraftEnv.build_transformations`."""
        return [
            search_once("search_for_key", self.KEY, self.START, (CURRENT_ZONE,)),
            *take_and_drop(self.KEY, None),
            search_for_door(self.LOCKED_DOOR, self.OPEN_DOOR, self.START),
            unlock(self.KEY, self.LOCKED_DOOR, self.OPEN_DOOR),
        ]
