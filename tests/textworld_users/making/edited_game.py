"""A made game that is edited before it is compiled."""

import json

import textworld
from textworld import EnvInfos, GameOptions
from textworld.generator import Game, compile_game, make_game

options = GameOptions()
options.seeds = 5
options.nb_rooms, options.nb_objects, options.quest_length = 2, 4, 2
options.path = "./edited.z8"
game = make_game(options)
for info in game.infos.values():
    if info.type == "r":
        info.desc = "A plain room."
game.objective = "You know what to do."
game.metadata["author"] = "me"
game.save("edited_before.json")
game_file = compile_game(game, options)

env = textworld.start(game_file, EnvInfos(objective=True, description=True))
state = env.reset()
assert state.objective == "You know what to do."
assert "A plain room." in state.description
env.close()

data = json.load(open("edited_before.json"))
assert data["objective"] == "You know what to do."
assert data["metadata"]["author"] == "me"
again = Game.load("edited_before.json")
assert again.objective == game.objective
assert list(again.walkthrough) == list(game.walkthrough)
assert {str(info) for info in again.infos.values() if info.type == "r"} == {
    info.name for info in game.infos.values() if info.type == "r"
}
