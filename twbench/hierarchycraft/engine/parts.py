"""What a world is made of, for modules that look at worlds and are below them."""

__all__ = ["Parts"]

from collections.abc import Mapping, Sequence
from typing import Protocol

from twbench.hierarchycraft.elements import Stack, Zone
from twbench.hierarchycraft.transformation import Indexed, Transformation


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
