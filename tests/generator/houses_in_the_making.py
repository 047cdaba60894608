"""A house made by hand, for the tests of making."""

from twbench.generator import GameMaker, GameOptions
from twbench.logic import Proposition


def facts(*texts):
    return {Proposition.parse(text) for text in texts}


def house():
    """Two rooms, a closed door between them, a locked chest with an apple, its key carried."""
    options = GameOptions()
    options.seeds = 1
    made = GameMaker(options)
    kitchen = made.new_room("kitchen", "A small kitchen.")
    pantry = made.new_room("pantry")
    path = made.connect(kitchen.east, pantry.west)
    made.new_door(path, name="screen door").add_property("closed")
    chest = made.new(type="c", name="old chest")
    chest.add_property("locked")
    apple = made.new(type="f", name="red apple", desc="Shiny.")
    apple.add_property("edible")
    key = made.new(type="k", name="old key")
    made.add_fact("match", key, chest)
    chest.add(apple)
    pantry.add(chest)
    made.inventory.add(key)
    made.set_player(kitchen)
    return made
