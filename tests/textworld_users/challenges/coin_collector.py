"""A coin at the end of a walk: as many rooms as the level says."""

import textworld
from textworld.challenges import coin_collector

options = textworld.GameOptions()
options.seeds = 5
game = coin_collector.make({"level": 5}, options)
assert len(game.walkthrough) == 5
assert game.walkthrough[-1] == "take coin"
assert len(game.world.rooms) == 5
assert game.max_score == 1
assert game.metadata["quest_length"] == 5
assert game.metadata["world_size"] == 5
assert "coin" in game.objects_names

options.seeds = 5
assert len(coin_collector.make({"level": 103}, options).world.rooms) > 3

for level in (0, 301):
    try:
        coin_collector.make({"level": level}, textworld.GameOptions())
    except ValueError:
        continue
    raise AssertionError(level)
