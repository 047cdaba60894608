"""Names: unique, fitting their rooms, keys matching their locks."""

from pathlib import Path

import pytest
from text_games import (
    corridor,
    facts,
    house,
    theme_with,
    written,
)

from twbench.errors import GenerationError, GrammarError
from twbench.generator import GameMaker
from twbench.generator.games.game import EntityInfo, Game
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.text_generation import (
    assign_name_to_object,
    assign_new_matching_names,
    generate_text_from_grammar,
)
from twbench.generator.texts.naming import Namer, name_entities
from twbench.generator.worlds.world import World


@pytest.mark.parametrize("theme", ["house", "basic"])
def test_a_thousand_rooms_have_a_thousand_names(theme):
    parts = " ".join(f"at(P, r_0) at(o_{i}, r_{i})" for i in range(950))
    infos = written(Game(World.from_facts(facts(parts))), 1, theme=theme).infos
    names = [info.name for info in infos.values() if info.name]
    assert len(names) == 1900
    assert len(set(names)) == 1900


def test_three_hundred_rooms_use_nouns_before_adjectives():
    game = written(corridor(300), 1, allowed_variables_numbering=True)
    rooms = [info for info in game.infos.values() if info.type == "r"]
    plain = [info for info in rooms if info.adj is None]
    assert len(plain) >= 90
    assert not any(character.isdigit() for info in rooms for character in info.name)


def test_adjectives_only_when_asked_for():
    adjectives = {info.adj for info in written(corridor(12), 1).infos.values()}
    assert adjectives == {None}
    infos = written(corridor(12), 1, include_adj=True).infos.values()
    rooms = [info for info in infos if info.type == "r"]
    assert all(info.name == f"{info.adj} {info.noun}" for info in rooms)
    assert all(info.adj for info in rooms)


def test_names_follow_the_type_of_the_room():
    grammar = Grammar({"theme": "house"})
    for seed in range(12):
        game = written(house(), seed)
        infos = game.infos
        for thing, room in (("c_0", "r_0"), ("s_1", "r_0"), ("f_0", "r_0"), ("o_1", "r_1")):
            assert infos[thing].room_type == infos[room].room_type
            pool = grammar.name_pool(infos[thing].type, infos[room].room_type)
            assert infos[thing].noun in pool.nouns
        assert infos["o_0"].room_type is None
        assert infos["o_0"].noun in grammar.name_pool("o", "").nouns


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("theme", ["house", "basic"])
def test_keys_match_their_locks(theme, seed):
    infos = written(house(), seed, theme=theme).infos
    matches = Grammar({"theme": theme}).get_all_expansions_for_tag("match")
    assert infos["k_0"].adj == infos["d_0"].adj
    assert infos["k_1"].adj == infos["c_1"].adj
    assert infos["k_0"].adj != infos["k_1"].adj
    assert {infos["k_0"].adj, infos["k_1"].adj} <= set(matches)
    assert infos["d_1"].adj not in matches


def test_more_keys_than_adjectives():
    keys = " ".join(f"at(k_{i}, r_0) at(c_{i}, r_0) match(k_{i}, c_{i})" for i in range(120))
    infos = written(Game(World.from_facts(facts(f"at(P, r_0) {keys}")))).infos
    names = [info.name for info in infos.values() if info.name]
    assert len(names) == len(set(names)) == 241
    assert all(infos[f"k_{i}"].adj == infos[f"c_{i}"].adj for i in range(120))


def test_matching_names_run_out_or_are_numbered(tmp_path):
    rules = {"(k)": "key", "(c)": "box", "match": "red"}
    keys = " ".join(f"at(k_{i}, r_0) at(c_{i}, r_0) match(k_{i}, c_{i})" for i in range(2))
    world = World.from_facts(facts(f"at(P, r_0) {keys}"))
    with pytest.raises(GenerationError, match="no matching names left for k_1, c_1"):
        generate_text_from_grammar(Game(world), theme_with(tmp_path, rules))
    numbering = Grammar(
        {"theme": "mine", "allowed_variables_numbering": True}, text_grammars_path=tmp_path
    )
    infos = generate_text_from_grammar(Game(world), numbering).infos
    assert [infos[id_].name for id_ in ("k_0", "c_0", "k_1", "c_1")] == [
        *("red key", "red box", "red key 2", "red box 2")
    ]
    assert (infos["k_1"].adj, infos["k_1"].noun) == ("red", "key 2")


def test_names_and_texts_of_the_maker_are_kept():
    game = house()
    game.infos["r_0"].name = "Bag End"
    game.infos["r_0"].desc = "A hole in the ground."
    game.infos["d_0"].name, game.infos["d_0"].adj = "emerald hatch", "emerald"
    game.infos["k_1"].name = "thing"
    written(game, 1)
    infos = game.infos
    assert (infos["r_0"].name, infos["r_0"].desc) == ("Bag End", "A hole in the ground.")
    assert infos["d_0"].name == "emerald hatch"
    assert infos["k_0"].name.startswith("emerald ")
    assert infos["k_1"].name == "thing"
    assert infos["c_1"].adj is None


def test_excluded_and_given_names_are_not_drawn():
    for seed in range(30):
        taken = {info.name for info in written(house(), seed).infos.values() if info.name}
        again = written(house(), seed, names_to_exclude=sorted(taken))
        assert taken.isdisjoint(info.name for info in again.infos.values())
        given = house()
        given.infos["o_0"].name = written(house(), seed).infos["r_0"].name.upper()
        rooms = [i.name for i in written(given, seed).infos.values() if i.type == "r"]
        assert given.infos["o_0"].name.lower() not in rooms


def test_player_and_inventory_stay_nameless():
    infos = written(house()).infos
    assert [(infos[id_].name, infos[id_].desc) for id_ in "PI"] == [(None, None)] * 2


def test_a_type_without_names_is_named_in_the_error(tmp_path):
    grammar = theme_with(tmp_path, {})
    info = EntityInfo("x_0", "x")
    with pytest.raises(GrammarError, match=r"no names for type 'x' \(x_0\)"):
        assign_name_to_object(info, grammar, {"x_0": info})


def test_documented_functions():
    grammar = Grammar({"theme": "house"}, 1)
    infos = {id_: EntityInfo(id_, id_[0]) for id_ in ("o_0", "o_1")}
    assign_name_to_object(infos["o_0"], grammar, infos)
    name = infos["o_0"].name
    assert name in grammar.get_all_names_for_type("o", include_adj=False)
    assign_name_to_object(infos["o_0"], grammar, infos)
    assert infos["o_0"].name == name
    key, chest, exclude = EntityInfo("k_0", "k"), EntityInfo("c_0", "c"), ["red key"]
    assign_new_matching_names(key, chest, grammar, exclude)
    assert key.adj == chest.adj is not None
    assert exclude == ["red key", key.name, chest.name]


def lineages(*infos: EntityInfo) -> list[tuple[str, ...]]:
    return [(info.type, "t") for info in infos]


def test_names_are_compared_as_players_type_them(tmp_path: Path) -> None:
    grammar = theme_with(tmp_path, {"(o)": "Cup;plate"}, names_to_exclude=["PLATE"])
    cup = EntityInfo("o_0", "o")
    Namer(grammar, [None, "hall"]).name(cup, ("o", "t"))
    assert cup.name == "Cup"
    with pytest.raises(GenerationError):
        Namer(grammar, ["cUp"]).name(EntityInfo("o_1", "o"), ("o", "t"))


def test_matching_takes_over_the_adjective_that_the_maker_chose(tmp_path: Path) -> None:
    grammar = theme_with(tmp_path, {"(k)": "key", "(c)": "box", "match": "red;blue"})
    key = EntityInfo("k_0", "k", name="emerald key", adj="emerald", noun="key")
    box, again = EntityInfo("c_0", "c"), EntityInfo("c_1", "c")
    Namer(grammar, [key.name]).match([key, box], lineages(key, box))
    assert (key.name, box.name) == ("emerald key", "emerald box")
    plain = EntityInfo("k_1", "k", name="thing")
    Namer(grammar, [plain.name]).match([plain, again], lineages(plain, again))
    assert (plain.name, again.name, again.adj) == ("thing", "box", None)


def test_adjectives_that_no_name_has_come_first(tmp_path: Path) -> None:
    grammar = theme_with(tmp_path, {"(k)": "key", "(c)": "box", "match": "red;blue;green"})
    namer = Namer(grammar, ["red hat", "green hat"])
    key, box = EntityInfo("k_0", "k"), EntityInfo("c_0", "c")
    namer.match([key, box], lineages(key, box))
    assert (key.name, box.name) == ("blue key", "blue box")


def test_abstract_entities_stay_nameless() -> None:
    slot, player = EntityInfo("slot_0", "slot"), EntityInfo("P", "P")
    namer = Namer(Grammar(), [])
    namer.name(slot, ("slot",))
    namer.name(player, ("P",))
    assert (slot.name, player.name) == (None, None)


def test_what_has_a_name_keeps_it() -> None:
    game = written(house(), 4)
    before = [(info.name, info.room_type) for info in game.infos.values()]
    name_entities(game, Grammar(rng=9))
    assert [(info.name, info.room_type) for info in game.infos.values()] == before


def test_the_grammar_knows_the_names_of_all_games_it_has_named():
    grammar = Grammar(rng=3)
    made = GameMaker()
    kitchen = made.new_room("kitchen")
    kitchen.add(made.new("k"), made.new("o", name="lamp"))
    made.set_player(kitchen)
    game = made.build()
    game.change_grammar(grammar)
    assert set(game.names.values()) <= grammar.used_names
    assert {"kitchen", "lamp"} < grammar.used_names
