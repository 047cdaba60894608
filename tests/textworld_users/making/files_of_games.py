"""A game as JSON: written, read, copied, and changed."""

import json

import textworld
from textworld import Game, GameMaker

M = GameMaker()
room = M.new_room("Study")
M.set_player(room)
book = M.new(type="o", name="book")
room.add(book)
M.set_quest_from_commands(["take book"])
game = M.build()
game.save("./study.json")
loaded = Game.load("./study.json")

assert loaded == game
assert loaded.objective == game.objective
assert list(loaded.walkthrough) == list(game.walkthrough) == ["take book"]
assert Game.deserialize(game.serialize()) == game
assert game.copy() == game

stored = json.load(open("./study.json"))
assert {"version", "world", "grammar", "quests", "infos", "KB", "metadata", "objective"} <= set(
    stored
)
assert game.infos[book.id].name == "book"
assert "book" in game.entity_names
assert set(game.objects_names) == {"book"}
assert "o" in game.objects_types
assert ("book", "o") in game.objects_names_and_types
assert {"north", "south", "east", "west"} == set(game.directions_names)
assert {"take", "drop", "look", "inventory"} <= set(game.verbs)
assert "take {o}" in game.command_templates

game.objective = "Read something."
assert textworld.Game.deserialize(game.serialize()).objective == "Read something."
