"""Maps of rooms, and worlds made of them."""

from numpy.random import RandomState
from textworld.generator import World, make_map, make_small_map, make_world
from textworld.generator.graph_networks import direction, reverse_direction

graph = make_map(n_rooms=5, rng=RandomState(1))
assert len(graph.nodes()) == 5
assert len(make_small_map(n_rooms=3, rng=RandomState(2)).nodes()) == 3
assert reverse_direction("north") == "south"
assert reverse_direction("east") == "west"
assert direction((0, 0), (0, 1)) == "north"

world = World.from_map(graph)
assert len(world.rooms) == 5
assert world.player_room is None
world.set_player_room()
assert world.player_room in world.rooms
world.populate(nb_objects=6, rng=RandomState(3))
assert len(world.objects) >= 6
facts = set(world.facts)
assert set(world.state.facts) == facts
assert {entity.id for entity in world.entities} >= {room.id for room in world.rooms}
assert set(world.objects) & set(world.rooms) == set()

world = make_world(
    world_size=4, nb_objects=3, rngs={"map": RandomState(1), "objects": RandomState(2)}
)
assert len(world.rooms) == 4
