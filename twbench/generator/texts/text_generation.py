"""The text of a game: names, descriptions and objective, all by one text grammar.

The parts are in sibling modules: `naming`, `descriptions`, `instructions` and `grammar.english`.
"""

__all__ = ["generate_text_from_grammar"]

from typing import TypeVar

from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.knowledge.roles import ROOM
from twbench.generator.texts.descriptions import describe_room, describe_thing
from twbench.generator.texts.instructions import describe_quests
from twbench.generator.texts.naming import name_entities
from twbench.generator.texts.parts import GameParts

SomeGame = TypeVar("SomeGame", bound=GameParts)


def generate_text_from_grammar(game: SomeGame, grammar: Grammar) -> SomeGame:
    """Fill what is None among names, descriptions and quest descriptions, and the objective.

    What the maker of the game has written is kept. Draws come from ``grammar.rng`` alone, in the
    order of ``game.infos``, so equal games and seeds give equal texts. Returns ``game``.

    Raises GrammarError for a theme that lacks a symbol and GenerationError if names run out.
    """
    grammar.check()
    name_entities(game, grammar)
    kb = game.kb
    for info in game.infos.values():
        if info.desc is None and info.name is not None:
            if ROOM in kb.lineage(info.type):
                info.desc = describe_room(info, game, grammar)
            else:
                info.desc = describe_thing(info, grammar, kb)
    describe_quests(game, grammar)
    return game
