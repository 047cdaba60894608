"""A recipe: find, prepare, eat."""

import textworld
from textworld.challenges import cooking

settings = {
    "recipe": 2, "take": 1, "go": 6, "open": True, "cook": True, "cut": True, "drop": False,
    "recipe_seed": 1, "split": "train",
}  # fmt: skip
options = textworld.GameOptions()
options.seeds = 3
game = cooking.make(settings, options)
assert len(game.world.rooms) == 6
assert len(game.metadata["ingredients"]) == 2
assert list(game.walkthrough)[-2:] == ["prepare meal", "eat meal"]
assert game.max_score >= 4
assert "cookbook" in game.objects_names
assert {"kitchen", "cookbook"} <= set(game.metadata["entities"])
assert {"cook", "prepare", "eat"} <= set(game.verbs)
