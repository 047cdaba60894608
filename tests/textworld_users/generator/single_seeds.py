"""Seeds that are set one by one, and lengths of quests that are set in the options of chaining."""

from textworld import GameOptions
from textworld.generator import make_game

options = GameOptions()
options.seeds["map"], options.seeds["objects"] = 3, 4
options.seeds["quest"], options.seeds["grammar"] = 5, 6
assert options.seeds == {"map": 3, "objects": 4, "quest": 5, "grammar": 6}
options.nb_rooms, options.nb_objects = 4, 8
options.chaining.min_length = options.chaining.max_length = 3
options.chaining.max_depth = 3
game = make_game(options)
assert len(game.quests[0].win_events[0].actions) == 3
assert make_game(options) == game

options.quest_length = 2
assert len(make_game(options).quests[0].win_events[0].actions) == 2
