"""Each game once before any comes again, in an order that the seed decides."""

import textworld
import textworld.gym
from textworld import EnvInfos
from textworld.challenges import coin_collector
from textworld.generator import compile_game

files = []
for seed in range(4):
    options = textworld.GameOptions()
    options.seeds, options.path = seed, f"./coin{seed}.z8"
    game = coin_collector.make({"level": 1}, options)
    game.metadata["number"] = seed
    files.append(compile_game(game, options))

env_id = textworld.gym.register_games(files, EnvInfos(extras=["number"]))
env = textworld.gym.make(env_id)


def numbers(count):
    return [env.reset()[1]["extra.number"] for _ in range(count)]


env.seed(3)
first = numbers(8)
assert sorted(first[:4]) == sorted(first[4:]) == [0, 1, 2, 3]
env.seed(3)
assert numbers(8) == first
env.seed(3)
env.skip(2)
assert numbers(6) == first[2:]
env.gamefiles = files[2:3]
env.seed(3)
assert numbers(2) == [2, 2]
env.close()
