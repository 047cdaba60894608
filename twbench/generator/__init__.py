"""The making of games: maps, worlds, objects, quests and text."""

__all__ = [
    "Chain",
    "ChainingOptions",
    "EntityInfo",
    "Event",
    "Game",
    "GameLogger",
    "GameMaker",
    "GameOptions",
    "GameProgression",
    "GenerationWarning",
    "Grammar",
    "GrammarOptions",
    "GrammarWarning",
    "KnowledgeBase",
    "MetaCommand",
    "Phrasebook",
    "Quest",
    "QuestGenerationError",
    "Refusal",
    "RulePhrases",
    "Solution",
    "World",
    "compile_game",
    "create_data_files",
    "get_chains",
    "make_game",
    "make_game_with",
    "make_grammar",
    "make_map",
    "make_quest",
    "make_small_map",
    "make_world",
    "make_world_with",
    "puzzle_hash",
    "sample_quest",
    "shortest_solution",
    "structure_hash",
]

from importlib import import_module
from types import ModuleType

from twbench.generator.chains.chaining import (
    Chain,
    ChainingOptions,
    QuestGenerationError,
    get_chains,
    sample_quest,
)
from twbench.generator.data import KnowledgeBase, create_data_files
from twbench.generator.data.phrasebook import MetaCommand, Phrasebook, Refusal, RulePhrases
from twbench.generator.games.game import Game, GameOptions, GameProgression
from twbench.generator.games.solution import Solution, shortest_solution
from twbench.generator.grammar.grammar_file import GrammarWarning
from twbench.generator.grammar.text_grammar import Grammar, GrammarOptions
from twbench.generator.hashes.puzzle import puzzle_hash
from twbench.generator.hashes.structure import structure_hash
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.generator.making.compile import compile_game
from twbench.generator.making.game_generation import GenerationWarning, make_game
from twbench.generator.making.logger import GameLogger
from twbench.generator.making.make import (
    make_game_with,
    make_grammar,
    make_map,
    make_small_map,
    make_world,
    make_world_with,
)
from twbench.generator.making.maker import GameMaker
from twbench.generator.making.quest_generation import make_quest
from twbench.generator.worlds.world import World

_DOCUMENTED = frozenset(
    {
        *("chaining", "dependency_tree", "game", "graph_networks", "inform7", "logger", "maker"),
        *("text_generation", "text_grammar", "vtypes", "world"),
    }
)
"""The modules that TextWorld documents: they are at hand as attributes, as TextWorld's are."""


def __getattr__(name: str) -> ModuleType:
    """Load a documented module when it is first used (PEP 562)."""
    if name not in _DOCUMENTED:
        raise AttributeError(f"module 'twbench.generator' has no attribute {name!r}")
    return import_module(f"twbench.generator.{name}")
