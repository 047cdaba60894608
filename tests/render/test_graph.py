"""What a picture says, as plain data."""

import json

import pytest

import twbench
from twbench import EnvInfos, GameMaker, GameState
from twbench.errors import InputError
from twbench.generator import World
from twbench.logic import Proposition
from twbench.render.render import GraphItem, GraphRoom, load_state, load_state_from_game_state


@pytest.fixture
def game():
    """Three rooms around the player, a locked gate, its key, and things in things."""
    M = GameMaker()  # noqa: N806 - as documented
    yard, kitchen, cellar = map(M.new_room, ("yard", "kitchen", "cellar"))
    M.set_player(kitchen)
    gate = M.new_door(M.connect(yard.east, kitchen.west), "gate")
    gate.add_property("locked")
    M.connect(kitchen.north, cellar.south)
    key, box, nut, pie = (
        M.new(kind, name) for kind, name in (("k", "key"), ("c", "box"), ("o", "nut"), ("f", "pie"))
    )
    M.add_fact("match", key, gate)
    box.add_property("open")
    box.add(nut)
    cellar.add(key, box)
    pie.add_property("edible")
    M.inventory.add(pie)
    return M.build()


def drawn(state, *where):
    """Return the data of a room or, within it, of things by their names."""
    [found] = [room for room in state["rooms"] if room["name"] == where[0]]
    for name in where[1:]:
        things = found["items"] if "items" in found else found["contents"]
        [found] = [thing for thing in things if thing["name"] == name]
    return found


def test_rooms_lie_around_the_player(game):
    state = load_state(game.world, game.infos)
    assert {room["position"]: room["name"] for room in state["rooms"]} == {
        (-1, 0): "yard",
        (0, 0): "kitchen",
        (0, 1): "cellar",
    }
    assert drawn(state, "kitchen", None)["type"] == "P"
    assert json.dumps(json.loads(json.dumps(state))) == json.dumps(state)


def test_things_say_what_they_are(game):
    state = load_state(game.world, game.infos)
    box = drawn(state, "cellar", "box")
    assert (box["ocl"], box["portable"]) == ("open", False)
    assert drawn(state, "cellar", "box", "nut")["portable"]
    assert drawn(state, "cellar", "key")["_infos"] == " (for gate)"
    [pie] = state["inventory"]
    assert (pie["name"], pie["predicates"]) == ("pie", ["edible(f_0: f)"])
    limited = load_state(game.world, game.infos, limit_player_view=True)
    assert drawn(limited, "cellar", "key")["_infos"] == ""


def test_ways_have_their_doors(game):
    ways = load_state(game.world, game.infos)["connections"]
    found = {(way["src"], way["dest"]): way["door"] and way["door"]["name"] for way in ways}
    assert found == {
        ("yard", "kitchen"): "gate",
        ("kitchen", "yard"): "gate",
        ("kitchen", "cellar"): None,
        ("cellar", "kitchen"): None,
    }
    assert (ways[0]["door"]["ocl"], ways[0]["door"]["_infos"]) == ("locked", " (locked)")
    limited = load_state(game.world, game.infos, limit_player_view=True)["connections"][0]
    assert (limited["door"]["ocl"], limited["door"]["_infos"]) == ("locked", "")


def test_without_names_things_go_by_their_ids(game):
    assert {room["name"] for room in load_state(game.world)["rooms"]} == {"r_0", "r_1", "r_2"}


def test_what_an_action_changes_is_highlighted(game):
    [eat] = [
        action
        for action in game.world.state.all_applicable_actions([game.kb.rules["eat"]])
        if action.name == "eat"
    ]
    state = load_state(game.world, game.infos, eat)
    assert [thing["highlight"] for thing in state["inventory"]] == [True]
    assert not drawn(state, "cellar", "key")["highlight"]


def test_a_game_is_drawn_as_it_is_played(game, tmp_path):
    options = twbench.GameOptions()
    options.path = tmp_path / "game.z8"
    infos = EnvInfos(facts=True, game=True, last_action=True)
    with twbench.start(twbench.generator.compile_game(game, options), infos) as env:
        env.reset()
        state, _, _ = env.step("drop pie")
        shown = load_state_from_game_state(state)
    assert drawn(shown, "kitchen", "pie")["highlight"]
    assert shown["inventory"] == []
    with pytest.raises(InputError, match="has no facts"):
        load_state_from_game_state(GameState(feedback=""))


def test_things_that_hold_each_other_are_drawn_once():
    facts = ["at(P, r_0: r)", "at(c_0: c, r_0: r)", "in(c_1: c, c_0: c)", "in(c_0: c, c_1: c)"]
    state = load_state(World.from_facts(map(Proposition.parse, facts)))
    assert drawn(state, "r_0", "c_0", "c_1")["contents"] == []
    assert load_state(World()) == {"rooms": [], "connections": [], "inventory": []}


def test_items_and_rooms_by_hand(game):
    shelf, box, nut = GraphItem("s", "shelf"), GraphItem("c", "box"), GraphItem("o", "nut")
    assert nut.get_max_depth() == 1
    box.add_content(nut)
    shelf.add_content(box)
    assert shelf.get_max_depth() == 3
    box.set_open_closed_locked("closed")
    box.note = " (for key)"
    assert box.infos == " (for key)"
    box.add_unknown_predicate(Proposition.parse("old(c_0: c)"))
    assert box.infos == " (for key): (old(c_0: c))"
    assert shelf.to_dict()["contents"][0]["ocl"] == "closed"
    room = GraphRoom("kitchen", game.world.rooms[0])
    room.add_item(shelf)
    room.position = (2, 1)
    assert room.position_string() == "12,3!"
    assert room.to_dict()["items"][0]["name"] == "shelf"
