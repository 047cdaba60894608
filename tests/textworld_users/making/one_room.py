"""A game of one room, won by taking something from a table."""

import textworld
from textworld import GameMaker
from textworld.agents import WalkthroughAgent

M = GameMaker()
kitchen = M.new_room("Kitchen")
M.set_player(kitchen)
table = M.new(type="s", name="table")
apple = M.new(type="f", name="apple")
kitchen.add(table)
table.add(apple)
quest = M.set_quest_from_commands(["take apple from table"])
assert "apple" in quest.desc  # its instruction
game = M.build()
game_file = M.compile("./kitchen.z8")

assert game_file.endswith("kitchen.z8")
assert [room.name for room in M.rooms] == ["Kitchen"]
assert list(quest.commands) == ["take apple from table"]
assert list(game.walkthrough) == ["take apple from table"]
assert game.max_score == 1

env = textworld.start(game_file)
state = env.reset()
assert "Kitchen" in state.feedback
state, score, done = env.step("take apple from table")
assert (score, done) == (1, True)
env.close()
textworld.play(game_file, agent=WalkthroughAgent(), silent=True)
