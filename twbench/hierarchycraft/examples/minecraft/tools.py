"""The tools of MineHcraft: twenty, of five materials. A tool is as many items as it has uses."""

__all__ = [
    "DURABILITY",
    "MC_TOOLS",
    "MC_TOOLS_BY_TYPE_AND_MATERIAL",
    "SPEED",
    "Material",
    "ToolType",
]

from enum import Enum

from twbench.hierarchycraft.elements import Item


class Material(Enum):
    """What a tool is made of."""

    WOOD = "wood"
    STONE = "stone"
    IRON = "iron"
    GOLD = "gold"
    DIAMOND = "diamond"


class ToolType(Enum):
    """What a tool is for."""

    PICKAXE = "pickaxe"
    AXE = "axe"
    SHOVEL = "shovel"
    SWORD = "sword"


DURABILITY = {
    Material.WOOD: 10,
    Material.STONE: 20,
    Material.IRON: 40,
    Material.GOLD: 10,
    Material.DIAMOND: 100,
}
"""How many uses a tool has when it is made."""

SPEED = {
    Material.WOOD: 2,
    Material.STONE: 4,
    Material.IRON: 6,
    Material.GOLD: 12,
    Material.DIAMOND: 8,
}
"""How much more a tool finds than a bare hand."""

MC_TOOLS_BY_TYPE_AND_MATERIAL = {
    kind: {material: Item(f"{material.value}_{kind.value}") for material in Material}
    for kind in ToolType
}
"""Each tool by what it is for, and of what it is made."""

MC_TOOLS = [tool for tools in MC_TOOLS_BY_TYPE_AND_MATERIAL.values() for tool in tools.values()]
"""All tools."""
