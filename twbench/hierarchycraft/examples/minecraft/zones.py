"""The zones of MineHcraft."""

__all__ = [
    "BEDROCK",
    "END",
    "FOREST",
    "MC_ZONES",
    "MEADOW",
    "NETHER",
    "OVERWORLD",
    "STRONGHOLD",
    "SWAMP",
    "UNDERGROUND",
]

from twbench.hierarchycraft.elements import Zone

FOREST = Zone("forest")
SWAMP = Zone("swamp")
MEADOW = Zone("meadow")
UNDERGROUND = Zone("underground")
BEDROCK = Zone("bedrock")
STRONGHOLD = Zone("stronghold")
NETHER = Zone("nether")
END = Zone("end")

OVERWORLD = [FOREST, SWAMP, MEADOW, UNDERGROUND, BEDROCK, STRONGHOLD]
"""Those that are reached without a portal."""
MC_ZONES = [*OVERWORLD, NETHER, END]
"""All of them."""
