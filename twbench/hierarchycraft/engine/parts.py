"""What a world is made of, for modules that look at worlds and are below them."""

__all__ = ["Numbered", "Parts"]

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from twbench.errors import WorldError, nearest
from twbench.hierarchycraft.elements import Item, Stack, Zone, check_kind
from twbench.hierarchycraft.transformation import Indexed, Transformation

_Thing = TypeVar("_Thing", Item, Zone)


class Parts(Indexed, Protocol):
    """The parts of a world, see `twbench.hierarchycraft.world.World`."""

    @property
    def transformations(self) -> Sequence[Transformation]:
        """What can be done."""

    @property
    def start_zone(self) -> Zone | None:
        """Where the player is at first."""

    @property
    def start_items(self) -> Sequence[Stack]:
        """What the player holds at first."""

    @property
    def start_zones_items(self) -> Mapping[Zone, Sequence[Stack]]:
        """What lies in zones at first."""


class Numbered:
    """Counts items and zones, and numbers them in their order; subclasses have these."""

    @property
    def n_items(self: Indexed) -> int:
        """How many items the player can hold."""
        return len(self.items)

    @property
    def n_zones(self: Indexed) -> int:
        """How many zones there are."""
        return len(self.zones)

    @property
    def n_zones_items(self: Indexed) -> int:
        """How many items can lie in zones."""
        return len(self.zones_items)

    def slot_from_item(self: Indexed, item: Item) -> int:
        """Return the place of an item among those of the player; raises WorldError."""
        return _place(item, Item, self.items, "item {} that the player can hold")

    def slot_from_zone(self: Indexed, zone: Zone) -> int:
        """Return the number of a zone; raises WorldError for an unknown one."""
        return _place(zone, Zone, self.zones, "zone {}")

    def slot_from_zoneitem(self: Indexed, item: Item) -> int:
        """Return the place of an item among those of zones; raises WorldError."""
        return _place(item, Item, self.zones_items, "item {} that can lie in a zone")


def _place(thing: _Thing, kind: type[_Thing], known: Sequence[_Thing], what: str) -> int:
    try:
        return known.index(thing)
    except ValueError:
        check_kind(thing, kind, "What has a place in a world")
        meant = nearest(thing.name, [other.name for other in known])
        raise WorldError(f"The world has no {what.format(repr(thing.name))}.{meant}") from None
