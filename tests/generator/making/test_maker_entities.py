"""Entities, rooms, exits and paths in the making."""

import pytest
from houses_in_the_making import facts, house

from twbench.errors import GenerationError, LogicError
from twbench.generator.making.maker import GameMaker
from twbench.generator.making.maker_entities import (
    ExitAlreadyUsedError,
    WorldEntity,
    WorldPath,
    WorldRoom,
)
from twbench.generator.worlds.graph_networks import Map
from twbench.logic import Proposition, Variable


def test_the_way_is_free_through_open_doors_only():
    made = house()
    (path,) = made.paths
    free = facts("free(r_0: r, r_1: r)", "free(r_1: r, r_0: r)")
    assert free.isdisjoint(path.facts)
    path.door.remove_property("closed")
    path.door.add_property("open")
    assert free <= set(path.facts)


def test_properties_can_be_added_and_removed():
    chest = house().find_by_name("old chest")
    assert chest.has_property("locked")
    assert chest.properties == [Proposition.parse("locked(c_0: c)")]
    chest.remove_property("locked")
    assert not chest.has_property("locked")
    chest.add_property("open")
    chest.remove_property("open")
    assert chest.properties == []


def test_an_entity_knows_what_it_is_in():
    made = house()
    apple, chest = made.find_by_name("red apple"), made.find_by_name("old chest")
    room = chest.parent
    assert (apple.parent, room.type, room.parent) == (chest, "r", None)
    made.move(apple, made.inventory)
    assert apple.parent is made.inventory
    chest.remove(apple)
    assert apple.parent is made.inventory
    made.inventory.remove(apple)
    assert apple.parent is None


def test_facts_that_mean_nothing_are_told():
    made = house()
    chest = made.find_by_name("old chest")
    with pytest.raises(LogicError, match=r"no predicate opne\(c\) .* Did you mean 'open'\?"):
        chest.add_property("opne")
    with pytest.raises(LogicError, match=r"no predicate on\(c, r\) .* There is on\(o, s\)\."):
        chest.add_fact("on", made.rooms[0])
    with pytest.raises(LogicError, match=r"no predicate at\(P\) .* at\(P, r\), at\(t, r\)"):
        made.new_fact("at", made.player)
    with pytest.raises(LogicError, match="no predicate opne"):
        made.add_fact("opne", chest)
    assert chest.properties == [Proposition.parse("locked(c_0: c)")]


def test_places_are_those_of_the_logic():
    made = house()
    table = made.new(type="s", name="table")
    with pytest.raises(GenerationError, match="'table' cannot be put in, on or at 'old chest'"):
        made.find_by_name("old chest").add(table)
    with pytest.raises(LogicError, match="There is no type 'x'"):
        made.new(type="x")
    with pytest.raises(GenerationError, match="not a door"):
        made.paths[0].door = table


def test_exits_are_used_once():
    made = house()
    cellar = made.new_room("cellar")
    with pytest.raises(ExitAlreadyUsedError, match="The exit east of 'kitchen' leads to 'pantry'"):
        made.connect(made.rooms[0].east, cellar.west)
    assert cellar.west.dest is None


def entity(id_: str, name: str | None = None) -> WorldEntity:
    return WorldEntity(Variable(id_, id_[0]), name)


def room(id_: str) -> WorldRoom:
    return WorldRoom(Variable(id_, "r"))


def test_facts_are_told_at_every_depth() -> None:
    attic, chest, apple = room("r_0"), entity("c_0"), entity("f_0")
    attic.add(chest)
    chest.add(apple)
    apple.add_property("edible")
    assert attic.facts == [
        Proposition.parse(text)
        for text in ("at(c_0: c, r_0: r)", "in(f_0: f, c_0: c)", "edible(f_0: f)")
    ]
    assert [each.id for each in attic.walk()] == ["r_0", "c_0", "f_0"]
    attic.remove(chest)
    assert attic.facts == []
    assert [each.id for each in chest.walk()] == ["c_0", "f_0"]


def test_a_fact_is_there_once_and_may_be_removed_twice() -> None:
    key, chest = entity("k_0"), entity("c_0")
    for _ in range(2):
        key.add_fact("match", chest)
    assert key.facts == [Proposition.parse("match(k_0: k, c_0: c)")]
    assert key.properties == []
    for _ in range(2):
        key.remove_fact("match", chest)
        assert key.facts == []


def test_entities_are_shown_by_their_names_or_else_their_ids() -> None:
    chest = entity("c_0")
    assert (str(chest), repr(chest)) == ("c_0", "WorldEntity('c_0', None)")
    chest.name, chest.desc = "old chest", "It creaks."
    assert (str(chest), chest.infos.name, chest.infos.desc) == (
        "'old chest'",
        "old chest",
        "It creaks.",
    )


def test_exits_lead_both_ways_or_nowhere() -> None:
    attic, cellar, shed = room("r_0"), room("r_1"), room("r_2")
    assert [attic.north, attic.south, attic.east, attic.west] == [
        attic.exits[way] for way in ("north", "south", "east", "west")
    ]
    attic.north.lead_to(cellar.east)
    assert attic.north.dest is cellar.east
    assert cellar.east.dest is attic.north
    with pytest.raises(ExitAlreadyUsedError, match="The exit east of r_1 leads to r_0 already"):
        shed.west.lead_to(cellar.east)
    assert shed.west.dest is None


def test_names_and_descriptions_are_texts() -> None:
    chest = entity("c_0")
    with pytest.raises(GenerationError, match="name must be a text, or None, not 3"):
        chest.name = 3  # type: ignore[assignment]
    with pytest.raises(GenerationError, match="desc must be a text, or None, not 3"):
        WorldEntity(chest.var, "chest", 3)  # type: ignore[arg-type]


def test_paths_may_bend() -> None:
    """To go back one need not turn round: each end has the exit it was given."""
    attic, cellar = room("r_0"), room("r_1")
    path = WorldPath(attic, attic.north, cellar, cellar.east)
    assert set(path.facts) == facts(
        "north_of(r_1: r, r_0: r)",
        "east_of(r_0: r, r_1: r)",
        "free(r_0: r, r_1: r)",
        "free(r_1: r, r_0: r)",
    )
    with pytest.raises(GenerationError, match="c_0 is of type 'c', not a door"):
        WorldPath(attic, attic.west, cellar, cellar.west, entity("c_0"))
    with pytest.raises(GenerationError, match=r"A door is made by new_door\(\), not 'oak door'\."):
        path.door = "oak door"


def test_what_the_maker_is_told_of_an_entity_is_a_fact_of_it():
    made = house()
    chest, key = made.find_by_name("old chest"), made.find_by_name("old key")
    match = made.new_fact("match", key, chest)
    key.remove_fact("match", key, chest)
    assert match not in key.facts
    assert match not in made.facts
    made.add_fact("match", key, chest)
    assert match in key.facts
    assert match not in chest.facts
    assert match in made.facts
    key.remove_fact("match", chest)
    assert match not in key.facts
    assert match not in made.facts
    key.add_fact("match", key, chest)
    assert match in key.facts
    assert match in made.facts


def test_a_door_whose_maker_is_told_that_it_is_open_lets_through():
    made = GameMaker()
    attic, shed = made.new_room("attic"), made.new_room("shed")
    path = made.connect(attic.east, shed.west)
    door = made.new_door(path)
    made.set_player(attic)
    made.add_fact("open", door)
    assert door.has_property("open")
    assert door.properties == [made.new_fact("open", door)]
    assert made.new_fact("free", attic, shed) in path.facts
    assert made.new_quest_using_commands(["go east"]).commands == ("go east",)


def test_the_entity_made_last_is_found_and_nothing_by_no_name():
    made = GameMaker()
    made.new("o", "pen")
    assert made.find_by_name("pen") is not made.new("o", "pen")
    assert made.find_by_name("pen") is made.findall("o")[-1]
    assert made.find_by_name(None) is None


def test_names_of_a_map_are_names_of_its_rooms_and_doors():
    graph = Map()
    graph.add_node((0, 0), name="attic")
    graph.add_node((1, 0), name="r_1")
    graph.add_edge((0, 0), (1, 0), has_door=True, door_state="open", door_name="hatch")
    made = GameMaker()
    assert [room.name for room in made.import_graph(graph)] == ["attic", None]
    assert [door.name for door in made.findall("d")] == ["hatch"]


def test_what_is_generated_can_be_asked_of_entities_once_the_game_is_built():
    made = GameMaker()
    hall, attic = made.new_room("hall"), made.new_room()
    path = made.connect(hall.east, attic.west)
    door = made.new_door(path)
    made.set_player(hall)
    assert (attic.name, door.name, hall.desc) == (None, None, None)
    game = made.build()
    assert (attic.name, door.name) == (game.infos[attic.id].name, game.infos[door.id].name)
    assert hall.name == "hall"
    assert hall.desc == game.infos[hall.id].desc
    assert made.find_by_name(door.name) is door
    assert made.build() == game
    door.name = "gate"
    assert made.build().infos[door.id].name == door.name == "gate"


def test_an_exit_is_told_by_its_direction():
    made = GameMaker()
    path = made.connect(made.new_room().east, made.new_room().west)
    assert (str(path.src_exit), str(path.dest_exit)) == ("east", "west")
    assert repr(path.src_exit) == "WorldRoomExit('r_0', 'east')"
