"""What worlds are made of: items, stacks of them, and zones (docs: hcraft.elements)."""

__all__ = ["Item", "Stack", "Zone", "check_kind", "stack_of", "stacks_of", "zones_of"]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from twbench.printable import shown


@dataclass(frozen=True, slots=True)
class Item:
    """A kind of thing that can be held, and can lie in zones; known by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Zone:
    """A place where the player can be; known by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Stack:
    """So many of an item."""

    item: Item
    quantity: int = 1

    def __str__(self) -> str:
        return self.item.name if self.quantity == 1 else f"[{self.quantity}]{self.item.name}"


def check_kind(thing: Any, kind: type, what: str) -> None:
    """Raise TypeError for what is of another kind: a name alone is no item, and no zone."""
    if not isinstance(thing, kind):
        named = kind in (Item, Zone) and isinstance(thing, str)
        example = f": {kind.__name__}({thing!r})" if named else ""
        raise TypeError(f"{what} must be of the type {kind.__name__}, not {shown(thing)}{example}.")


def stack_of(thing: Item | Stack) -> Stack:
    """Return a stack as it is, and of an item a stack of one; raises TypeError."""
    if isinstance(thing, Stack):
        return thing
    check_kind(thing, Item, "An item")
    return Stack(thing)


def stacks_of(things: Iterable[Item | Stack], where: str) -> list[Stack]:
    """Return a list of items and stacks as stacks; raises TypeError for anything else."""
    if isinstance(things, str | Mapping) or not isinstance(things, Iterable):
        raise TypeError(f"{where} must be a list of items and stacks, not {shown(things)}.")
    return [stack_of(thing) for thing in things]


def listed_zones(zone: Zone | list[Zone] | None) -> list[Zone]:
    """Return one zone, several or none as a list."""
    return [zone] if isinstance(zone, Zone) else zone or []


def zones_of(zone: Any, what: str) -> Zone | list[Zone] | None:
    """Return one zone or none as it is, and several as a list; raises TypeError."""
    if zone is None or isinstance(zone, Zone):
        return zone
    zones = list(zone) if isinstance(zone, Iterable) and not isinstance(zone, str) else [zone]
    for each in zones:
        check_kind(each, Zone, what)
    return zones
