"""A game of so many rooms and things, made from seeds, and won by its walkthrough."""

import os

import textworld

options = textworld.GameOptions()
options.path = "./random.z8"
options.seeds = 1234
options.nb_rooms = 4
options.nb_objects = 8
options.quest_length = 3
options.quest_breadth = 1
game_file, game = textworld.make(options)

assert os.path.isfile(game_file)
assert os.path.isfile("./random.json")
assert len(game.world.rooms) == 4
assert len(game.walkthrough) == 3
assert sorted(options.seeds) == ["grammar", "map", "objects", "quest"]
assert textworld.Game.load("./random.json") == game

env = textworld.start(game_file, textworld.EnvInfos(won=True, max_score=True, objective=True))
state = env.reset()
assert state.max_score == game.max_score
assert state.objective == game.objective
for command in game.walkthrough:
    state, score, done = env.step(command)
assert done
assert state.won
assert score == game.max_score
env.close()
