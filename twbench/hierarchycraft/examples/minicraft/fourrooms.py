"""Four rooms around a cross of walls, and the goal in the opposite one."""

__all__ = ["MiniHCraftFourRooms"]

from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, TypeVar

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.examples.minicraft.minicraft import MiniCraftEnv, reach, search, way
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import Transformation

_Room = TypeVar("_Room", bound=Hashable)


class MiniHCraftFourRooms(MiniCraftEnv):
    """Go through two doors to the goal."""

    MINICRAFT_NAME: ClassVar[str] = "FourRooms"
    SOUTH_WEST_ROOM = Zone("South-West")
    """Where the player starts."""
    SOUTH_EAST_ROOM = Zone("South-East")
    """A room on the way."""
    NORTH_EAST_ROOM = Zone("North-East")
    """Where the goal is."""
    NORTH_WEST_ROOM = Zone("North-West")
    """The room on the other way."""
    GOAL = Item("goal")
    """The goal."""

    def __init__(self, **kwargs: Any):
        """Take the arguments of `HcraftEnv`."""
        kwargs.setdefault("purpose", GetItemTask(self.GOAL))
        super().__init__(self.MINICRAFT_NAME, start_zone=self.SOUTH_WEST_ROOM, **kwargs)

    def build_transformations(self) -> list[Transformation]:
        """See `MiniCraftEnv.build_transformations`."""
        around = (
            *(self.SOUTH_WEST_ROOM, self.SOUTH_EAST_ROOM),
            *(self.NORTH_EAST_ROOM, self.NORTH_WEST_ROOM),
        )
        ways = [
            way(f"go-to-{there.name}-from-{here.name}", here, there)
            for there, neighbours in _get_rooms_connections(around).items()
            for here in neighbours
        ]
        return [
            search("find-goal", self.GOAL, self.NORTH_EAST_ROOM),
            reach("reach-goal", self.GOAL),
            *ways,
        ]


def _get_rooms_connections(rooms: Sequence[_Room]) -> dict[_Room, list[_Room]]:
    """Return the neighbours of each of some rooms in a circle."""
    return {
        room: [rooms[number - 1], rooms[(number + 1) % len(rooms)]]
        for number, room in enumerate(rooms)
    }
