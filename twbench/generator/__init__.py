"""The making of games: maps, worlds, objects, quests and text."""

__all__ = [
    "EntityInfo",
    "Event",
    "Game",
    "GameOptions",
    "GameProgression",
    "KnowledgeBase",
    "Quest",
    "World",
    "create_data_files",
    "make_game_with",
    "make_grammar",
    "make_map",
    "make_small_map",
    "make_world",
    "make_world_with",
    "structure_hash",
]

from twbench.generator.data import KnowledgeBase, create_data_files
from twbench.generator.entity import EntityInfo
from twbench.generator.event import Event
from twbench.generator.game import Game, GameOptions, GameProgression
from twbench.generator.make import (
    make_game_with,
    make_grammar,
    make_map,
    make_small_map,
    make_world,
    make_world_with,
)
from twbench.generator.quest import Quest
from twbench.generator.structure import structure_hash
from twbench.generator.world import World
