"""The game: a world, quests, and what is said about them (docs: textworld.generator.game)."""

__all__ = [
    "ActionDependencyTree",
    "ActionDependencyTreeElement",
    "EntityInfo",
    "Event",
    "EventProgression",
    "Game",
    "GameOptions",
    "GameProgression",
    "Quest",
    "QuestProgression",
    "UnderspecifiedEventError",
    "UnderspecifiedQuestError",
    "World",
    "gen_commands_from_actions",
]

from twbench.generator.games.game import (
    ActionDependencyTree,
    ActionDependencyTreeElement,
    EntityInfo,
    Event,
    Game,
    GameOptions,
    Quest,
    UnderspecifiedEventError,
    UnderspecifiedQuestError,
    gen_commands_from_actions,
)
from twbench.generator.games.progression import EventProgression, GameProgression, QuestProgression
from twbench.generator.worlds.world import World
