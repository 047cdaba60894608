"""The world of a game: its facts, and the rooms and objects they are about."""

__all__ = [
    "NoFreeExitError",
    "World",
    "WorldEntity",
    "WorldObject",
    "WorldRoom",
    "connect",
    "graph2state",
]

from twbench.generator.worlds.world import (
    NoFreeExitError,
    World,
    WorldEntity,
    WorldObject,
    WorldRoom,
    connect,
    graph2state,
)
