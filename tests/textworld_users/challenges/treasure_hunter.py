"""Find the right thing among others."""

import textworld
from textworld.challenges import treasure_hunter

for level, rooms in ((1, 5), (15, 10)):
    options = textworld.GameOptions()
    options.seeds = 9
    game = treasure_hunter.make({"level": level}, options)
    assert len(game.world.rooms) == game.metadata["world_size"] >= rooms
    assert len(game.walkthrough) >= 1
    assert game.max_score == 1
    (quest,) = game.quests
    assert len(quest.fail_events) >= 1

try:
    treasure_hunter.make({"level": 31}, textworld.GameOptions())
except ValueError:
    pass
else:
    raise AssertionError("there are 30 levels")
