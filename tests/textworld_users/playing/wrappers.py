"""Wrappers: observations with a dictionary of information, and a limit of steps."""

import textworld
from textworld import EnvInfos, GameMaker
from textworld.envs.wrappers import Filter, Limit

M = GameMaker()
room = M.new_room("Garage")
M.set_player(room)
bike = M.new(type="o", name="bike")
room.add(bike)
M.set_quest_from_commands(["take bike"])
game_file = M.compile("./garage.z8")

request = EnvInfos(description=True, inventory=True, extras=["walkthrough"])
env = Filter(textworld.start(game_file, request))
observation, infos = env.reset()
assert "Garage" in observation
assert "Garage" in infos["description"]
assert "nothing" in infos["inventory"]
assert list(infos["extra.walkthrough"]) == ["take bike"]
observation, score, done, infos = env.step("take bike")
assert (score, done) == (1, True)
assert "bike" in infos["inventory"]
env.close()

env = Limit(textworld.start(game_file), max_episode_steps=2)
for _ in range(2):
    env.reset()
    assert env.step("look")[1:] == (0, False)
    assert env.step("look")[1:] == (0, True)
env.close()

env = textworld.start(game_file, request_infos=request, wrappers=[Filter])
observation, infos = env.reset()
assert "Garage" in infos["description"]
env.close()
