"""A room with a goal, and with lava."""

__all__ = ["MiniHCraftCrossing"]

from typing import Any, ClassVar

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.examples.minicraft.minicraft import MiniCraftEnv, do, search
from twbench.hierarchycraft.purpose import Purpose
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import CURRENT_ZONE, PLAYER, Transformation, Use, Yield


class MiniHCraftCrossing(MiniCraftEnv):
    """Reach the goal; to reach the lava ends the episode as well."""

    MINICRAFT_NAME: ClassVar[str] = "Crossing"
    ROOM = Zone("room")
    """The room."""
    GOAL = Item("goal")
    """The goal."""
    LAVA = Item("lava")
    """What is to be left alone."""

    def __init__(self, **kwargs: Any):
        """Take the arguments of `HcraftEnv`."""
        if "purpose" not in kwargs:
            kwargs["purpose"] = purpose = Purpose()
            purpose.add_task(GetItemTask(self.GOAL, reward=1.0), terminal_groups="goal")
            purpose.add_task(GetItemTask(self.LAVA, reward=-1.0), terminal_groups="die")
        super().__init__(self.MINICRAFT_NAME, start_zone=self.ROOM, **kwargs)

    def build_transformations(self) -> list[Transformation]:
        """See `MiniCraftEnv.build_transformations`."""
        return [
            transformation
            for item in (self.GOAL, self.LAVA)
            for transformation in (
                search(f"find_{item.name}", item, self.ROOM),
                do(f"reach_{item.name}", Use(CURRENT_ZONE, item), Yield(PLAYER, item)),
            )
        ]
