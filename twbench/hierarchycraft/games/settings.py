"""Settings of worlds: a record for each kind of world that is drawn or comes along.

Reading them loads nothing else. ``names`` says what things are called: ``given`` is as the world's
maker has it (Minecraft's names in MineHcraft, numbers in towers); ``words`` are drawn from a list,
so that to know Minecraft does not help; ``held_out`` are drawn from a list that shares no word with
the first.
"""

__all__ = [
    "LayeredWorld",
    "LightRecursiveWorld",
    "MineWorld",
    "MiniWorld",
    "Names",
    "RandomWorld",
    "RecursiveWorld",
    "TowerWorld",
    "TreasureWorld",
]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from twbench.errors import ConfigError, nearest
from twbench.whole_numbers import settle

Names: TypeAlias = Literal["given", "words", "held_out"]
"""What things are called, see the module."""
# fmt: off
MineItem: TypeAlias = Literal[
    "blaze_powder", "blaze_rod", "book", "clock", "coal", "cobblestone", "crafting_table",
    "diamond", "diamond_axe", "diamond_pickaxe", "diamond_shovel", "diamond_sword", "dirt",
    "egg", "enchanting_table", "ender_dragon_head", "ender_eye", "ender_pearl", "flint",
    "flint_and_steel", "furnace", "gold_axe", "gold_ingot", "gold_ore", "gold_pickaxe",
    "gold_shovel", "gold_sword", "gravel", "iron_axe", "iron_ingot", "iron_ore",
    "iron_pickaxe", "iron_shovel", "iron_sword", "leather", "netherrack", "obsidian", "paper",
    "redstone", "reeds", "stick", "stone_axe", "stone_pickaxe", "stone_shovel", "stone_sword",
    "wood", "wood_axe", "wood_pickaxe", "wood_plank", "wood_shovel", "wood_sword",
]
"""The items of MineHcraft."""
# fmt: on
MiniName: TypeAlias = Literal[
    "Empty",
    "FourRooms",
    "MultiRoom",
    "Crossing",
    "DoorKey",
    "Unlock",
    "UnlockPickup",
    "BlockedUnlockPickup",
    "KeyCorridor",
]
"""The MiniHCraft worlds."""
Bounds: TypeAlias = Mapping[str, tuple[int, int]]
"""The least and the most that whole numbers may be, by name."""


class _Settings:
    """Settings whose whole numbers have bounds."""

    __slots__ = ()
    _BOUNDS: ClassVar[Bounds] = {}
    _KIND: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for name, (low, high) in self._BOUNDS.items():
            settle(self, name, low, high, f"{name} of {self._KIND}")
        _check_choice("names", getattr(self, "names", "given"), get_args(Names))


def _check_choice(what: str, value: Any, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ConfigError(
            f"{what} must be one of {', '.join(allowed)}, not {value!r}."
            f"{nearest(str(value), allowed)}"
        )


@dataclass(frozen=True, slots=True)
class LayeredWorld(_Settings):
    """Settings of a layered world; raises ConfigError for what is out of bounds.

    Attributes:
        depth: how many layers are made above what is found.
        branching: of how many different things something is made, at most, and how many things
            each layer but the last has.
        amount: how many of one thing are needed at a time, at most.
        tools: how many tools there are.
        zones: how many zones there are.
        keys: how many ways are locked.
        distractors: how many things there are that nobody needs.
        names: what things are called, see the module.

    """

    _BOUNDS: ClassVar[Bounds] = {
        "depth": (1, 12),
        "branching": (1, 5),
        "amount": (1, 5),
        "tools": (0, 5),
        "zones": (1, 20),
        "keys": (0, 19),
        "distractors": (0, 50),
    }
    _KIND: ClassVar[str] = "a layered world"

    depth: int = 3
    branching: int = 2
    amount: int = 2
    tools: int = 1
    zones: int = 3
    keys: int = 1
    distractors: int = 2
    names: Names = "given"

    def __post_init__(self) -> None:
        _Settings.__post_init__(self)
        if self.keys >= self.zones:
            raise ConfigError(
                f"A layered world of {self.zones} zones has {self.zones - 1} ways, which is fewer"
                f" than {self.keys} keys."
            )


@dataclass(frozen=True, slots=True)
class RandomWorld(_Settings):
    """Settings of a random world: how many items are made of how many others."""

    _BOUNDS: ClassVar[Bounds] = dict.fromkeys(
        ("basic", "of_one", "of_two", "of_three", "of_four"), (0, 100)
    )
    _KIND: ClassVar[str] = "a random world"

    basic: int = 5
    of_one: int = 5
    of_two: int = 10
    of_three: int = 5
    of_four: int = 0
    names: Names = "given"

    def __post_init__(self) -> None:
        _Settings.__post_init__(self)
        if not self.basic:
            raise ConfigError("basic of a random world must be 1 at least: others are made of it.")


@dataclass(frozen=True, slots=True)
class TowerWorld(_Settings):
    """Settings of a tower: how high it is, and of how many items each floor is.

    The shortest plan has ``1 + width + width**2 + ... + width**height`` actions, 10,000 at most.
    """

    _BOUNDS: ClassVar[Bounds] = {"height": (1, 20), "width": (1, 20)}
    _KIND: ClassVar[str] = "a tower"

    height: int = 2
    width: int = 3
    names: Names = "given"

    def __post_init__(self) -> None:
        _Settings.__post_init__(self)
        actions = sum(self.width**floor for floor in range(self.height + 1))
        if actions > 10_000:
            raise ConfigError(
                f"A tower of height {self.height} and width {self.width} takes {actions} actions;"
                " 10000 are the most."
            )


@dataclass(frozen=True, slots=True)
class RecursiveWorld(_Settings):
    """Settings of a recursive world: how many items; each takes twice the actions of the last."""

    _BOUNDS: ClassVar[Bounds] = {"items": (1, 14)}
    _KIND: ClassVar[str] = "a recursive world"

    items: int = 6
    names: Names = "given"


@dataclass(frozen=True, slots=True)
class LightRecursiveWorld(_Settings):
    """Settings of a light recursive world: how many items, each of how many before it."""

    _BOUNDS: ClassVar[Bounds] = {"items": (1, 14), "required": (1, 14)}
    _KIND: ClassVar[str] = "a light recursive world"

    items: int = 6
    required: int = 2
    names: Names = "given"


@dataclass(frozen=True, slots=True)
class MineWorld(_Settings):
    """Settings of MineHcraft: the item that is to be had, and what things are called."""

    item: MineItem = "diamond"
    names: Names = "given"

    def __post_init__(self) -> None:
        _Settings.__post_init__(self)
        _check_choice("item", self.item, get_args(MineItem))


@dataclass(frozen=True, slots=True)
class MiniWorld(_Settings):
    """Settings of MiniHCraft: which of the nine worlds, and what things are called."""

    world: MiniName
    names: Names = "given"

    def __post_init__(self) -> None:
        _Settings.__post_init__(self)
        _check_choice("world", self.world, get_args(MiniName))


@dataclass(frozen=True, slots=True)
class TreasureWorld(_Settings):
    """Settings of the treasure world of the tutorial: what things are called."""

    names: Names = "given"
