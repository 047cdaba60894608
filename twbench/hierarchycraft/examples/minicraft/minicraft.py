"""What the MiniHCraft worlds have in common: the rooms of MiniGrid, without the grid."""

__all__ = [
    "MiniCraftEnv",
    "do",
    "reach",
    "search",
    "search_for_door",
    "search_once",
    "take_and_drop",
    "unlock",
    "way",
]

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from twbench.hierarchycraft.elements import Item, Stack, Zone
from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.examples.crafting import do
from twbench.hierarchycraft.transformation import (
    CURRENT_ZONE,
    PLAYER,
    InventoryChange,
    Owner,
    Transformation,
    Use,
    Yield,
)
from twbench.hierarchycraft.world import world_from_transformations


class MiniCraftEnv(HcraftEnv):
    """One of these worlds; subclasses say what can be done in it.

    Attributes:
        MINICRAFT_NAME: the name that MiniGrid has for it.

    """

    MINICRAFT_NAME: ClassVar[str] = ""

    def __init__(
        self,
        minicraft_name: str,
        start_zone: Zone | None = None,
        start_items: Sequence[Item | Stack] | None = None,
        start_zones_items: Mapping[Zone, Sequence[Item | Stack]] | None = None,
        **kwargs: Any,
    ):
        """Say how the world starts; other arguments are those of `HcraftEnv`."""
        world = world_from_transformations(
            self.build_transformations(), start_zone, start_items, start_zones_items
        )
        kwargs.setdefault("name", f"MiniHCraft{minicraft_name}")
        super().__init__(world, **kwargs)

    def build_transformations(self) -> list[Transformation]:
        """Return what can be done in the world."""
        raise NotImplementedError

    @staticmethod
    def description(name: str) -> str:
        """Return what a world of these is modelled on."""
        page = f"https://minigrid.farama.org/environments/minigrid/{name}Env/"
        return f"The rooms of MiniGrid's {name} ({page}) as items, zones and transformations."


def way(name: str | None, here: Zone, there: Zone, *changes: InventoryChange) -> Transformation:
    """Return the way from a zone to another."""
    return Transformation(name, there, changes, here)


def search(name: str, item: Item, zone: Zone) -> Transformation:
    """Return how an item is found in a zone: where none lies there."""
    return do(name, Yield(CURRENT_ZONE, item, max=0), zone=zone)


def reach(name: str, item: Item) -> Transformation:
    """Return how an item is taken that lies where the player is."""
    return do(name, Use(CURRENT_ZONE, item, 1), Yield(PLAYER, item))


def search_once(
    name: str, item: Item, zone: Zone, zones: Iterable[Owner], *others: InventoryChange
) -> Transformation:
    """Return how an item is found in a zone: where none lies in ``zones``, nor is held."""
    nowhere = [Yield(place, item, 0, max=0) for place in (PLAYER, *zones)]
    return do(name, *others, Yield(CURRENT_ZONE, item), *nowhere, zone=zone)


def take_and_drop(item: Item, weight: Item | None) -> list[Transformation]:
    """Return how an item is picked up and put down: one at a time, where there is a weight."""
    free = [Yield(PLAYER, weight, max=0)] if weight else []
    loaded = [Use(PLAYER, weight, 1)] if weight else []
    return [
        do(f"pickup_{item.name}", Use(CURRENT_ZONE, item, 1), Yield(PLAYER, item), *free),
        do(f"put_down_{item.name}", Use(PLAYER, item, 1), Yield(CURRENT_ZONE, item), *loaded),
    ]


def search_for_door(locked: Item, opened: Item, zone: Zone) -> Transformation:
    """Return how the locked door of a zone is found: where it is not there, nor open."""
    known = Yield(CURRENT_ZONE, opened, 0, max=0)
    return do("search_for_door", Yield(CURRENT_ZONE, locked, max=0), known, zone=zone)


def unlock(key: Item, locked: Item, opened: Item) -> Transformation:
    """Return how a door is unlocked where the player is; the key is kept."""
    changes = (Use(PLAYER, key), Use(CURRENT_ZONE, locked, 1), Yield(CURRENT_ZONE, opened))
    return do("unlock_door", *changes)
