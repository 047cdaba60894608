"""A row of rooms, and the goal in the last."""

__all__ = ["MiniHCraftMultiRoom"]

from typing import Any, ClassVar

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.examples.minicraft.minicraft import MiniCraftEnv, reach, search, way
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import Transformation


class MiniHCraftMultiRoom(MiniCraftEnv):
    """Go through all rooms to the goal."""

    MINICRAFT_NAME: ClassVar[str] = "MultiRoom"
    GOAL = Item("goal")
    """The goal."""

    def __init__(self, n_rooms: int = 6, **kwargs: Any):
        """Say how many rooms there are; other arguments are those of `HcraftEnv`."""
        self.rooms = [Zone(f"Room {number}") for number in range(1, n_rooms + 1)]
        kwargs.setdefault("purpose", GetItemTask(self.GOAL))
        super().__init__(self.MINICRAFT_NAME, start_zone=self.rooms[0], **kwargs)

    def build_transformations(self) -> list[Transformation]:
        """See `MiniCraftEnv.build_transformations`."""
        rooms = self.rooms
        ways = [
            way(f"Go to {there.name} from {here.name}", here, there)
            for number, there in enumerate(rooms)
            for here in (*rooms[max(0, number - 1) : number], *rooms[number + 1 : number + 2])
        ]
        return [
            search("Find goal", self.GOAL, rooms[-1]),
            reach("Reach goal", self.GOAL),
            *ways,
        ]
