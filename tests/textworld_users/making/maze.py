"""A maker of games of one's own, which draws from the generators of the options."""

import os

import textworld
from textworld import EnvInfos, GameMaker, GameOptions
from textworld.generator import compile_game, make_map
from textworld.generator.game import Event, Quest


def make_maze(nb_rooms, options):
    rngs = options.rngs
    rng_map, rng_objects = rngs["map"], rngs["objects"]
    maker = GameMaker(options)
    rooms = maker.import_graph(make_map(nb_rooms, rng=rng_map, possible_door_states=None))
    paths = list(maker.paths)
    rng_map.shuffle(paths)
    for path in paths[::2]:
        path.door = maker.new(type="d")
        path.door.add_property("closed" if rng_objects.rand() < 0.5 else "open")
    start, end = rng_map.choice(len(rooms), size=2, replace=False)
    maker.set_player(rooms[start])
    coin = maker.new(type="o", name="coin")
    rooms[rng_objects.permutation([end])[0]].add(coin)
    for number in range(rng_objects.randint(1, 4)):
        rooms[rng_map.randint(nb_rooms)].add(maker.new(type="o", name=f"pebble {number + 1}"))
    maker.quests = [Quest([Event(conditions=[maker.new_fact("in", coin, maker.inventory)])])]
    game = maker.build()
    assert all(path.door is None or path.door.name for path in maker.paths)
    game.metadata["uuid"] = f"tw-maze-{nb_rooms}"
    return game


options = GameOptions()
options.seeds = 7
options.path = "./mazes/"
game = make_maze(6, options)
assert len(game.world.rooms) == 6
assert game.max_score == 1
assert sum(info.type == "o" for info in game.infos.values()) in (2, 3, 4)
game_file = compile_game(game, options)
assert os.path.basename(game_file) == "tw-maze-6.z8"
again = make_maze(6, options)
assert sorted(map(str, again.world.facts)) == sorted(map(str, game.world.facts))

env = textworld.start(game_file, EnvInfos(admissible_commands=True, won=True))
state = env.reset()
assert any(command.startswith(("go ", "open ")) for command in state.admissible_commands)
assert not state.won
env.close()
