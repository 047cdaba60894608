"""Worlds of items alone, drawn by a seed."""

__all__ = ["RandomHcraftEnv", "draw_transformations"]

from collections.abc import Mapping
from typing import Any

from twbench.hierarchycraft.elements import Item
from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.examples.crafting import craft
from twbench.hierarchycraft.task import GetItemTask
from twbench.hierarchycraft.transformation import Transformation
from twbench.hierarchycraft.world import world_from_transformations
from twbench.seeding import Rng

_DEFAULT = {0: 5, 1: 5, 2: 10, 3: 5}


def draw_transformations(
    items_per_inputs: Mapping[int, int], rng: Rng
) -> tuple[list[Item], list[Transformation]]:
    """Return the items by their numbers of inputs, and how each is made, in an order that works.

    The inputs of an item are drawn from those that are there before it; where these are too few,
    it has as many as there are.
    """
    groups = {
        inputs: [Item(f"{inputs}_{number}") for number in range(count)]
        for inputs, count in items_per_inputs.items()
    }
    basic = groups.get(0, [])
    others = [(item, inputs) for inputs, items in groups.items() if inputs for item in items]
    rng.shuffle(others)
    made = [craft(item, ()) for item in basic]
    there = list(basic)
    for item, inputs in others:
        made.append(craft(item, rng.sample(there, min(inputs, len(there)))))
        there.append(item)
    return [item for items in groups.values() for item in items], made


class RandomHcraftEnv(HcraftEnv):
    """A world that a seed draws, the same for the same seed; every item is to be had.

    The draw is our own: a seed gives another world than hcraft does.
    """

    def __init__(
        self,
        n_items_per_n_inputs: Mapping[int, int] | None = None,
        seed: int | None = None,
        **kwargs: Any,
    ):
        """Say how many items have how many inputs; without a seed it is 0."""
        per_inputs = dict(_DEFAULT if n_items_per_n_inputs is None else n_items_per_n_inputs)
        self.n_items_per_n_inputs = per_inputs
        self.seed = 0 if seed is None else seed
        items, made = draw_transformations(per_inputs, Rng(self.seed))
        counts = "".join(f"{inputs}I{count}" for inputs, count in per_inputs.items())
        kwargs.setdefault("purpose", [GetItemTask(item) for item in items])
        kwargs.setdefault("name", f"RandomCrafing-{counts}-S{self.seed}")
        super().__init__(world_from_transformations(made), **kwargs)
        self.items = items
