"""How the game stands is in every state, whether it was asked for or not."""

import textworld
from textworld import GameMaker

M = GameMaker()
room = M.new_room()
M.set_player(room)
ball = M.new(type="o", name="ball")
room.add(ball)
M.set_quest_from_commands(["take ball"])
env = textworld.start(M.compile("./ball.z8"))
state = env.reset()
assert (state.score, state.max_score, state.won, state.lost) == (0, 1, False, False)
assert state.admissible_commands is None
assert not state.done
state, score, done = env.step("look")
assert state["done"] is done is False
state, score, done = env.step("take ball")
assert (state.score, state.won, state.lost, done) == (1, True, False, True)
assert state.done is True
env.close()
