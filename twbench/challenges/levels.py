"""The levels of the challenges that are set by a level alone."""

__all__ = ["LevelError", "metadata_of_level", "settle_level"]

from typing import TYPE_CHECKING, Any

from twbench.errors import ConfigError
from twbench.hashing import content_id
from twbench.whole_numbers import as_whole

if TYPE_CHECKING:  # a configuration needs none
    from twbench.generator.games.options import GameOptions


class LevelError(ConfigError, ValueError):
    """There is no such level: a ValueError for those who come from TextWorld."""


def settle_level(settings: Any, highest: int) -> None:
    """Judge the ``level`` of settings that are being made; it is an int from then on.

    Raises LevelError unless it is a whole number from 1 to ``highest``.
    """
    level = settings.level
    whole = as_whole(level)
    if whole is None:
        raise LevelError(f"level must be a whole number, not {level!r}.")
    if not 1 <= whole <= highest:
        raise LevelError(f"level must be between 1 and {highest}, not {level}.")
    object.__setattr__(settings, "level", whole)


def metadata_of_level(
    title: str, settings: Any, world_size: int, options: "GameOptions"
) -> dict[str, object]:
    """Return what describes a game of a level; its quest is as long as its shortest solution."""
    parts = [{"level": settings.level}, options.grammar.serialize(), options.seeds]
    kind = f"{title.lower().replace(' ', '_')}-level{settings.level}-{options.grammar.theme}"
    return {
        "desc": title,
        "mode": settings.mode,
        "seeds": dict(options.seeds),
        "world_size": world_size,
        "quest_length": settings.quest_length,
        "optimal_length": settings.quest_length,
        "uuid": f"tw-{kind}-{content_id(parts)}",
    }
