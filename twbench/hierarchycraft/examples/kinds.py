"""The worlds that come along, by the names and the settings of their challenges.

How deep one is, the level of what is to be had, follows from its settings alone, so that nothing
has to be read. Of random worlds, whose levels are drawn, nothing is known.
"""

__all__ = ["env_of", "required_depth"]

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from twbench.errors import ConfigError
from twbench.hierarchycraft.elements import Item
from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.examples import (
    LightRecursiveHcraftEnv,
    MineHcraftEnv,
    RecursiveHcraftEnv,
    TowerHcraftEnv,
    TreasureEnv,
)
from twbench.hierarchycraft.examples.minicraft import MINICRAFT_NAME_TO_ENV
from twbench.hierarchycraft.games.settings import (
    LightRecursiveWorld,
    MineWorld,
    MiniWorld,
    RecursiveWorld,
    TowerWorld,
    TreasureWorld,
)
from twbench.hierarchycraft.shaping import node_of
from twbench.hierarchycraft.task import GetItemTask


def env_of(kind: str, settings: Any) -> HcraftEnv:
    """Return a world of these settings; ``kind`` is the name of a challenge without its prefix."""
    return _WORLDS[kind][1](settings)


def required_depth(kind: str, params: Mapping[str, Any]) -> int | None:
    """Return the highest level of what is to be done in a world, see `Requirements`.

    ``params`` are the settings of a challenge of this ``kind``. None where nothing is known.
    """
    if kind not in _WORLDS:
        return None
    try:
        return _depth(kind, _WORLDS[kind][0](**params))
    except (ConfigError, TypeError):  # somebody else's challenge of that name
        return None


@lru_cache(maxsize=256)
def _depth(kind: str, settings: Any) -> int:
    env = env_of(kind, settings)
    levels = env.world.requirements.levels
    nodes = map(node_of, env.purpose.best_terminal_group.tasks)
    return max(levels[node] for node in nodes if node is not None)


def _mini(world: MiniWorld) -> HcraftEnv:
    make: Callable[[], HcraftEnv] = MINICRAFT_NAME_TO_ENV[world.world]
    return make()


_WORLDS: dict[str, tuple[Callable[..., Any], Callable[[Any], HcraftEnv]]] = {
    "tower": (TowerWorld, lambda world: TowerHcraftEnv(world.height, world.width)),
    "recursive": (RecursiveWorld, lambda world: RecursiveHcraftEnv(world.items)),
    "light_recursive": (
        LightRecursiveWorld,
        lambda world: LightRecursiveHcraftEnv(world.items, world.required),
    ),
    "mine": (MineWorld, lambda world: MineHcraftEnv(purpose=GetItemTask(Item(world.item)))),
    "mini": (MiniWorld, _mini),
    "treasure": (TreasureWorld, lambda _world: TreasureEnv()),
}
"""What reads the settings of a challenge, and makes their world."""
