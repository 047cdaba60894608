"""Names and texts that are set by hand, entity by entity."""

import textworld
from textworld import EnvInfos, GameMaker

M = GameMaker()
bank = M.new_room("Bank")
bank.infos.desc = "You are in a bank. It is quiet."
desk = M.new(type="s", name="desk")
desk.infos.desc = "A desk of oak."
bank.add(desk)
note = M.new(type="o")
note.infos.name = "yellow note"
note.infos.adj, note.infos.noun = "yellow", "note"
note.infos.desc = "It says: meet me at noon."
desk.add(note)
M.set_player(bank)
quest = M.set_quest_from_commands(["take yellow note from desk"])
quest.reward = 7
game_file = M.compile("./bank.z8")
assert game_file == "./bank.z8"

infos = EnvInfos(description=True, objective=True, max_score=True, admissible_commands=True)
env = textworld.start(game_file, infos)
state = env.reset()
assert "It is quiet." in state.description
assert "yellow note" in state.objective
assert state.max_score == 7
assert "examine desk" in state.admissible_commands
assert "A desk of oak." in env.step("examine desk")[0].feedback
state, score, done = env.step("take yellow note from desk")
assert (score, done) == (7, True)
env.close()
