"""The making of games: maps, worlds, objects, quests and text.

The names below are loaded when they are first used: whoever needs one module needs no other.
"""

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

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.generator.chains.chaining import (
        Chain,
        ChainingOptions,
        QuestGenerationError,
        get_chains,
        sample_quest,
    )
    from twbench.generator.data import KnowledgeBase, create_data_files
    from twbench.generator.data.phrasebook import MetaCommand, Phrasebook, Refusal, RulePhrases
    from twbench.generator.games.game import Game, GameOptions
    from twbench.generator.games.progression import GameProgression
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

_HOMES = {
    "chains.chaining": (
        "Chain",
        "ChainingOptions",
        "QuestGenerationError",
        "get_chains",
        "sample_quest",
    ),
    "data": ("KnowledgeBase", "create_data_files"),
    "data.phrasebook": ("MetaCommand", "Phrasebook", "Refusal", "RulePhrases"),
    "games.game": ("Game", "GameOptions"),
    "games.progression": ("GameProgression",),
    "games.solution": ("Solution", "shortest_solution"),
    "grammar.grammar_file": ("GrammarWarning",),
    "grammar.text_grammar": ("Grammar", "GrammarOptions"),
    "hashes.puzzle": ("puzzle_hash",),
    "hashes.structure": ("structure_hash",),
    "knowledge.entity": ("EntityInfo",),
    "knowledge.event": ("Event",),
    "knowledge.quest": ("Quest",),
    "making.compile": ("compile_game",),
    "making.game_generation": ("GenerationWarning", "make_game"),
    "making.logger": ("GameLogger",),
    "making.make": (
        "make_game_with",
        "make_grammar",
        "make_map",
        "make_small_map",
        "make_world",
        "make_world_with",
    ),
    "making.maker": ("GameMaker",),
    "making.quest_generation": ("make_quest",),
    "worlds.world": ("World",),
}

_MODULES = (
    *("chaining", "dependency_tree", "game", "graph_networks", "inform7", "logger", "maker"),
    *("text_generation", "text_grammar", "vtypes", "world"),
    *("chains", "data", "games", "grammar", "hashes", "knowledge", "making", "planning"),
    *("texts", "worlds"),
)
"""What is at hand as an attribute: the modules that TextWorld documents, and the rooms."""


__getattr__, __dir__ = loading(__name__, _HOMES, _MODULES)
