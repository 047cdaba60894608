"""A world in which each item is made of one of each of the few items before it."""

__all__ = ["LightRecursiveHcraftEnv"]

from typing import Any

from twbench.hierarchycraft.elements import Item
from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.examples.crafting import craft
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.world import world_from_transformations


class LightRecursiveHcraftEnv(HcraftEnv):
    """Items ``0`` to ``n_items - 1``; the last is to be had."""

    def __init__(self, n_items: int = 6, n_required_previous: int = 2, **kwargs: Any):
        """Say how many items there are, and of how many before it each is made."""
        items = [Item(str(number)) for number in range(n_items)]
        transformations = [
            craft(item, items[max(0, number - n_required_previous) : number])
            for number, item in enumerate(items)
        ]
        kwargs.setdefault("purpose", GetItemTask(items[-1]))
        kwargs.setdefault("name", f"LightRecursiveHcraft-K{n_required_previous}-I{n_items}")
        super().__init__(world_from_transformations(transformations), **kwargs)
        self.n_items = n_items
        self.n_required_previous = n_required_previous
