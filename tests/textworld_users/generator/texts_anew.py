"""Texts that are written anew, one by one, by a grammar of one's own choice."""

from numpy.random import RandomState
from textworld import GameMaker
from textworld.generator import make_grammar
from textworld.generator.text_generation import (
    assign_description_to_object,
    assign_description_to_room,
    describe_event,
)

M = GameMaker()
kitchen = M.new_room("kitchen")
fridge, apple = M.new(type="c", name="fridge"), M.new(type="f", name="apple")
fridge.add_property("closed")
kitchen.add(fridge)
fridge.add(apple)
M.set_player(kitchen)
M.set_quest_from_commands(["open fridge", "take apple from fridge"])
game = M.build()
grammar = make_grammar({"theme": "house"}, rng=RandomState(1))

room = game.world.rooms[0]
game.infos[room.id].desc = assign_description_to_room(room, game, grammar)
assert "fridge" in game.infos[room.id].desc
thing = next(thing for thing in game.world.objects if thing.type == "f")
game.infos[thing.id].desc = None
assign_description_to_object(thing, grammar, game)
assert game.infos[thing.id].desc
told = describe_event(game.quests[0].win_events[0], game, grammar)
assert "fridge" in told
assert "apple" in told
game.change_grammar(grammar)
assert (kitchen.name, apple.name) == ("kitchen", "apple")
assert "#" not in game.objective
