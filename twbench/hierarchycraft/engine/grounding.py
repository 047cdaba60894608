"""A world as numbers: a state is one vector of integers, and a transformation some of its changes.

``vector[0]`` is the number of the zone where the player is; then come how many of each item the
player has, and how many of each lie in each zone. Where the player is decides which of these
counts a transformation is about, so it is grounded once for each zone: to bounds on counts, and to
what is added to them. Going somewhere adds to ``vector[0]``. Vectors are tuples: they are copied by
being kept, and can be hashed.
"""

__all__ = ["Grounded", "Grounding", "Vector"]

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple, TypeAlias

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.engine.parts import Parts
from twbench.hierarchycraft.transformation import PLAYER, Transformation

Vector: TypeAlias = tuple[int, ...]
"""A state: the zone of the player, then all counts."""


class Grounded(NamedTuple):
    """A transformation done from one zone: bounds on slots of the vector, and what is added.

    Attributes:
        bounds: each slot that is bounded, with the least and the most that it may have.
        effects: what is added to which slots.
        seen: the bits of what is discovered by it, see `Grounding.in_sight`.

    """

    bounds: tuple[tuple[int, int, float], ...]
    effects: tuple[tuple[int, int], ...]
    seen: int

    @property
    def lows(self) -> tuple[tuple[int, int], ...]:
        """The slots of which there must be some, with the least."""
        return tuple((slot, low) for slot, low, _ in self.bounds if low > 0)

    @property
    def highs(self) -> tuple[tuple[int, int], ...]:
        """The slots of which there may not be more, with the most."""
        return tuple((slot, int(high)) for slot, _, high in self.bounds if high != inf)


class Grounding:
    """The transformations of a world, grounded.

    Attributes:
        start: the vector at the start.
        rows: for each zone, what each transformation is there; None where it cannot be done.
        size: how many numbers a vector has.

    """

    def __init__(self, world: Parts):
        """Ground a world, which is looked at once: later changes of it are not seen."""
        self.items = {item: slot for slot, item in enumerate(world.items, 1)}
        self.zones = {zone: number for number, zone in enumerate(world.zones)}
        self.zones_items = {item: slot for slot, item in enumerate(world.zones_items)}
        self.first = 1 + len(self.items)
        self.size = self.first + len(self.zones) * len(self.zones_items)
        self.start = self._start(world)
        self.rows: list[list[Grounded | None]] = [
            [
                self._ground(transformation, zone, number)
                for number, transformation in enumerate(world.transformations)
            ]
            for zone in (*world.zones, *((None,) if not world.zones else ()))
        ]

    def slot(self, item: Item, zone: Zone | None = None) -> int:
        """Return where the vector counts an item, of the player or of a zone; raises KeyError."""
        if zone is None:
            return self.items[item]
        return self.first + self.zones[zone] * len(self.zones_items) + self.zones_items[item]

    def apply(self, vector: Vector, action: int) -> Vector | None:
        """Return the vector after an action, or None if it cannot be done."""
        grounded = self.rows[vector[0]][action]
        if grounded is None:
            return None
        bounds, effects, _ = grounded
        if bounds and not is_met(vector, bounds):
            return None
        counts = list(vector)
        for slot, delta in effects:
            counts[slot] += delta
        return tuple(counts)

    def legal(self, vector: Vector) -> Iterator[int]:
        """Yield the actions that can be done."""
        for action, grounded in enumerate(self.rows[vector[0]]):
            if grounded is not None and is_met(vector, grounded.bounds):
                yield action

    def zone_bit(self, number: int) -> int:
        """Return the bit of a zone among those of what is discovered."""
        return 1 << len(self.items) + len(self.zones_items) + number

    def in_sight(self, vector: Sequence[int]) -> int:
        """Return the bits of all that is discovered by being in a state.

        They are, from the lowest: items of the player, items of zones, zones, transformations.
        """
        bits = self.around(vector) if self.zones else 0
        for number in range(len(self.items)):
            bits |= (vector[1 + number] > 0) << number
        return bits

    def around(self, vector: Sequence[int]) -> int:
        """Return the bits of the zone where the player is, and of what lies there."""
        bits = self.zone_bit(vector[0])
        lying = self.first + vector[0] * len(self.zones_items)
        for number, count in enumerate(vector[lying : lying + len(self.zones_items)]):
            if count > 0:
                bits |= 1 << len(self.items) + number
        return bits

    def _start(self, world: Parts) -> Vector:
        counts = [0] * self.size
        if world.start_zone is not None:
            counts[0] = self.zones[world.start_zone]
        for stack in world.start_items:
            counts[self.slot(stack.item)] += stack.quantity
        for zone, stacks in world.start_zones_items.items():
            for stack in stacks:
                counts[self.slot(stack.item, zone)] += stack.quantity
        return tuple(counts)

    def _ground(
        self, transformation: Transformation, here: Zone | None, number: int
    ) -> Grounded | None:
        if transformation.zones and here not in transformation.zones:
            return None
        if here is not None and here == transformation.destination:
            return None
        lows: dict[int, float] = {}
        highs: dict[int, float] = {}
        taken: dict[int, int] = {}
        added: dict[int, int] = {}
        for change in transformation.changes:
            zone = transformation.place(change.owner, here)
            if zone is None and change.owner is not PLAYER:
                return None
            slot = self.slot(change.item, zone)
            taken[slot] = taken.get(slot, 0) + max(0, -change.delta)
            low = -inf if change.min is None else change.min
            lows[slot] = max(lows.get(slot, 0), low, taken[slot])
            highs[slot] = min(highs.get(slot, inf), change.max)
            added[slot] = added.get(slot, 0) + change.delta
        if transformation.destination is not None:
            there = self.zones[transformation.destination]
            added[0] = there - (0 if here is None else self.zones[here])
        return Grounded(
            tuple(
                (slot, int(low), highs[slot])
                for slot, low in lows.items()
                if low > 0 or highs[slot] != inf
            ),
            tuple((slot, delta) for slot, delta in added.items() if delta),
            self._seen(added, here, number),
        )

    def _seen(self, added: dict[int, int], here: Zone | None, number: int) -> int:
        """Return the bits of what the player sees of a transformation where it is done."""
        bits = 1 << len(self.items) + len(self.zones_items) + len(self.zones) + number
        lying = self.first + (0 if here is None else self.zones[here]) * len(self.zones_items)
        for slot, delta in added.items():
            if delta > 0 and 0 < slot < self.first:
                bits |= 1 << slot - 1
            if delta > 0 and lying <= slot < lying + len(self.zones_items):
                bits |= 1 << len(self.items) + slot - lying
        return bits


def is_met(counts: Sequence[int], bounds: Iterable[tuple[int, int, float]]) -> bool:
    """Say whether all counts are within their bounds."""
    for slot, low, high in bounds:  # noqa: SIM110 - all() of a generator takes twice the time
        if not low <= counts[slot] <= high:
            return False
    return True
