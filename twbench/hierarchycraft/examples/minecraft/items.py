"""The items of MineHcraft, and where those are found that are not made."""

__all__ = [
    "ALL_ITEMS",
    "BUILDINGS",
    "CRAFTABLE_ITEMS",
    "MC_FINDABLE_ITEMS",
    "PLACABLE_ITEMS",
    "McItem",
    "named",
]

from dataclasses import dataclass

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.examples.minecraft.tools import MC_TOOLS, Material, ToolType
from twbench.hierarchycraft.examples.minecraft.zones import (
    BEDROCK,
    END,
    FOREST,
    MEADOW,
    NETHER,
    SWAMP,
    UNDERGROUND,
)

IRON_INGOT = Item("iron_ingot")
GOLD_INGOT = Item("gold_ingot")
PAPER = Item("paper")
BOOK = Item("book")
CLOCK = Item("clock")
ENCHANTING_TABLE = Item("enchanting_table")
CRAFTING_TABLE = Item("crafting_table")
FURNACE = Item("furnace")
STICK = Item("stick")
BLAZE_POWDER = Item("blaze_powder")
ENDER_EYE = Item("ender_eye")
FLINT = Item("flint")
FLINT_AND_STEEL = Item("flint_and_steel")
WOOD_PLANK = Item("wood_plank")
DIRT = Item("dirt")
WOOD = Item("wood")
GRAVEL = Item("gravel")
COBBLESTONE = Item("cobblestone")
COAL = Item("coal")
IRON_ORE = Item("iron_ore")
GOLD_ORE = Item("gold_ore")
DIAMOND = Item("diamond")
OBSIDIAN = Item("obsidian")
REDSTONE = Item("redstone")
NETHERRACK = Item("netherrack")
REEDS = Item("reeds")
EGG = Item("egg")
LEATHER = Item("leather")
BLAZE_ROD = Item("blaze_rod")
ENDER_PEARL = Item("ender_pearl")
ENDER_DRAGON_HEAD = Item("ender_dragon_head")

CLOSE_NETHER_PORTAL = Item("close_nether_portal")
OPEN_NETHER_PORTAL = Item("open_nether_portal")
CLOSE_ENDER_PORTAL = Item("close_ender_portal")
OPEN_ENDER_PORTAL = Item("open_ender_portal")

BUILDINGS = [CLOSE_NETHER_PORTAL, OPEN_NETHER_PORTAL, CLOSE_ENDER_PORTAL, OPEN_ENDER_PORTAL]
"""Items that lie in zones alone."""
PLACABLE_ITEMS = [CRAFTING_TABLE, FURNACE, ENCHANTING_TABLE, *BUILDINGS]
"""Items that can lie in zones."""
CRAFTABLE_ITEMS = [
    *(IRON_INGOT, GOLD_INGOT, PAPER, BOOK, CLOCK, ENCHANTING_TABLE, CRAFTING_TABLE, FURNACE),
    *(STICK, BLAZE_POWDER, ENDER_EYE, FLINT, FLINT_AND_STEEL, WOOD_PLANK),
]
"""Items, other than tools, that are made of others."""


@dataclass(frozen=True, slots=True)
class McItem:
    """An item that is found.

    Attributes:
        item: the item.
        zones: where.
        hardness: by what the number of items found at a time is divided.
        tool: what is needed to find it; None for nothing.
        materials: what the tool may be of.
        by_hand: whether it is found without the tool as well.

    """

    item: Item
    zones: tuple[Zone, ...]
    hardness: float
    tool: ToolType | None = None
    materials: tuple[Material, ...] = tuple(Material)
    by_hand: bool = False


_HARD = (Material.STONE, Material.IRON, Material.DIAMOND)
_HARDER = (Material.IRON, Material.DIAMOND)

MC_FINDABLE_ITEMS = [
    McItem(DIRT, (FOREST, SWAMP, MEADOW), 0.5, ToolType.SHOVEL, by_hand=True),
    McItem(WOOD, (FOREST, SWAMP), 2, ToolType.AXE, by_hand=True),
    McItem(GRAVEL, (SWAMP,), 0.6, ToolType.SHOVEL),
    McItem(COBBLESTONE, (FOREST, SWAMP, MEADOW, UNDERGROUND, BEDROCK), 2, ToolType.PICKAXE),
    McItem(COAL, (UNDERGROUND, BEDROCK), 3, ToolType.PICKAXE),
    McItem(IRON_ORE, (UNDERGROUND, BEDROCK), 3, ToolType.PICKAXE, _HARD),
    McItem(GOLD_ORE, (BEDROCK, NETHER), 3, ToolType.PICKAXE, _HARDER),
    McItem(DIAMOND, (BEDROCK,), 3, ToolType.PICKAXE, _HARDER),
    McItem(OBSIDIAN, (BEDROCK,), 50, ToolType.PICKAXE, (Material.DIAMOND,)),
    McItem(REDSTONE, (BEDROCK,), 3, ToolType.PICKAXE, _HARDER),
    McItem(NETHERRACK, (NETHER,), 0.4, ToolType.PICKAXE),
    McItem(REEDS, (SWAMP,), 1 / 3),
    McItem(EGG, (MEADOW,), 1),
    McItem(LEATHER, (MEADOW,), 2, ToolType.SWORD),
    McItem(BLAZE_ROD, (NETHER,), 4, ToolType.SWORD, (Material.GOLD,)),
    McItem(ENDER_PEARL, (UNDERGROUND, END), 4, ToolType.SWORD, _HARDER),
    McItem(ENDER_DRAGON_HEAD, (END,), 8, ToolType.SWORD, (Material.DIAMOND,)),
]
"""Items that are found."""

ALL_ITEMS = list(
    dict.fromkeys([*MC_TOOLS, *CRAFTABLE_ITEMS, *(found.item for found in MC_FINDABLE_ITEMS)])
)
"""All items that the player can hold."""


def named(name: str) -> Item:
    """Return an item of the world by its name; raises KeyError if it has none of it."""
    return {item.name: item for item in (*ALL_ITEMS, *PLACABLE_ITEMS)}[name]
