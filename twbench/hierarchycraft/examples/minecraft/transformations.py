"""What can be done in MineHcraft: build, smelt, craft, search, and go."""

__all__ = ["build_minehcraft_transformations"]

from collections.abc import Iterator

from twbench.hierarchycraft.examples.crafting import do
from twbench.hierarchycraft.examples.minecraft import items as mc
from twbench.hierarchycraft.examples.minecraft import zones as places
from twbench.hierarchycraft.examples.minecraft.items import MC_FINDABLE_ITEMS, McItem, named
from twbench.hierarchycraft.examples.minecraft.tools import (
    DURABILITY,
    MC_TOOLS_BY_TYPE_AND_MATERIAL,
    SPEED,
    Material,
    ToolType,
)
from twbench.hierarchycraft.transformation import (
    CURRENT_ZONE,
    DESTINATION,
    PLAYER,
    InventoryChange,
    Transformation,
    Use,
    Yield,
)

# What is made, how much of it, of what, and whether a crafting table must be there.
_RECIPES: tuple[tuple[str, int, dict[str, int], bool], ...] = (
    ("wood_plank", 4, {"wood": 1}, False),
    ("stick", 4, {"wood_plank": 2}, False),
    ("crafting_table", 1, {"wood_plank": 4}, False),
    ("furnace", 1, {"cobblestone": 8}, True),
    ("paper", 3, {"reeds": 3}, True),
    ("book", 1, {"paper": 3, "leather": 1}, True),
    ("enchanting_table", 1, {"book": 1, "obsidian": 4, "diamond": 2}, True),
    ("clock", 1, {"gold_ingot": 4, "redstone": 1}, True),
    ("flint", 1, {"gravel": 10}, False),
    ("flint_and_steel", 4, {"iron_ingot": 1, "flint": 1}, False),
    ("blaze_powder", 2, {"blaze_rod": 1}, False),
    ("ender_eye", 1, {"blaze_powder": 1, "ender_pearl": 1}, False),
)
_PARTS = {
    ToolType.PICKAXE: (3, 2),
    ToolType.AXE: (3, 2),
    ToolType.SHOVEL: (1, 2),
    ToolType.SWORD: (2, 1),
}
"""How many pieces of its material, and how many sticks, a tool takes."""
_PIECES = {
    Material.WOOD: mc.WOOD_PLANK,
    Material.STONE: mc.COBBLESTONE,
    Material.IRON: mc.IRON_INGOT,
    Material.GOLD: mc.GOLD_INGOT,
    Material.DIAMOND: mc.DIAMOND,
}
_FUELS = ((mc.WOOD_PLANK, 2, 3), (mc.COAL, 1, 8))
"""How much of a fuel smelts how much ore."""
_ORES = ((mc.IRON_ORE, mc.IRON_INGOT), (mc.GOLD_ORE, mc.GOLD_INGOT))
_SURFACE = (places.FOREST, places.SWAMP, places.MEADOW)
_DUG = (
    (places.UNDERGROUND, (Material.STONE, Material.IRON, Material.DIAMOND)),
    (places.BEDROCK, (Material.IRON, Material.DIAMOND)),
)
"""Zones that one must dig to, and the pickaxes that do."""


def build_minehcraft_transformations() -> list[Transformation]:
    """Return all transformations, always in the same order."""
    found = [*_building(), *_smelting(), *_crafting(), *_tools()]
    for item in MC_FINDABLE_ITEMS:
        found += _searches(item)
    return [*found, *_walks(), *_far_ways()]


def _building() -> Iterator[Transformation]:
    movable = (mc.CRAFTING_TABLE, mc.FURNACE, mc.ENCHANTING_TABLE)
    for item in movable:
        yield do(f"place-{item.name}", Use(PLAYER, item, 1), Yield(CURRENT_ZONE, item))
    for item in movable:
        yield do(f"pickup-{item.name}", Use(CURRENT_ZONE, item, 1), Yield(PLAYER, item))
    closed, opened = mc.CLOSE_NETHER_PORTAL, mc.OPEN_NETHER_PORTAL
    yield do(f"build-{closed.name}", Use(PLAYER, mc.OBSIDIAN, 10), Yield(CURRENT_ZONE, closed))
    for name, item, count, before, after in (
        ("nether", mc.FLINT_AND_STEEL, 1, closed, opened),
        ("end", mc.ENDER_EYE, 9, mc.CLOSE_ENDER_PORTAL, mc.OPEN_ENDER_PORTAL),
    ):
        yield do(
            f"open-{name}-portal",
            Use(PLAYER, item, count),
            Use(CURRENT_ZONE, before, 1),
            Yield(CURRENT_ZONE, after),
        )


def _smelting() -> Iterator[Transformation]:
    for fuel, burnt, count in _FUELS:
        for ore, ingot in _ORES:
            yield do(
                f"smelt-{ore.name}-with-{fuel.name}",
                Use(PLAYER, ore, count),
                Use(PLAYER, fuel, burnt),
                Use(CURRENT_ZONE, mc.FURNACE),
                Yield(PLAYER, ingot, count),
            )


def _crafting() -> Iterator[Transformation]:
    for name, count, parts, at_table in _RECIPES:
        used: list[InventoryChange] = [
            Use(PLAYER, named(part), needed) for part, needed in parts.items()
        ]
        table = [Use(CURRENT_ZONE, mc.CRAFTING_TABLE)] if at_table else []
        yield do(f"craft-{name}", *used, *table, Yield(PLAYER, named(name), count))


def _tools() -> Iterator[Transformation]:
    for material in Material:
        for kind, (pieces, sticks) in _PARTS.items():
            tool = MC_TOOLS_BY_TYPE_AND_MATERIAL[kind][material]
            yield do(
                f"craft-{tool.name}",
                Use(PLAYER, _PIECES[material], pieces),
                Use(PLAYER, mc.STICK, sticks),
                Use(CURRENT_ZONE, mc.CRAFTING_TABLE),
                Yield(PLAYER, tool, DURABILITY[material]),
            )


def _searches(found: McItem) -> Iterator[Transformation]:
    if found.by_hand or found.tool is None:
        for zone in found.zones:
            yield do(
                f"search-for-{found.item.name}-at-{zone.name}",
                Yield(PLAYER, found.item, _amount(1, found)),
                zone=zone,
            )
    if found.tool is None:
        return
    for material in sorted(found.materials, key=lambda material: material.value):
        tool = MC_TOOLS_BY_TYPE_AND_MATERIAL[found.tool][material]
        for zone in found.zones:
            yield do(
                f"search-for-{found.item.name}-with-{tool.name}-at-{zone.name}",
                Use(PLAYER, tool, 1),
                Yield(PLAYER, found.item, _amount(SPEED[material], found)),
                zone=zone,
            )


def _amount(speed: int, found: McItem) -> int:
    return max(1, round(speed / found.hardness))


def _walks() -> Iterator[Transformation]:
    for there in _SURFACE:
        for here in places.OVERWORLD:
            if here != there:
                yield do(f"move-to-{there.name}-from-{here.name}", zone=here, destination=there)
    for there, materials in _DUG:
        for here in places.OVERWORLD:
            for material in materials if here != there else ():
                tool = MC_TOOLS_BY_TYPE_AND_MATERIAL[ToolType.PICKAXE][material]
                yield do(
                    f"move-to-{there.name}-from-{here.name}-with-{tool.name}",
                    Use(PLAYER, tool, 1),
                    zone=here,
                    destination=there,
                )


def _far_ways() -> Iterator[Transformation]:
    nether, portal = places.NETHER, mc.OPEN_NETHER_PORTAL
    yield do(f"move-to-{nether.name}", Use(CURRENT_ZONE, portal), destination=nether)
    for there in (places.FOREST, places.MEADOW, places.SWAMP, places.UNDERGROUND, places.BEDROCK):
        yield do(
            f"move-to-{there.name}-from-{nether.name}",
            Use(CURRENT_ZONE, portal),
            Use(DESTINATION, portal),
            zone=nether,
            destination=there,
        )
    for here in places.OVERWORLD:
        if here != places.STRONGHOLD:
            yield do(
                f"move-to-{places.STRONGHOLD.name}-from-{here.name}",
                Use(PLAYER, mc.ENDER_EYE),
                zone=here,
                destination=places.STRONGHOLD,
            )
    end = places.END
    yield do(f"move-to-{end.name}", Use(CURRENT_ZONE, mc.OPEN_ENDER_PORTAL), destination=end)
    yield do("move-to-end-from-forest", zone=end, destination=places.FOREST)
