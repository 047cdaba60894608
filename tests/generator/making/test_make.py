"""One call for each thing there is to make."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.errors import GenerationError
from twbench.generator import make_map, make_world, make_world_with
from twbench.logic import Variable
from twbench.seeding import Rng


def names(things):
    return [thing.name for thing in things]


@given(st.integers(0, 10**6), st.integers(1, 12), st.integers(0, 25))
@settings(max_examples=60)
def test_random_worlds_have_what_was_asked_for_and_respect_all_constraints(seed, rooms, objects):
    world = make_world(rooms, objects, {"map": Rng(seed), "objects": Rng(seed)})
    assert len(world.rooms) == rooms
    things = [thing for thing in world.objects if thing.type not in ("P", "I", "d")]
    assert len(things) == objects
    for thing in things:
        places = [
            fact
            for fact in thing.get_attributes()
            if fact.name in ("at", "in", "on") and fact.arguments[0] == thing
        ]
        assert len(places) == 1
    state = world.state
    constraints = world.kb.constraints.values()
    assert [str(action) for action in state.all_applicable_actions(constraints)] == []
    keyed = [fact.names[1] for fact in world.facts if fact.name == "match"]
    assert len(keyed) == len(set(keyed)) == len(world.get_entities_per_type("k"))
    locked = {fact.names[0] for fact in world.facts if fact.name == "locked"}
    inside = [fact for fact in world.facts if fact.name == "in"]
    assert not {fact.names[1] for fact in inside} & locked - set(keyed)
    assert not {fact.names[1] for fact in inside if fact.types[0] == "k"} & locked


def test_worlds_depend_on_their_generators_alone():
    rngs = [{"map": Rng(3), "objects": Rng(4)} for _ in range(2)]
    assert make_world(6, 9, rngs[0]).facts == make_world(6, 9, rngs[1]).facts
    assert make_world(6, 9).facts == make_world(6, 9).facts


def test_worlds_of_given_rooms():
    rooms = [Variable(f"room{index}", "r") for index in range(7)]
    world = make_world_with(rooms, rng=Rng(5))
    assert sorted(names(world.rooms)) == sorted(names(rooms))
    assert world.player_room == rooms[0]
    assert {fact.name for fact in world.facts}.isdisjoint({"link", "closed"})
    assert names(make_world_with(rooms[:1]).rooms) == ["room0"]
    with pytest.raises(GenerationError, match="'c' is of type 'c', not a room"):
        make_world_with([Variable("c")])


def test_maps_have_as_many_passages_and_doors_as_those_of_textworld():
    maps = [make_map(10, rng=Rng(seed)) for seed in range(300)]
    edges = sum(len(graph.edges()) for graph in maps) / len(maps)
    doors = sum(edge[2]["has_door"] for graph in maps for edge in graph.edges(data=True))
    assert 10.0 < edges < 10.6  # textworld_game_stats.csv: 10.2 to 10.3
    assert 3.0 < doors / len(maps) < 3.8  # 3.3 to 3.4


def test_no_door_states_mean_no_doors():
    graph = make_map(12, rng=Rng(2), possible_door_states=None)
    assert [edge[2]["has_door"] for edge in graph.edges(data=True)] == [False] * len(graph.edges())
