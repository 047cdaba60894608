import pytest
from hand_made_games import facts

from twbench.errors import GenerationError, LogicError
from twbench.generator import World
from twbench.generator.data.vtypes import (
    NotEnoughNounsError,
    VariableType,
    VariableTypeTree,
    get_new,
    parse_variable_types,
)
from twbench.generator.worlds.graph_networks import Map
from twbench.generator.worlds.world import (
    NoFreeExitError,
    WorldObject,
    WorldRoom,
    connect,
    graph2state,
)
from twbench.logic import Proposition, State, Variable
from twbench.seeding import Rng


def names(things):
    return [thing.name for thing in things]


KITCHEN = facts(
    "at(P, r_0: r)",
    "north_of(r_1: r, r_0: r)",
    "south_of(r_0: r, r_1: r)",
    "link(r_0: r, d_0: d, r_1: r)",
    "link(r_1: r, d_0: d, r_0: r)",
    "closed(d_0: d)",
    "at(s_0: s, r_0: r)",
    "on(f_0: f, s_0: s)",
    "at(c_0: c, r_0: r)",
    "closed(c_0: c)",
    "in(k_0: k, c_0: c)",
    "match(k_0: k, d_0: d)",
    "at(o_10: o, r_1: r)",
    "in(o_9: o, I)",
)


def test_entities_come_sorted_with_numbers_as_numbers():
    world = World.from_facts(reversed(KITCHEN))
    assert names(world.entities) == [
        *("P", "I", "c_0", "d_0", "f_0", "k_0", "o_9", "o_10", "r_0", "r_1", "s_0"),
    ]
    assert names(world.rooms) == ["r_0", "r_1"]
    assert all(isinstance(thing, WorldObject) for thing in world.objects)


def test_the_order_of_facts_does_not_matter():
    one, other = World.from_facts(KITCHEN), World.from_facts(reversed(KITCHEN))
    assert one.serialize() == other.serialize()
    assert len(one.facts) == len(KITCHEN)


def test_rooms_know_their_exits_and_doors():
    world = World.from_facts(KITCHEN)
    kitchen = world.player_room
    assert kitchen == Variable("r_0", "r")
    assert isinstance(kitchen, WorldRoom)
    assert kitchen.exits == {"north": Variable("r_1", "r")}
    assert kitchen.doors == {"north": Variable("d_0", "d")}
    assert world.find_room_by_id("r_1").exits == {"south": kitchen}


def linked(*pairs):
    return [
        Proposition(
            "link", (Variable(f"r_{a}", "r"), Variable(f"d_{b}", "d"), Variable(f"r_{b}", "r"))
        )
        for a, b in pairs
    ]


def exits(world):
    return {
        room.name: {way: other.name for way, other in room.exits.items()} for room in world.rooms
    }


def test_a_link_without_a_direction_gives_both_rooms_an_exit():
    world = World.from_facts(facts("at(P, r_0: r)"))
    [link] = linked((0, 1))
    world.add_fact(link)
    assert exits(world) == {"r_0": {"north": "r_1"}, "r_1": {"south": "r_0"}}
    assert names(world.find_room_by_id("r_0").doors.values()) == ["d_1"]
    assert world.find_room_by_id("r_1").doors == {}
    assert world.facts == [*facts("at(P, r_0: r)"), link]  # it is no fact where the rooms are
    world.add_facts(facts("east_of(r_1: r, r_0: r)"))
    assert exits(world) == {"r_0": {"east": "r_1"}, "r_1": {"west": "r_0"}}


def test_a_fifth_link_finds_no_free_exit_and_is_not_added():
    world = World.from_facts(linked((0, 1), (0, 2), (0, 3), (0, 4)))
    assert exits(world)["r_0"] == dict(
        zip(("north", "south", "east", "west"), ("r_1", "r_2", "r_3", "r_4"), strict=True)
    )
    before = world.facts
    message = "'r_5' cannot be put beside 'r_0': of the four directions"
    with pytest.raises(NoFreeExitError, match=message):
        world.add_facts([*facts("at(P, r_0: r)"), *linked((0, 5))])
    assert world.facts == before
    assert world.player_room is None
    world.add_facts(linked((1, 5)))
    assert exits(world)["r_1"] == {"south": "r_0", "north": "r_5"}


def test_a_room_between_two_others_is_put_where_both_are_free():
    world = World.from_facts(
        facts("north_of(r_2: r, r_0: r)", "north_of(r_3: r, r_1: r)", "east_of(r_4: r, r_1: r)")
    )
    world.add_facts(linked((0, 1)))
    assert exits(world)["r_0"] == {"north": "r_2", "east": "r_1"}


def test_a_link_has_three_arguments():
    room, door = Variable("r_0", "r"), Variable("d_0", "d")
    world = World.from_facts([Proposition("link", (room, door))])
    message = r"The fact link\(r_0: r, d_0: d\) should have three arguments: a room, a door"
    with pytest.raises(GenerationError, match=message):
        _ = world.rooms
    world.add_fact(Proposition("link", ()))


def test_a_link_of_a_room_with_itself_or_of_things_is_no_exit():
    world = World.from_facts(facts("link(r_0: r, d_0: d, r_0: r)", "link(o_0: o, d_1: d, o_1: o)"))
    assert exits(world) == {"r_0": {}}


def test_contents_at_every_depth_and_as_far_as_visible():
    world = World.from_facts(KITCHEN)
    kitchen = world.find_room_by_id("r_0")
    assert sorted(names(world.get_all_objects_in(kitchen))) == [
        *("P", "c_0", "d_0", "f_0", "k_0", "s_0")
    ]
    assert sorted(names(world.get_visible_objects_in(kitchen))) == [
        *("P", "c_0", "d_0", "f_0", "s_0")
    ]
    assert names(world.get_all_objects_in(Variable("c_0", "c"))) == ["k_0"]
    assert names(world.get_visible_objects_in(Variable("c_0", "c"))) == []
    assert names(world.get_objects_in_inventory()) == ["o_9"]


def test_scope_leaves_out_what_the_player_cannot_know():
    scope = World.from_facts(KITCHEN).get_facts_in_scope()
    assert not {"in(k_0: k, c_0: c)", "match(k_0: k, d_0: d)"} & set(map(str, scope))
    assert set(facts("on(f_0: f, s_0: s)", "closed(d_0: d)", "in(o_9: o, I)")) <= set(scope)


def test_scope_needs_a_player():
    with pytest.raises(GenerationError, match="not in any room"):
        World.from_facts(KITCHEN[1:]).get_facts_in_scope()


def test_entities_are_found_by_name_and_type():
    world = World.from_facts(KITCHEN)
    assert world.find_object_by_id("k_0") == Variable("k_0", "k")
    assert world.find_object_by_id("r_0") is world.find_room_by_id("k_0") is None
    assert names(world.get_entities_per_type("o")) == ["o_9", "o_10"]
    attributes = world.find_object_by_id("k_0").get_attributes()
    assert set(attributes) == set(facts("in(k_0: k, c_0: c)", "match(k_0: k, d_0: d)"))


def test_the_player_is_placed_and_moved():
    world = World.from_facts(KITCHEN[1:])
    assert world.player_room is None
    assert world.set_player_room() == facts("at(P, r_0: r)")[0]
    world.set_player_room("r_1")
    world.set_player_room(world.find_room_by_id("r_1"))
    assert world.player_room == Variable("r_1", "r")
    assert [fact for fact in world.facts if fact.names[0] == "P"] == facts("at(P, r_1: r)")
    with pytest.raises(GenerationError, match=r"no room 'r_2'\. Did you mean 'r_[01]'\?"):
        world.set_player_room("r_2")
    with pytest.raises(GenerationError, match="no room to put the player in"):
        World().set_player_room()


def test_serialisation_round_trip():
    world = World.from_facts(KITCHEN)
    again = World.deserialize(world.serialize())
    assert again.facts == world.facts
    assert again.state == world.state


def test_worlds_of_the_same_facts_are_equal():
    facts = [Proposition.parse("at(P, r_0: r)"), Proposition.parse("at(o_0: o, r_0: r)")]
    world = World.from_facts(facts)
    again = World.deserialize(world.serialize())
    assert again == world
    assert hash(again) == hash(world)
    assert World.from_facts(facts[:1]) != world
    assert world != facts


def test_connections():
    rooms = Variable("r_0", "r"), Variable("r_1", "r")
    assert connect(rooms[0], "west", rooms[1], Variable("d_0", "d")) == facts(
        "west_of(r_1: r, r_0: r)",
        "east_of(r_0: r, r_1: r)",
        "free(r_0: r, r_1: r)",
        "free(r_1: r, r_0: r)",
        "link(r_0: r, d_0: d, r_1: r)",
        "link(r_1: r, d_0: d, r_0: r)",
    )


@pytest.mark.parametrize("state", ["open", "closed", "locked"])
def test_passages_with_doors_are_free_only_when_open(state):
    graph = Map()
    graph.add_node((0, 0), name="r_0")
    graph.add_node((0, 1), name="r_1")
    graph.add_edge((0, 0), (0, 1), has_door=True, door_state=state, door_name="d_0")
    rooms = {name: Variable(name, "r") for name in ("r_0", "r_1")}
    made = set(graph2state(graph, rooms))
    assert facts(f"{state}(d_0: d)")[0] in made
    assert {fact.name == "free" for fact in made} == {False} | {state == "open"}
    assert World.from_map(graph).find_room_by_id("r_0").exits == {"north": rooms["r_1"]}


def test_a_map_of_one_room_gives_a_world_of_one_room():
    graph = Map()
    graph.add_node((0, 0), name="r_0")
    world = World.from_map(graph)
    assert names(world.rooms) == ["r_0"]
    assert str(world.set_player_room()) == "at(P, r_0: r)"


class NetworkxLike:
    """What World.from_map needs of a NetworkX graph, and nothing else."""

    class Nodes(dict):
        def __call__(self, data=False):
            return list(self.items()) if data else list(self)

    def __init__(self):
        self.nodes = self.Nodes({(0, 0): {"name": "r_0"}, (1, 0): {"name": "r_1"}})

    def edges(self, data=False):
        return [((0, 0), (1, 0), {"has_door": False})] if data else [((0, 0), (1, 0))]


def test_foreign_graphs_serve_as_maps():
    world = World.from_map(NetworkxLike())
    assert world.find_room_by_id("r_0").exits == {"east": Variable("r_1", "r")}


TYPES = """
# comment
player: P
thing: t
object: o -> t
food: f -> o
pet: p -> f & o
"""


def test_a_type_may_have_several_parents():
    tree = VariableTypeTree(parse_variable_types(TYPES))
    assert tree.serialize() == TYPES.strip().splitlines()[1:]
    assert VariableTypeTree.deserialize(tree.serialize()).serialize() == tree.serialize()
    assert tree.get_ancestors("p") == ["f", "o", "t"]
    assert tree.descendants("o") == ["f", "p"]
    assert tree.is_descendant_of("p", ["t"])
    assert not tree.is_descendant_of("t", "p")
    assert tree.is_constant("P")
    assert tree.get_description("f") == "food"
    assert tree.sample("t", Rng(0), exceptions=["t", "o", "p"]) == "f"
    assert {tree.sample("t", Rng(i), probs={"p": 1, "f": 0}) for i in range(9)} == {"p"}
    with pytest.raises(GenerationError, match="no type to draw under 'p'"):
        tree.sample("p", Rng(0), include_parent=False)
    with pytest.raises(LogicError, match="no type 'fo'"):
        tree.get_description("fo")
    with pytest.raises(LogicError, match="'food' is not a variable type"):
        VariableType.parse("food")


def test_type_trees_count(tmp_path):
    path = tmp_path / "variables.txt"
    path.write_text(TYPES)
    world = World.from_facts(facts("in(f_0: f, I)", "in(o_0: o, I)"))
    counts = VariableTypeTree.load(path).count(State(world.kb.logic, world.facts))
    assert counts == {"P": 0, "t": 0, "o": 1, "f": 1, "p": 0, "I": 1}


def test_new_ids_are_counted():
    counts = {"c": 2}
    assert [get_new("c", counts), get_new("o", counts), get_new("c", counts)] == [
        *("c_2", "o_0", "c_3")
    ]
    with pytest.raises(NotEnoughNounsError, match="at most 4 entities of type 'c'"):
        get_new("c", counts, {"c": 4})
