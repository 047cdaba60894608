"""Making games by hand (docs: textworld.generator.maker)."""

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

from twbench.generator.making.maker import GameMaker
from twbench.generator.making.maker_entities import (
    ExitAlreadyUsedError,
    WorldEntity,
    WorldPath,
    WorldRoom,
    WorldRoomExit,
)
from twbench.generator.making.recording import QuestError
from twbench.generator.making.soundness import (
    FailedConstraintsError,
    MissingPlayerError,
    PlayerAlreadySetError,
    get_failing_constraints,
)
