"""How transformations of the worlds that come along are written."""

__all__ = ["craft", "do"]

from collections.abc import Iterable

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.transformation import (
    PLAYER,
    InventoryChange,
    Transformation,
    Use,
    Yield,
)


def do(
    name: str | None,
    *changes: InventoryChange,
    zone: Zone | None = None,
    destination: Zone | None = None,
) -> Transformation:
    """Return a transformation of some changes."""
    return Transformation(name, destination, changes, zone)


def craft(item: Item, inputs: Iterable[Item]) -> Transformation:
    """Return the transformation that makes an item of one of each input."""
    return do(None, *(Use(PLAYER, one, 1) for one in inputs), Yield(PLAYER, item))
