"""Quests given by commands, one after the other; their points are added."""

import textworld
from textworld import GameMaker

M = GameMaker()
bath, bedroom = M.new_room("Bath"), M.new_room("Bedroom")
M.connect(bath.south, bedroom.north)
soap, sock = M.new(type="o", name="soap"), M.new(type="o", name="sock")
bath.add(soap)
bedroom.add(sock)
M.set_player(bath)
first = M.new_quest_using_commands(["take soap"])
second = M.new_quest_using_commands(["go south", "take sock"])
first.reward, second.reward = 2, 3
M.quests = [first, second]
game = M.build()

assert game.max_score == 5
assert [list(quest.commands) for quest in M.quests] == [["take soap"], ["go south", "take sock"]]
event = M.new_event_using_commands(["take soap"])
assert list(event.commands) == ["take soap"]
assert [action.name for action in event.actions] == ["take"]

env = textworld.start(M.compile("./goals.z8"))
env.reset()
scores = [env.step(command)[1:] for command in ("take soap", "go south", "take sock")]
assert scores == [(2, False), (2, False), (5, True)]
env.close()
