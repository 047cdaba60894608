"""What worlds are made of: items, stacks of them, and zones (seeds: hcraft.elements)."""

__all__ = ["Item", "Stack", "Zone", "stack_of"]

from dataclasses import dataclass


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


def stack_of(thing: Item | Stack) -> Stack:
    """Return a stack as it is, and of an item a stack of one."""
    return thing if isinstance(thing, Stack) else Stack(thing)
