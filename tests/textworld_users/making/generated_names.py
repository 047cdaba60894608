"""What is given no name has one once the game is built."""

from textworld import GameMaker, GameOptions

options = GameOptions()
options.seeds = 3
M = GameMaker(options)
hall, attic = M.new_room("hall"), M.new_room()
path = M.connect(hall.east, attic.west)
door = M.new_door(path)
door.add_property("closed")
chest = M.new(type="c")
chest.add_property("open")
attic.add(chest)
M.set_player(hall)
assert (attic.name, door.name, chest.name) == (None, None, None)
assert f"{path.src_exit} {path.dest_exit}" == "east west"

game = M.build()
assert attic.name
assert attic.name == game.infos[attic.id].name
assert door.name
assert door.name in game.objects_names
quest = M.set_quest_from_commands([f"open {door.name}", "go east", f"close {chest.name}"])
assert list(quest.commands) == [f"open {door.name}", "go east", f"close {chest.name}"]
