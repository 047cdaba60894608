"""A room, and the goal in it."""

__all__ = ["MiniHCraftEmpty"]

from typing import Any, ClassVar

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.examples.minicraft.minicraft import MiniCraftEnv, reach, search
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import Transformation


class MiniHCraftEmpty(MiniCraftEnv):
    """Find the goal, and reach it."""

    MINICRAFT_NAME: ClassVar[str] = "Empty"
    ROOM = Zone("room")
    """The room."""
    GOAL = Item("goal")
    """The goal."""

    def __init__(self, **kwargs: Any):
        """Take the arguments of `HcraftEnv`."""
        kwargs.setdefault("purpose", GetItemTask(self.GOAL))
        super().__init__(self.MINICRAFT_NAME, start_zone=self.ROOM, **kwargs)

    def build_transformations(self) -> list[Transformation]:
        """See `MiniCraftEnv.build_transformations`."""
        return [
            search("find_goal", self.GOAL, self.ROOM),
            reach("reach_goal", self.GOAL),
        ]
