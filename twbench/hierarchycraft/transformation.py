"""Transformations: what can be done in a world, where, and what changes by it.

A transformation can be done in a state when every count that it bounds is within its bounds, the
player is in its zone, if it has one, and not yet at its destination, if it has one. By example::

    Transformation(
        "unlock-chest",
        inventory_changes=[
            Use(PLAYER, KEY, consume=2),            # needs two keys, and takes them
            Use(CURRENT_ZONE, LOCKED_CHEST, consume=1),
            Yield(CURRENT_ZONE, CHEST),
        ],
    )

Bounds are on counts *before* the change: ``Yield(PLAYER, KEY, max=1)`` gives a second key to
whoever has one, and no third. Several changes of one item at one place add up, and what is taken
must be there. (In hcraft 2.0.1 the last of them replaces the others, and counts can become
negative.)
"""

__all__ = [
    "CURRENT_ZONE",
    "DESTINATION",
    "PLAYER",
    "Indexed",
    "InventoryChange",
    "InventoryOperation",
    "InventoryOwner",
    "Owner",
    "Played",
    "Transformation",
    "Use",
    "Yield",
    "as_owner",
]

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from operator import index
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from twbench.errors import nearest
from twbench.hierarchycraft.elements import Item, Stack, Zone, check_kind, listed_zones, zones_of
from twbench.printable import shown

_Array: TypeAlias = NDArray[Any]


class InventoryOwner(Enum):
    """Whose items a change is about; one of ``ZONES`` is named by the zone itself."""

    PLAYER = "player"
    CURRENT = "current_zone"
    DESTINATION = "destination"
    ZONES = "zones"

    @classmethod
    def _missing_(cls, value: object) -> None:
        known = [owner.value for owner in cls if owner is not cls.ZONES]
        raise ValueError(
            f"The owner of a change is a Zone or one of {', '.join(known)}, not {shown(value)}."
            f"{nearest(str(value), known)}"
        )


class InventoryOperation(Enum):
    """What a transformation does to counts, or asks of them."""

    REMOVE = "remove"
    ADD = "add"
    MAX = "max"
    MIN = "min"
    APPLY = "apply"


PLAYER = InventoryOwner.PLAYER
"""What the player holds."""
CURRENT_ZONE = InventoryOwner.CURRENT
"""What lies in the zone where the player is before the transformation."""
DESTINATION = InventoryOwner.DESTINATION
"""What lies in the zone that the transformation leads to."""

Owner: TypeAlias = InventoryOwner | Zone
"""Whose items a change is about: an `InventoryOwner`, or a zone."""


def as_owner(owner: "Owner | str") -> Owner:
    """Return an owner that may be given as text; raises ValueError for what is none."""
    return owner if isinstance(owner, Zone) else InventoryOwner(owner)


@dataclass(frozen=True, slots=True)
class Use:
    """A change that needs items, and takes ``consume`` of them.

    Without ``min``, as many are needed as are taken, and one if none is taken. Raises TypeError
    for amounts that are no whole numbers.
    """

    owner: Owner
    item: Item
    consume: int = 0
    min: int | None = None
    max: float = inf

    def __post_init__(self) -> None:
        check_kind(self.item, Item, "The item of a change")
        object.__setattr__(self, "owner", as_owner(self.owner))
        object.__setattr__(self, "consume", _whole("consume", self.item, self.consume))
        if self.min is None:
            object.__setattr__(self, "min", self.consume or 1)
        _check_bounds(self)

    @property
    def delta(self) -> int:
        """By how much the count changes."""
        return -self.consume


@dataclass(frozen=True, slots=True)
class Yield:
    """A change that gives ``create`` items; ``min`` and ``max`` bound how many there are before.

    Raises TypeError for amounts that are no whole numbers.
    """

    owner: Owner
    item: Item
    create: int = 1
    min: float = -inf
    max: float = inf

    def __post_init__(self) -> None:
        check_kind(self.item, Item, "The item of a change")
        object.__setattr__(self, "owner", as_owner(self.owner))
        object.__setattr__(self, "create", _whole("create", self.item, self.create))
        _check_bounds(self)

    @property
    def delta(self) -> int:
        """By how much the count changes."""
        return self.create


def _whole(name: str, item: Item, amount: Any) -> int:
    try:
        return index(amount)
    except TypeError:
        raise TypeError(
            f"{name} of {item.name!r} must be a whole number, not {amount!r}."
        ) from None


def _check_bounds(change: Use | Yield) -> None:
    for name, bound in (("min", change.min), ("max", change.max)):
        if bound is not None and bound not in (inf, -inf):
            _whole(name, change.item, bound)


InventoryChange: TypeAlias = Use | Yield
"""A change of one count."""
_CHANGES = (Use, Yield)  # quicker to compare with than what `|` makes


class Played(Protocol):
    """The state of a world, see `twbench.hierarchycraft.state.HcraftState`."""

    @property
    def current_zone(self) -> Zone | None:
        """Where the player is."""

    def amount_of(self, item: Item, owner: Owner = ...) -> int:
        """Return how many of an item the player or a zone has."""


class Indexed(Protocol):
    """What has items and zones in an order: a world."""

    @property
    def items(self) -> Sequence[Item]:
        """What the player can hold."""

    @property
    def zones(self) -> Sequence[Zone]:
        """Where the player can be."""

    @property
    def zones_items(self) -> Sequence[Item]:
        """What can lie in zones."""


class _Arrays:
    """A state as arrays, in the order of a world: what is held, where, and what lies there."""

    def __init__(self, world: Indexed, held: _Array, position: _Array, lying: _Array):
        self._world, self.held, self.position, self.lying = world, held, position, lying

    @property
    def current_zone(self) -> Zone | None:
        here = np.flatnonzero(self.position)
        return self._world.zones[here[0]] if here.size else None

    def place(self, item: Item, zone: Zone | None) -> tuple[_Array, int]:
        """Return the row that counts an item, and where in it."""
        if zone is None:
            return self.held, self._world.items.index(item)
        row = self.lying[self._world.zones.index(zone)]
        return row, self._world.zones_items.index(item)

    def amount_of(self, item: Item, owner: Owner = PLAYER) -> int:
        row, place = self.place(item, owner if isinstance(owner, Zone) else None)
        return int(row[place])


_Stacks: TypeAlias = list[Stack] | dict[Zone, list[Stack]]


@dataclass(frozen=True, slots=True)
class _Nowhere:
    """What a transformation belongs to before `Transformation.build`."""

    items: tuple[Item, ...] = ()
    zones: tuple[Zone, ...] = ()
    zones_items: tuple[Item, ...] = ()


_NOWHERE = _Nowhere()


class Transformation:
    """Something that can be done: see the module.

    Attributes:
        name: what it is called; without one, what it does stands for it.
        destination: the zone where the player is afterwards, if that changes.
        zone: the zone, or the zones, where it can be done; None for everywhere.
        changes: the changes of counts.

    """

    def __init__(
        self,
        name: str | None = None,
        destination: Zone | None = None,
        inventory_changes: Sequence[InventoryChange] | None = None,
        zone: Zone | Sequence[Zone] | None = None,
    ):
        """Make a transformation; it belongs to no world until one is made with it.

        Raises TypeError for what is not of the type that it has to be.
        """
        if destination is not None:
            check_kind(destination, Zone, "The destination of a transformation")
        self.destination = destination
        self.zone = zones_of(zone, "A zone of a transformation")
        self.changes = _changes(inventory_changes or ())
        self.name = name if name is not None else repr(self)
        self._world: Indexed = _NOWHERE

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones where it can be done; none for everywhere."""
        return tuple(listed_zones(self.zone))

    @property
    def inventory_changes(
        self,
    ) -> dict[InventoryOwner, dict[InventoryOperation, _Stacks]]:
        """The changes by owner and operation, those of named zones by zone as well."""
        found: dict[InventoryOwner, dict[InventoryOperation, Any]] = {}
        for change in self.changes:
            for operation, stack in _operations(change):
                if isinstance(change.owner, Zone):
                    zones = found.setdefault(InventoryOwner.ZONES, {}).setdefault(operation, {})
                    zones.setdefault(change.owner, []).append(stack)
                else:
                    found.setdefault(change.owner, {}).setdefault(operation, []).append(stack)
        return found

    def get_changes(
        self,
        owner: "InventoryOwner | str",
        operation: "InventoryOperation | str",
        default: Any = None,
    ) -> Any:
        """Return the stacks of an operation on an owner, those of named zones by zone."""
        changes = self.inventory_changes.get(InventoryOwner(owner), {})
        return changes.get(InventoryOperation(operation), default)

    def production(self, owner: InventoryOwner) -> set[Item]:
        """Return the items that an owner gets."""
        return self._items(owner, InventoryOperation.ADD)

    def consumption(self, owner: InventoryOwner) -> set[Item]:
        """Return the items that are taken from an owner."""
        return self._items(owner, InventoryOperation.REMOVE)

    def min_required(self, owner: InventoryOwner) -> set[Item]:
        """Return the items of which an owner must have some."""
        return self._items(owner, InventoryOperation.MIN)

    def max_required(self, owner: InventoryOwner) -> set[Item]:
        """Return the items of which an owner must not have too many."""
        return self._items(owner, InventoryOperation.MAX)

    @property
    def produced_zones_items(self) -> set[Item]:
        """The items that any zone gets."""
        return self._zones_items(InventoryOperation.ADD)

    @property
    def consumed_zones_items(self) -> set[Item]:
        """The items that are taken from any zone."""
        return self._zones_items(InventoryOperation.REMOVE)

    @property
    def min_required_zones_items(self) -> set[Item]:
        """The items of which some zone must have some."""
        return self._zones_items(InventoryOperation.MIN)

    @property
    def max_required_zones_items(self) -> set[Item]:
        """The items of which some zone must not have too many."""
        return self._zones_items(InventoryOperation.MAX)

    def build(self, world: Indexed) -> None:
        """Take the order of a world, for states that are given as arrays."""
        self._world = world

    def is_valid(self, state: Any) -> bool:
        """Say whether it can be done in a state.

        The state is an `HcraftState`, or whatever has ``player_inventory``, ``position`` and
        ``zones_inventories``, arrays in the order of the world that it was built for.
        """
        if hasattr(state, "amount_of"):
            return self._can_be_done(state)
        arrays = (state.player_inventory, state.position, state.zones_inventories)
        return self._can_be_done(_Arrays(self._world, *arrays))

    def apply(
        self, player_inventory: _Array, position: _Array, zones_inventories: _Array
    ) -> tuple[_Array, _Array, _Array]:
        """Change arrays in place as it does, without asking whether it can be done; return them."""
        after = _Arrays(self._world, player_inventory, position, zones_inventories)
        here = after.current_zone
        for change in self.changes:
            row, place = after.place(change.item, self.place(change.owner, here))
            row[place] += change.delta
        if self.destination is not None:
            after.position[:] = 0
            after.position[self._world.zones.index(self.destination)] = 1
        return after.held, after.position, after.lying

    def _can_be_done(self, state: Played) -> bool:
        here = state.current_zone
        if self.zones and here not in self.zones:
            return False
        if self.destination is not None and here == self.destination:
            return False
        taken: Counter[tuple[Zone | None, Item]] = Counter()
        for change in self.changes:
            zone = self.place(change.owner, here)
            taken[zone, change.item] += max(0, -change.delta)
            low = 0 if change.min is None else max(0, change.min)
            count = state.amount_of(change.item, zone or PLAYER)
            if not max(low, taken[zone, change.item]) <= count <= change.max:
                return False
        return True

    def place(self, owner: Owner, here: Zone | None) -> Zone | None:
        """Return the zone that an owner is, for a player who is ``here``; None for the player.

        None, too, where there is no such zone.
        """
        if isinstance(owner, Zone):
            return owner
        return {CURRENT_ZONE: here, DESTINATION: self.destination}.get(owner)

    def _items(self, owner: InventoryOwner, operation: InventoryOperation) -> set[Item]:
        of_zones = InventoryOwner(owner) is InventoryOwner.ZONES
        return {
            change.item
            for change in self.changes
            if (isinstance(change.owner, Zone) if of_zones else change.owner is owner)
            and _has(change, operation)
        }

    def _zones_items(self, operation: InventoryOperation) -> set[Item]:
        owners = (CURRENT_ZONE, DESTINATION, InventoryOwner.ZONES)
        return set().union(*(self._items(owner, operation) for owner in owners))

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        needed = [*self._conditions(), *(f"| at {zone.name}" for zone in self.zones[:1])]
        if len(self.zones) > 1:
            needed[-1] = f"| at {' or '.join(zone.name for zone in self.zones)}"
        done = list(self._effects())
        if self.destination is not None:
            done.append(f"| at {self.destination.name}")
        return " ".join([*needed, "⟹", *done])

    def _conditions(self) -> Iterator[str]:
        signs = ((InventoryOperation.MIN, "≥"), (InventoryOperation.MAX, "≤"))
        yield from self._parts(
            lambda operations: [
                f"{stack.item.name}{sign}{stack.quantity}"
                for operation, sign in signs
                for stack in operations.get(operation, ())
            ]
        )

    def _effects(self) -> Iterator[str]:
        signs = ((InventoryOperation.REMOVE, "-"), (InventoryOperation.ADD, "+"))
        yield from self._parts(
            lambda operations: [
                f"{sign}{stack}"
                for operation, sign in signs
                for stack in operations.get(operation, ())
            ]
        )

    def _parts(self, told: Any) -> Iterator[str]:
        changes = self.inventory_changes
        if PLAYER in changes and (parts := told(changes[PLAYER])):
            yield ",".join(parts)
        for owner, label in ((CURRENT_ZONE, "Zone"), (DESTINATION, "Dest")):
            if owner in changes and (parts := told(changes[owner])):
                yield f"{label}({','.join(parts)})"
        named: dict[Zone, dict[InventoryOperation, list[Stack]]] = {}
        for operation, zones in changes.get(InventoryOwner.ZONES, {}).items():
            for zone, stacks in zones.items() if isinstance(zones, dict) else ():
                named.setdefault(zone, {})[operation] = stacks
        for zone, operations in named.items():
            if parts := told(operations):
                yield f"{zone.name}({','.join(parts)})"


def _changes(changes: Iterable[InventoryChange]) -> tuple[InventoryChange, ...]:
    if not isinstance(changes, Iterable):
        raise TypeError(f"inventory_changes must be a list, not {shown(changes)}.")
    several = tuple(changes)
    for change in several:
        if not isinstance(change, _CHANGES):
            raise TypeError(f"inventory_changes must be of Use and Yield, not {shown(change)}.")
    return several


def _has(change: InventoryChange, operation: InventoryOperation) -> bool:
    """Say whether a change is an operation; to have none is to need none."""
    if operation is InventoryOperation.MIN:
        return change.min is not None and change.min > 0
    if operation is InventoryOperation.MAX:
        return change.max != inf
    return bool(change.delta) and isinstance(change, Yield) is (operation is InventoryOperation.ADD)


def _operations(change: InventoryChange) -> Iterable[tuple[InventoryOperation, Stack]]:
    if change.min is not None and change.min != -inf:
        yield InventoryOperation.MIN, Stack(change.item, int(change.min))
    if change.max != inf:
        yield InventoryOperation.MAX, Stack(change.item, int(change.max))
    if change.delta:
        operation = (
            InventoryOperation.ADD if isinstance(change, Yield) else InventoryOperation.REMOVE
        )
        yield operation, Stack(change.item, abs(change.delta))
