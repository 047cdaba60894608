"""The options of generation, those of the text, and what comes out."""

import textworld
from textworld.generator import make_game
from textworld.generator.text_grammar import GrammarOptions

options = textworld.GameOptions()
assert options.nb_rooms == 1
assert options.nb_objects == 1
assert options.nb_parallel_quests == 1
assert options.force_recompile is False
assert options.file_ext == ".z8"
options.seeds = 42
options.nb_rooms = 3
options.nb_objects = 6
options.chaining.max_length = 3
options.chaining.max_depth = 3
options.grammar.theme = "house"
options.grammar.include_adj = True
options.grammar.only_last_action = True
game = make_game(options)
assert len(game.world.rooms) == 3
assert len(game.quests) >= 1
assert game.objective
assert list(game.walkthrough) == game.metadata["walkthrough"]

plain = GrammarOptions()
assert (plain.theme, plain.include_adj, plain.only_last_action) == ("house", False, False)
assert GrammarOptions(include_adj=True).include_adj
assert GrammarOptions.deserialize(plain.serialize()).theme == "house"
assert GrammarOptions({"theme": "basic", "blend_instructions": True}).blend_instructions
