from twbench.generator.worlds.layout import Exit, Layout, holding
from twbench.generator.worlds.world import World
from twbench.logic import Proposition


def layout_of(text: str) -> Layout:
    return Layout.of(facts(text))


def facts(text: str) -> list[Proposition]:
    return [Proposition.parse(f"{fact})") for fact in text.split(")") if fact.strip()]


def test_each_passage_is_an_exit_of_both_rooms():
    layout = layout_of("north_of(r_1: r, r_0: r) free(r_0: r, r_1: r) east_of(r_2: r, r_0: r)")
    assert layout.exits == {
        "r_0": {"north": "r_1", "east": "r_2"},
        "r_1": {"south": "r_0"},
        "r_2": {"west": "r_0"},
    }


def test_one_can_pass_where_it_is_free_or_there_is_a_door():
    layout = layout_of(
        "west_of(r_1: r, r_0: r) north_of(r_2: r, r_0: r) south_of(r_3: r, r_0: r)"
        "free(r_0: r, r_1: r) link(r_0: r, d_0: d, r_2: r) closed(d_0: d)"
    )
    assert layout.passages("r_0") == [Exit("north", "r_2", "d_0"), Exit("west", "r_1")]
    assert layout.passages("r_1") == layout.passages("nowhere") == []


def test_doors_are_in_exits_and_in_the_first_room_they_lead_from():
    layout = layout_of("north_of/d(r_1: r, d_0: d, r_0: r) link(r_0: r, d_0: d, r_1: r)")
    assert layout.door_of("r_0", "north") == layout.door_of("r_1", "south") == "d_0"
    assert layout.door_of("r_0", "south") is None
    assert layout.room_of("d_0") == "r_0"


def test_things_are_in_places_and_the_player_is_here():
    layout = layout_of(
        "at(P, r_0: r) at(c_0: c, r_0: r) in(o_0: o, c_0: c) in(o_1: o, I) match(k_0: k, c_0: c)"
    )
    assert layout.here == "r_0"
    assert layout.holders == {"c_0": "r_0", "o_0": "c_0", "o_1": "I"}
    assert [fact.names[0] for fact in layout.contents["r_0"]] == ["P", "c_0"]
    assert [layout.room_of(thing) for thing in ("o_0", "o_1", "k_0")] == ["r_0", "I", None]
    assert layout.locks == {"k_0": ["c_0"]}


def test_predicates_of_other_logics_do_not_disturb():
    odd = "at(P, r_0: r) at(o_0: o, r_0: r) on(o_0: o) in(o_1: o, o_2: o) in(o_2: o, o_1: o)"
    layout = layout_of(f"{odd} free(r_0: r) match(k_0: k) link(r_0: r, d_0: d) north_of(r_0: r)")
    assert layout.room_of("o_0") == "r_0"
    assert layout.room_of("o_1") in ("o_1", "o_2")
    assert (layout.exits, layout.doors, layout.locks) == ({}, {}, {})


def test_the_layout_of_a_world_is_read_anew_when_facts_change():
    world = World.from_facts(facts("at(P, r_0: r) free(r_0: r, r_1: r)"))
    before = world.layout
    assert before is world.layout
    world.add_facts(facts("south_of(r_1: r, r_0: r)"))
    assert (before.exits, world.layout.passages("r_0")) == ({}, [Exit("south", "r_1")])
    assert world.player_room is not None
    assert world.player_room.exits["south"].name == "r_1"
    world.set_player_room("r_1")
    assert world.layout.here == world.player_room.name == "r_1"


def test_things_are_at_rooms_on_supporters_and_in_the_rest():
    assert [holding(kind) for kind in ("r", "s", "c", "I")] == ["at", "on", "in", "in"]
