"""A quest that can fail, and points that need not be had."""

import textworld
from textworld import EnvInfos, GameMaker
from textworld.generator.game import Event, Quest

M = GameMaker()
kitchen = M.new_room("Kitchen")
M.set_player(kitchen)
bread, mushroom = M.new(type="f", name="bread"), M.new(type="f", name="mushroom")
kitchen.add(bread)
M.inventory.add(mushroom)
for food in (bread, mushroom):
    M.add_fact("edible", food)
box = M.new(type="c", name="box")
box.add_property("closed")
kitchen.add(box)
M.quests = [
    Quest(
        win_events=[Event(conditions={M.new_fact("eaten", bread)})],
        fail_events=[Event(conditions={M.new_fact("eaten", mushroom)})],
        reward=3,
    ),
    Quest(win_events=[Event(conditions={M.new_fact("open", box)})], reward=2, optional=True),
]
env = textworld.start(M.compile("./endings.z8"), EnvInfos(won=True, lost=True, max_score=True))

assert env.reset().max_score == 5
state, score, done = env.step("open box")
assert (score, done) == (2, False)
state, score, done = env.step("eat mushroom")
assert (score, done, state.won, state.lost) == (2, True, False, True)

env.reset()
env.step("take bread")
state, score, done = env.step("eat bread")
assert (score, done, state.won, state.lost) == (3, True, True, False)
env.close()
