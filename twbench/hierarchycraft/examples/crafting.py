"""How items are made in worlds that have nothing but items."""

__all__ = ["craft"]

from collections.abc import Iterable

from twbench.hierarchycraft.elements import Item
from twbench.hierarchycraft.transformation import PLAYER, Transformation, Use, Yield


def craft(item: Item, inputs: Iterable[Item]) -> Transformation:
    """Return the transformation that makes an item of one of each input."""
    return Transformation(
        inventory_changes=[*(Use(PLAYER, one, 1) for one in inputs), Yield(PLAYER, item)]
    )
