"""HierarchyCraft: worlds of items, zones and transformations, built by hand or drawn.

The interface is that of HierarchyCraft; the engine is our own. Names are loaded when they are
first used. A world, and a step in it:

>>> from twbench.hierarchycraft import HcraftEnv, Item, Transformation, Yield, PLAYER, GetItemTask
>>> from twbench.hierarchycraft import world_from_transformations
>>> stone = Item("stone")
>>> pick = Transformation("pick up a stone", inventory_changes=[Yield(PLAYER, stone)])
>>> env = HcraftEnv(world_from_transformations([pick]), purpose=GetItemTask(stone))
>>> observation, infos = env.reset()
>>> env.step(0)[:3]
(array([1]), 1.0, True)
"""

__all__ = [
    "CURRENT_ZONE",
    "DESTINATION",
    "PLAYER",
    "CraftingGame",
    "Fault",
    "GetItemTask",
    "GoToZoneTask",
    "HcraftEnv",
    "HcraftState",
    "Item",
    "PlaceItemTask",
    "Purpose",
    "RewardShaping",
    "Stack",
    "Transformation",
    "Use",
    "World",
    "Yield",
    "Zone",
    "faults_of",
    "get_human_action",
    "render_env_with_human",
    "world_from_transformations",
]

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.hierarchycraft.elements import Item, Stack, Zone
    from twbench.hierarchycraft.engine.faults import Fault, faults_of
    from twbench.hierarchycraft.env import HcraftEnv
    from twbench.hierarchycraft.games.game import CraftingGame
    from twbench.hierarchycraft.purpose import Purpose, RewardShaping
    from twbench.hierarchycraft.render.human import get_human_action, render_env_with_human
    from twbench.hierarchycraft.state import HcraftState
    from twbench.hierarchycraft.task import GetItemTask, GoToZoneTask, PlaceItemTask
    from twbench.hierarchycraft.transformation import (
        CURRENT_ZONE,
        DESTINATION,
        PLAYER,
        Transformation,
        Use,
        Yield,
    )
    from twbench.hierarchycraft.world import World, world_from_transformations

_HOMES = {
    "elements": ("Item", "Stack", "Zone"),
    "engine.faults": ("Fault", "faults_of"),
    "env": ("HcraftEnv",),
    "games.game": ("CraftingGame",),
    "purpose": ("Purpose", "RewardShaping"),
    "render.human": ("get_human_action", "render_env_with_human"),
    "state": ("HcraftState",),
    "task": ("GetItemTask", "GoToZoneTask", "PlaceItemTask"),
    "transformation": ("CURRENT_ZONE", "DESTINATION", "PLAYER", "Transformation", "Use", "Yield"),
    "world": ("World", "world_from_transformations"),
}


__getattr__, __dir__ = loading(__name__, _HOMES)
