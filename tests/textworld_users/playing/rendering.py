"""What is seen of a game that is being played."""

import textworld
from textworld import GameMaker

M = GameMaker()
room = M.new_room("Lighthouse")
M.set_player(room)
oil = M.new(type="o", name="oil can")
room.add(oil)
M.set_quest_from_commands(["take oil can"])

env = textworld.start(M.compile("./light.z8"))
env.reset()
text = env.render(mode="text")
assert "Lighthouse" in text
env.step("take oil can")
text = env.render(mode="text")
assert "*** The End ***" in text
env.close()
