"""A box behind a locked door that a ball blocks; only one thing can be carried."""

__all__ = ["MiniHCraftBlockedUnlockPickup"]

from typing import ClassVar

from twbench.hierarchycraft.elements import Item
from twbench.hierarchycraft.examples.minicraft.minicraft import do, search_once, take_and_drop
from twbench.hierarchycraft.examples.minicraft.unlockpickup import MiniHCraftUnlockPickup
from twbench.hierarchycraft.transformation import PLAYER, Transformation, Use, Yield


class MiniHCraftBlockedUnlockPickup(MiniHCraftUnlockPickup):
    """Take the ball away, unlock the door, put the key down, and pick up the box.

    The rooms, the key, the box and its purpose are those of `MiniHCraftUnlockPickup`.
    """

    MINICRAFT_NAME: ClassVar[str] = "BlockedUnlockPickup"
    BALL = Item("ball")
    """What lies before the door."""
    BLOCKED_DOOR = Item("blocked_door")
    """The open door, with the ball before it."""
    BLOCKED_LOCKED_DOOR = Item("blocked_locked_door")
    """The door at first."""

    def build_transformations(self) -> list[Transformation]:
        """See `MiniCraftEnv.build_transformations`."""
        start, box_room = self.START, self.BOX_ROOM
        rooms = (start, box_room)
        return [
            search_once("search_for_key", self.KEY, start, rooms),
            search_once("search_for_box", self.BOX, box_room, rooms),
            *(
                transformation
                for item in (self.KEY, self.BOX, self.BALL)
                for transformation in take_and_drop(item, self.WEIGHT)
            ),
            *self._doors(),
            *self.build_ways(),
        ]

    def _doors(self) -> list[Transformation]:
        start, locked, opened = self.START, self.LOCKED_DOOR, self.OPEN_DOOR
        blocked_locked, blocked = self.BLOCKED_LOCKED_DOOR, self.BLOCKED_DOOR
        unknown = [Yield(start, door, 0, max=0) for door in (blocked, locked, opened)]
        return [
            do("search_for_door", Yield(start, blocked_locked, max=0), *unknown, zone=start),
            self._unblock("unblock_locked_door", blocked_locked, locked),
            self._block("block_locked_door", locked, blocked_locked),
            do(
                "unlock_door",
                Use(PLAYER, self.KEY),
                Use(start, locked, 1),
                Yield(start, opened),
            ),
            self._block("block_door", opened, blocked),
            self._unblock("unblock_door", blocked, opened),
        ]

    def _unblock(self, name: str, before: Item, after: Item) -> Transformation:
        return do(
            name,
            Use(self.START, before, 1),
            Yield(self.START, after),
            Yield(PLAYER, self.BALL),
            Yield(PLAYER, self.WEIGHT, max=0),
        )

    def _block(self, name: str, before: Item, after: Item) -> Transformation:
        return do(
            name,
            Use(PLAYER, self.BALL, 1),
            Use(PLAYER, self.WEIGHT, 1),
            Use(self.START, before, 1),
            Yield(self.START, after),
        )
