"""One call for each thing there is to make."""

from pathlib import Path

import pytest
from hand_made_games import apple_game, pantry
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.errors import GenerationError
from twbench.generator import (
    Event,
    KnowledgeBase,
    Quest,
    create_data_files,
    make_game_with,
    make_grammar,
    make_map,
    make_small_map,
    make_world,
    make_world_with,
)
from twbench.generator.grammar.text_grammar import MissingTextGrammar
from twbench.generator.worlds.graph_networks import Map
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


def as_list(graph: Map) -> list[object]:
    return sorted(graph.edges(data=True), key=str)


@given(st.integers(1, 40), st.integers(0, 1000))
@settings(max_examples=30)
def test_maps_fit_the_smallest_square_with_more_cells_than_rooms(rooms: int, seed: int) -> None:
    nodes = make_map(rooms, rng=seed).nodes
    assert len(nodes) == rooms
    side = next(side for side in range(rooms + 2) if side * side > rooms)
    for axis in zip(*nodes, strict=True):
        assert max(axis) - min(axis) < side


def test_sizes_are_height_and_width() -> None:
    nodes = make_map(6, size=(1, 6), rng=0).nodes
    assert len({x for x, _ in nodes}) == 6
    assert len({y for _, y in nodes}) == 1
    with pytest.raises(GenerationError, match="7 rooms do not fit a grid of 1 x 6 cells"):
        make_map(7, size=(1, 6))


def test_without_a_generator_seed_0_is_taken() -> None:
    assert as_list(make_map(9)) == as_list(make_map(9, rng=0)) != as_list(make_map(9, rng=1))
    assert as_list(make_small_map(4)) == as_list(make_small_map(4, rng=0))
    assert make_grammar().expand("#(r)#") == make_grammar(rng=0).expand("#(r)#")


def test_only_a_grammar_gives_names() -> None:
    quests = apple_game().quests
    plain, named = (make_game_with(pantry(), quests, one) for one in (None, make_grammar()))
    assert {info.name for info in plain.infos.values()} == {None}
    assert all(info.name for id_, info in named.infos.items() if id_ not in ("P", "I"))


def test_events_are_told_the_commands_of_the_game() -> None:
    (told,) = apple_game().quests
    new = Event(told.win_events[0].actions)
    game = make_game_with(pantry(), [Quest([new])], make_grammar(rng=1))
    assert new.commands == game.quests[0].commands
    assert new.commands[-1].startswith(f"take {game.infos['f_0'].name} from")


def test_themes_beside_the_logic_are_looked_at_first(tmp_path: Path) -> None:
    create_data_files(tmp_path)
    (tmp_path / "text_grammars" / "moon_all.twg").write_text("greet:hello, crater\n")
    kb = KnowledgeBase.load(tmp_path)
    assert make_grammar({"theme": "moon"}, kb=kb).expand("#greet#") == "hello, crater"
    with pytest.raises(MissingTextGrammar, match="moon"):
        make_grammar({"theme": "moon"})
