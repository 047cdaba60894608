"""The state of a world that is being played (docs: hcraft.state)."""

__all__ = ["HcraftState"]

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.engine.grounding import Vector, is_met
from twbench.hierarchycraft.transformation import PLAYER, Owner
from twbench.hierarchycraft.world import World

_Numbers = NDArray[np.int64]


class HcraftState:
    """What the player holds, where the player is, and what lies in the zones.

    All of it is numbers (see `twbench.hierarchycraft.engine.grounding`): `counts` while it changes,
    and `vector` to keep. To keep a vector is to have a copy, it can be hashed, and to set it is to
    go back to it.

    Attributes:
        world: the world.
        counts: the state as a list; it is for reading.
        serial: a number that is another one after every change.
        effects: what the last action added to which slots, if nothing but that one made the serial.

    """

    __slots__ = ("_grounding", "_rows", "_seen", "counts", "effects", "serial", "world")

    def __init__(self, world: World):
        """Start in a world; raises WorldError for one that cannot be played."""
        self.world = world
        self.serial = 0
        self._grounding = world.grounding
        self._rows = self._grounding.rows
        self.reset()

    def reset(self) -> None:
        """Go back to the start."""
        self._seen = 0
        self.vector = self._grounding.start

    @property
    def vector(self) -> Vector:
        """The state as a tuple: the number of the zone, and all counts."""
        return tuple(self.counts)

    @vector.setter
    def vector(self, vector: Vector) -> None:
        self.counts = list(vector)
        self.effects: tuple[tuple[int, int], ...] = ()
        self.serial += 2
        self._seen |= self._grounding.in_sight(vector)

    def apply(self, action: int) -> bool:
        """Do a transformation, by its number; return whether it could be done.

        Raises IndexError for a number that no transformation has.
        """
        # What `Grounding.apply` does, but in place: to copy the counts takes longer than the rest.
        counts = self.counts
        if action < 0:
            raise IndexError(f"There is no transformation {action}: the first is 0.")
        zone = counts[0]
        try:
            grounded = self._rows[zone][action]
        except IndexError:
            last = len(self.world.transformations) - 1
            raise IndexError(f"There is no transformation {action}: the last is {last}.") from None
        if grounded is None:
            return False
        bounds, effects, seen = grounded
        if bounds and not is_met(counts, bounds):
            return False
        for slot, delta in effects:
            counts[slot] += delta
        self.effects = effects
        self.serial += 1
        self._seen |= seen
        if counts[0] != zone:
            self._seen |= self._grounding.around(counts)
        return True

    def amount_of(self, item: Item, owner: Owner = PLAYER) -> int:
        """Return how many of an item the player has, or how many lie in a zone; 0 if unknown."""
        try:
            zone = owner if isinstance(owner, Zone) else None
            return self.counts[self._grounding.slot(item, zone)]
        except KeyError:
            return 0

    @property
    def current_zone(self) -> Zone | None:
        """Where the player is; None in a world without zones."""
        zones = self.world.zones
        return zones[self.counts[0]] if zones else None

    @property
    def player_inventory(self) -> _Numbers:
        """How many of each item the player has."""
        return _fixed(np.array(self.counts[1 : self._grounding.first], dtype=np.int64))

    @player_inventory.setter
    def player_inventory(self, held: Sequence[int] | _Numbers) -> None:
        self.vector = (self.counts[0], *map(int, held), *self.counts[self._grounding.first :])

    @property
    def position(self) -> _Numbers:
        """1 for the zone where the player is, 0 for all others."""
        position = np.zeros(self.world.n_zones, dtype=np.int64)
        if position.size:
            position[self.counts[0]] = 1
        return _fixed(position)

    @position.setter
    def position(self, position: Sequence[int] | _Numbers) -> None:
        self.vector = (int(np.argmax(position)), *self.counts[1:])

    @property
    def zones_inventories(self) -> _Numbers:
        """How many of each item lie in each zone: a row for a zone."""
        lying = np.array(self.counts[self._grounding.first :], dtype=np.int64)
        return _fixed(lying.reshape(self.world.n_zones, self.world.n_zones_items))

    @zones_inventories.setter
    def zones_inventories(self, lying: Sequence[Sequence[int]] | _Numbers) -> None:
        counts = map(int, np.ravel(lying))
        self.vector = (*self.counts[: self._grounding.first], *counts)

    @property
    def current_zone_inventory(self) -> _Numbers:
        """How many of each item lie where the player is."""
        if not self.world.zones:
            return np.zeros(0, dtype=np.int64)
        row: _Numbers = self.zones_inventories[self.counts[0]]
        return row

    @property
    def observation(self) -> _Numbers:
        """What the player sees: the items held, the zone, and the items that lie there."""
        return np.concatenate((self.player_inventory, self.position, self.current_zone_inventory))

    @property
    def player_inventory_dict(self) -> dict[Item, int]:
        """How many of each item the player has, without those of which there are none."""
        return _counted(self.world.items, self.counts[1:])

    @property
    def zones_inventories_dict(self) -> dict[Zone, dict[Item, int]]:
        """How many of each item lie in each zone, without those of which there are none."""
        width, first = self.world.n_zones_items, self._grounding.first
        return {
            zone: _counted(self.world.zones_items, self.counts[first + number * width :])
            for number, zone in enumerate(self.world.zones)
        }

    def told(self) -> list[str]:
        """Return in lines where the player is, what lies there, and what the player has."""
        lines = []
        if self.current_zone is not None:
            here = self.zones_inventories_dict[self.current_zone]
            lines += [f"Zone: {self.current_zone.name}", f"There: {_listed(here)}"]
        return [*lines, f"You have: {_listed(self.player_inventory_dict)}"]

    def has_discovered(self, zone: Zone) -> bool:
        """Say whether the player has been in a zone since the start."""
        return bool(self._seen & self._grounding.zone_bit(self.world.slot_from_zone(zone)))

    @property
    def discovered_items(self) -> _Numbers:
        """1 for each item that the player has ever had."""
        return self._bits(0, self.world.n_items)

    @property
    def discovered_zones_items(self) -> _Numbers:
        """1 for each item that lay where the player was."""
        return self._bits(self.world.n_items, self.world.n_zones_items)

    @property
    def discovered_zones(self) -> _Numbers:
        """1 for each zone where the player was."""
        return self._bits(self.world.n_items + self.world.n_zones_items, self.world.n_zones)

    @property
    def discovered_transformations(self) -> _Numbers:
        """1 for each transformation that was done."""
        world = self.world
        first = world.n_items + world.n_zones_items + world.n_zones
        return self._bits(first, len(world.transformations))

    def as_dict(self) -> dict[str, Any]:
        """Return all of the state by name."""
        names = (
            *("player_inventory", "position", "zones_inventories", "discovered_items"),
            *("discovered_zones", "discovered_zones_items", "discovered_transformations", "world"),
        )
        return {name: getattr(self, name) for name in names}

    def _bits(self, first: int, count: int) -> _Numbers:
        seen = self._seen >> first
        return np.array([seen >> number & 1 for number in range(count)], dtype=np.int64)


def _fixed(numbers: _Numbers) -> _Numbers:
    """Let nobody think that the state can be changed by changing an array that was made of it."""
    numbers.flags.writeable = False
    return numbers


def _counted(items: list[Item], counts: list[int]) -> dict[Item, int]:
    return {item: count for item, count in zip(items, counts, strict=False) if count}


def _listed(counts: dict[Item, int]) -> str:
    return ", ".join(f"{count} {item.name}" for item, count in counts.items()) or "nothing"
