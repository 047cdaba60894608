"""A tower of items: each is made of one of each item on the floor below."""

__all__ = ["TowerHcraftEnv"]

from typing import Any

from twbench.hierarchycraft.elements import Item
from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.examples.crafting import craft
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import Transformation
from twbench.hierarchycraft.world import world_from_transformations


class TowerHcraftEnv(HcraftEnv):
    """``height`` floors of ``width`` items, and the item on top, which is to be had.

    An episode is as long as the shortest solution, and one step more.
    """

    def __init__(self, height: int = 2, width: int = 3, **kwargs: Any):
        """Say how high the tower is and how wide; other arguments are those of `HcraftEnv`."""
        self.height, self.width = height, width
        self.n_items = height * width + 1
        items = [Item(str(number)) for number in range(self.n_items)]
        kwargs.setdefault("purpose", GetItemTask(items[-1]))
        kwargs.setdefault("max_step", sum(width**floor for floor in range(height + 1)) + 1)
        kwargs.setdefault("name", f"TowerHcraft-H{height}-W{width}")
        super().__init__(world_from_transformations(self.build_transformations(items)), **kwargs)

    def build_transformations(self, items: list[Item]) -> list[Transformation]:
        """Return one transformation for each item, from the lowest floor to the top."""
        floors = [items[first : first + self.width] for first in range(0, len(items), self.width)]
        below: list[list[Item]] = [[], *floors]
        return [craft(item, below[number]) for number, floor in enumerate(floors) for item in floor]
