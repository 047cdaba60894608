"""The house with something to eat: how often it rewards, and what it tells."""

import textworld
from textworld.challenges import simple

scores = {}
for rewards in ("dense", "balanced", "sparse"):
    options = textworld.GameOptions()
    options.seeds = 4
    game = simple.make({"rewards": rewards, "goal": "detailed", "test": False}, options)
    scores[rewards] = game.max_score
    assert len(game.world.rooms) == 6
    assert list(game.walkthrough)
assert scores["dense"] > scores["balanced"] > scores["sparse"] == 1

options = textworld.GameOptions()
options.seeds = 4
silent = simple.make({"rewards": "sparse", "goal": "none", "test": False}, options)
assert silent.objective == ""
