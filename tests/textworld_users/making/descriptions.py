"""Descriptions written by hand are those that the player reads."""

import textworld
from textworld import EnvInfos, GameMaker

M = GameMaker()
bridge = M.new_room("Bridge", desc="Wind howls through the ropes.")
coin = M.new(type="o", name="coin", desc="A coin with the face of a queen.")
bridge.add(coin)
M.set_player(bridge)
M.set_quest_from_commands(["take coin"])
game_file = M.compile("./bridge.z8")

env = textworld.start(game_file, EnvInfos(description=True, location=True))
state = env.reset()
assert "Wind howls through the ropes." in state.feedback
assert "Wind howls through the ropes." in state.description
state, _, _ = env.step("examine coin")
assert "A coin with the face of a queen." in state.feedback
state, _, _ = env.step("look")
assert "Wind howls through the ropes." in state.feedback
assert "coin" in state.feedback
env.close()
