"""Making games by hand (seeds: textworld.generator.maker)."""

__all__ = [
    "ExitAlreadyUsedError",
    "FailedConstraintsError",
    "GameMaker",
    "MissingPlayerError",
    "PlayerAlreadySetError",
    "QuestError",
    "WorldEntity",
    "WorldPath",
    "WorldRoom",
    "WorldRoomExit",
    "get_failing_constraints",
]

from twbench.generator.making.maker import (
    ExitAlreadyUsedError,
    FailedConstraintsError,
    GameMaker,
    MissingPlayerError,
    PlayerAlreadySetError,
    QuestError,
    WorldEntity,
    WorldPath,
    WorldRoom,
    WorldRoomExit,
    get_failing_constraints,
)
