"""The same seeds make the same game, others another one."""

import textworld
from textworld.generator import make_game


def made(seeds):
    options = textworld.GameOptions()
    options.nb_rooms, options.nb_objects, options.quest_length = 3, 5, 2
    options.seeds = seeds
    return make_game(options)


seeds = {"map": 1, "objects": 2, "quest": 3, "grammar": 4}
game = made(seeds)
assert game == made(seeds)
assert game.serialize() == made(seeds).serialize()
assert game != made({**seeds, "map": 5})
assert made(20) == made(20)

options = textworld.GameOptions()
options.seeds = seeds
assert options.seeds == seeds
copied = options.copy()
assert copied.seeds == seeds
