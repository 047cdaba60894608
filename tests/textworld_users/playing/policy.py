"""The way to win follows the player, also on wrong ways."""

import textworld
from textworld import EnvInfos, GameMaker

M = GameMaker()
rooms = [M.new_room(name) for name in ("West", "Middle", "East")]
M.connect(rooms[0].east, rooms[1].west)
M.connect(rooms[1].east, rooms[2].west)
M.set_player(rooms[1])
jar = M.new(type="o", name="jar")
rooms[2].add(jar)
M.set_quest_from_commands(["go east", "take jar"])

env = textworld.start(M.compile("./jar.z8"), EnvInfos(policy_commands=True))
state = env.reset()
assert list(state.policy_commands) == ["go east", "take jar"]
state, _, _ = env.step("go west")
assert list(state.policy_commands) == ["go east", "go east", "take jar"]
state, _, _ = env.step("look")
assert list(state.policy_commands) == ["go east", "go east", "take jar"]
state, _, _ = env.step("go east")
state, _, _ = env.step("go east")
assert list(state.policy_commands) == ["take jar"]
state, score, done = env.step("take jar")
assert list(state.policy_commands) == []
assert done
env.close()
