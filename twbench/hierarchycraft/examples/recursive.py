"""A world in which each item is made of one of each item before it."""

__all__ = ["RecursiveHcraftEnv"]

from typing import Any

from twbench.hierarchycraft.elements import Item
from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.examples.crafting import craft
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import Transformation
from twbench.hierarchycraft.world import world_from_transformations


class RecursiveHcraftEnv(HcraftEnv):
    """Items ``0`` to ``n_items - 1``; the last is to be had, with 2 ** (n_items - 1) actions."""

    def __init__(self, n_items: int = 6, **kwargs: Any):
        """Say how many items there are; other arguments are those of `HcraftEnv`."""
        items = [Item(str(number)) for number in range(n_items)]
        kwargs.setdefault("purpose", GetItemTask(items[-1]))
        kwargs.setdefault("name", f"RecursiveHcraft-I{n_items}")
        super().__init__(world_from_transformations(self.build_transformations(items)), **kwargs)
        self.n_items = n_items

    def build_transformations(self, items: list[Item]) -> list[Transformation]:
        """Return one transformation for each item."""
        return [craft(item, items[:number]) for number, item in enumerate(items)]
