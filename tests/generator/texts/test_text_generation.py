"""The text of whole games: names, descriptions, objectives, and each option's effect."""

import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from dynamic_text import render
from hypothesis import given
from hypothesis import strategies as st
from text_games import (
    corridor,
    doorway,
    facts,
    house,
    passage,
    theme_with,
    written,
)

from twbench.errors import GenerationError, GrammarError
from twbench.generator.games.game import EntityInfo, Game
from twbench.generator.grammar.english import fix_determinant
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.texts.text_generation import (
    assign_description_to_object,
    assign_description_to_room,
    assign_name_to_object,
    assign_new_matching_names,
    clean_replace_objs,
    expand_clean_replace,
    generate_text_from_grammar,
    list_to_string,
    obj_list_to_prop_string,
    repl_sing_plur,
    replace_num,
)
from twbench.generator.worlds.world import World

THEMES = ("house", "basic")
ARTICLES = {
    **dict.fromkeys(("apple", "Egg", "hour", "heir", "umbrella", "unimportant"), "n"),
    **dict.fromkeys(("pen", "house", "unit", "used", "ewe", "one", "Hat"), ""),
}
"""What an article has after its first letter in front of a word."""
SEEDS = range(12)


def texts_of(game):
    return [game.objective, *(info.desc for info in game.infos.values() if info.desc)]


def nothing_left_over(text):
    assert not re.search(r"#|\((?:name|dir|val|step|\^|[a-zA-Z](?:\|[a-zA-Z])*)[)-]", text), text
    assert "None" not in text
    assert not re.search(r"  | [.,;:]|\[[^\]]*\|", text), text


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_text_reads_well_in_every_state(theme, seed):
    options = {
        "include_adj": seed % 2 == 0,
        "blend_descriptions": seed % 3 == 0,
        "blend_instructions": seed % 4 < 2,
        "ambiguous_instructions": seed % 5 == 0,
    }
    game = written(house(), seed, theme=theme, **options)
    for text in texts_of(game):
        nothing_left_over(text)
    states = [dict(zip(("c_0", "c_1", "d_0", "d_1"), s, strict=True)) for s in
              product(("open", "closed", "locked"), repeat=4)]  # fmt: skip
    full = {"c_0": ["pen"], "c_1": ["pen", "cup"], "s_0": ["pear"], "s_1": ["key", "hat", "pen"]}
    for info in game.infos.values():
        for state, contents in product(states[::5] if info.desc else (), ({}, full)):
            shown = render(info.desc, state, contents, info.id)
            assert re.fullmatch(r"(?:[A-Z][^\n]*[.!?]\n\n)?[A-Z][^\n]*[.!?]", shown), shown
            assert not re.search(r"\b[Aa] [aeio]\w|\b[Aa]n [bcdfgjklmnpqrstvwxyz]|  ", shown), shown


def test_same_seed_same_text_other_seed_other_text():
    assert texts_of(written(house(), 3)) == texts_of(written(house(), 3))
    assert len({tuple(texts_of(written(house(), seed))) for seed in range(20)}) == 20


def test_text_does_not_depend_on_the_hash_seed():
    program = (
        "from text_games import *; game = written(house(), 1, ambiguous_instructions=True);"
        "print(game.serialize()['infos'], game.objective)"
    )
    folder = Path(__file__).parents[1]
    outputs = set()
    for hash_seed in ("1", "2"):
        path = os.pathsep.join([str(folder), str(folder.parents[1])])
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
        outputs.add(
            subprocess.run(
                [sys.executable, "-c", program], env=environment, capture_output=True, check=True
            ).stdout
        )
    assert len(outputs) == 1


class TestNames:
    @pytest.mark.parametrize("theme", THEMES)
    def test_a_thousand_rooms_have_a_thousand_names(self, theme):
        parts = " ".join(f"at(P, r_0) at(o_{i}, r_{i})" for i in range(950))
        infos = written(Game(World.from_facts(facts(parts))), 1, theme=theme).infos
        names = [info.name for info in infos.values() if info.name]
        assert len(names) == 1900
        assert len(set(names)) == 1900

    def test_three_hundred_rooms_use_nouns_before_adjectives(self):
        game = written(corridor(300), 1, allowed_variables_numbering=True)
        rooms = [info for info in game.infos.values() if info.type == "r"]
        plain = [info for info in rooms if info.adj is None]
        assert len(plain) >= 90
        assert not any(character.isdigit() for info in rooms for character in info.name)

    def test_adjectives_only_when_asked_for(self):
        adjectives = {info.adj for info in written(corridor(12), 1).infos.values()}
        assert adjectives == {None}
        infos = written(corridor(12), 1, include_adj=True).infos.values()
        rooms = [info for info in infos if info.type == "r"]
        assert all(info.name == f"{info.adj} {info.noun}" for info in rooms)
        assert all(info.adj for info in rooms)

    def test_names_follow_the_type_of_the_room(self):
        grammar = Grammar({"theme": "house"})
        for seed in SEEDS:
            game = written(house(), seed)
            infos = game.infos
            for thing, room in (("c_0", "r_0"), ("s_1", "r_0"), ("f_0", "r_0"), ("o_1", "r_1")):
                assert infos[thing].room_type == infos[room].room_type
                pool = grammar.name_pool(infos[thing].type, infos[room].room_type)
                assert infos[thing].noun in pool.nouns
            assert infos["o_0"].room_type is None
            assert infos["o_0"].noun in grammar.name_pool("o", "").nouns

    @pytest.mark.parametrize("seed", SEEDS)
    @pytest.mark.parametrize("theme", THEMES)
    def test_keys_match_their_locks(self, theme, seed):
        infos = written(house(), seed, theme=theme).infos
        matches = Grammar({"theme": theme}).get_all_expansions_for_tag("match")
        assert infos["k_0"].adj == infos["d_0"].adj
        assert infos["k_1"].adj == infos["c_1"].adj
        assert infos["k_0"].adj != infos["k_1"].adj
        assert {infos["k_0"].adj, infos["k_1"].adj} <= set(matches)
        assert infos["d_1"].adj not in matches

    def test_more_keys_than_adjectives(self):
        keys = " ".join(f"at(k_{i}, r_0) at(c_{i}, r_0) match(k_{i}, c_{i})" for i in range(120))
        infos = written(Game(World.from_facts(facts(f"at(P, r_0) {keys}")))).infos
        names = [info.name for info in infos.values() if info.name]
        assert len(names) == len(set(names)) == 241
        assert all(infos[f"k_{i}"].adj == infos[f"c_{i}"].adj for i in range(120))

    def test_matching_names_run_out_or_are_numbered(self, tmp_path):
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

    def test_names_and_texts_of_the_maker_are_kept(self):
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

    def test_excluded_and_given_names_are_not_drawn(self):
        for seed in range(30):
            taken = {info.name for info in written(house(), seed).infos.values() if info.name}
            again = written(house(), seed, names_to_exclude=sorted(taken))
            assert taken.isdisjoint(info.name for info in again.infos.values())
            given = house()
            given.infos["o_0"].name = written(house(), seed).infos["r_0"].name.upper()
            rooms = [i.name for i in written(given, seed).infos.values() if i.type == "r"]
            assert given.infos["o_0"].name.lower() not in rooms

    def test_player_and_inventory_stay_nameless(self):
        infos = written(house()).infos
        assert [(infos[id_].name, infos[id_].desc) for id_ in "PI"] == [(None, None)] * 2

    def test_a_type_without_names_is_named_in_the_error(self, tmp_path):
        grammar = theme_with(tmp_path, {})
        info = EntityInfo("x_0", "x")
        with pytest.raises(GrammarError, match=r"no names for type 'x' \(x_0\)"):
            assign_name_to_object(info, grammar, {"x_0": info})

    def test_documented_functions(self):
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


class TestRooms:
    def test_exits_are_grouped_and_agree_in_number(self):
        infos = written(house(), 0, theme="basic").infos
        room = infos["r_2"].desc.split("\n\n")[1]
        assert room.startswith("There are exits to the south, east and west. There is [if d_1")
        assert infos["r_4"].desc.endswith("\n\nThere is an exit to the north.")
        assert infos["r_3"].desc.endswith(f"{infos['d_1'].name} to the south.")

    def test_documented_grouping_of_doors(self, tmp_path):
        rules = {
            "room_exit_desc": "There [is an exit|are exits] to the (dir).",
            "room_(d)_exit_desc": "The [exit|exits] to the (dir) [is|are] blocked by (name).",
            "room_(d)_exit_desc_alt": "There [is a door|are doors], (name-adj), leading (dir).",
            "(d)_adj": "oak;iron",
            "(d)_noun": "door",
            "(d)": "#(d)_adj# | #(d)_noun#",
        }
        world = " ".join(
            [
                "at(P, r_0)",
                doorway("r_0", "north", "r_1", "d_0", "open"),
                doorway("r_0", "west", "r_2", "d_1", "open"),
                doorway("r_2", "north", "r_3", "d_2", "closed"),
                passage("r_1", "east", "r_4"),
            ]
        )
        game = Game(World.from_facts(facts(world)))
        names = {"d_0": ("oak", "door"), "d_1": ("iron", "door"), "d_2": (None, "gate")}
        for id_, (adj, noun) in names.items():
            info = game.infos[id_]
            info.name, info.adj, info.noun = f"{adj} {noun}" if adj else noun, adj, noun
        generate_text_from_grammar(game, theme_with(tmp_path, rules))
        infos = game.infos
        assert infos["r_0"].desc.endswith("There are doors, oak and iron, leading north and west.")
        assert infos["r_1"].desc.endswith(
            "There is an exit to the east. The exit to the south is blocked by an oak door."
        )

    def test_only_passable_ways_are_exits(self):
        world = World.from_facts(facts("at(P, r_0) north_of(r_1, r_0) at(o_0, r_1)"))
        assert "\n\n" not in written(Game(world), 0, theme="basic").infos["r_0"].desc

    def test_portable_things_are_left_to_the_story(self):
        game = written(house(), 0, theme="basic")
        for id_ in ("k_0", "f_0", "o_0", "k_1"):
            assert not any(game.infos[id_].name in i.desc for i in game.infos.values()
                           if i.type == "r")  # fmt: skip
        assert game.infos["c_0"].name in game.infos["r_0"].desc

    def test_ids_inside_brackets_names_outside(self):
        game = written(house(), 0, theme="basic")
        name = game.infos["c_0"].name
        assert f"[end if] {name}.[if c_0 is open and there is something in the c_0]" in (
            game.infos["r_0"].desc
        )

    def test_openings_by_type_of_room(self, tmp_path):
        rules = {"room_type": "wet", "wet_dec": "It drips.", "dec": "It is dry."}
        game = generate_text_from_grammar(corridor(2), theme_with(tmp_path, rules))
        assert game.infos["r_0"].desc.startswith("It drips.\n\n")

    def test_blend_descriptions_groups_by_noun_or_adjective(self):
        def described(blend):
            things = "at(P, r_0) at(c_0, r_0) closed(c_0) at(c_1, r_0) open(c_1) at(s_0, r_0)"
            things += " at(s_1, r_0) at(s_2, r_0)"
            game = Game(World.from_facts(facts(things)))
            names = {
                "c_0": "red chest",
                "c_1": "blue chest",
                "s_0": "old table",
                "s_1": "old ashtray",
                "s_2": "new shelf",
            }
            for id_, name in names.items():
                info = game.infos[id_]
                info.name = name
                info.adj, info.noun = name.split()
            written(game, 0, theme="basic", blend_descriptions=blend)
            states = {"c_0": "closed", "c_1": "open"}
            return render(game.infos["r_0"].desc.partition(". ")[2], states, {"s_1": ["pen"]})

        assert described(blend=True) == (
            "There are two chests: one red and one blue. The red one is closed. The blue one is"
            " open. It is empty. There are two old things: a table and an ashtray. The table is a"
            " table. It is empty. The ashtray is a table. On it is a pen. There is a new shelf."
            " It is empty."
        )
        assert described(blend=False) == (
            "There is a closed red chest. There is an open blue chest. It is empty. There is an"
            " old table. It is empty. There is an old ashtray. On it is a pen. There is a new"
            " shelf. It is empty."
        )

    def test_more_than_two_are_several(self):
        game = Game(World.from_facts(facts("at(P, r_0) at(s_0, r_0) at(s_1, r_0) at(s_2, r_0)")))
        for id_, adj in (("s_0", "low"), ("s_1", "high"), ("s_2", "oak")):
            info = game.infos[id_]
            info.name, info.adj, info.noun = f"{adj} shelf", adj, "shelf"
        written(game, 0, theme="basic", blend_descriptions=True)
        assert "There are several shelves: one low, one high and one oak." in (
            game.infos["r_0"].desc
        )

    def test_documented_functions(self):
        game = written(house(), 0, theme="basic")
        grammar = Grammar({"theme": "basic"})
        world = game.world
        before = game.infos["r_0"].desc
        game.infos["r_0"].desc = game.infos["c_0"].desc = None
        assign_description_to_room(world.find_room_by_id("r_0"), game, grammar)
        assert game.infos["r_0"].desc == before
        chest = world.find_object_by_id("c_0")
        assign_description_to_object(chest, grammar, game)
        assert game.infos["c_0"].desc.startswith("It is a box. [if open]It is open.")
        assert expand_clean_replace("room_desc_(t)", grammar, chest, game) == (
            f"There is a {game.infos['c_0'].name}."
        )
        both = [chest, world.find_object_by_id("c_1")]
        names = [game.infos[id_].name for id_ in ("c_0", "c_1")]
        assert clean_replace_objs(grammar, "[It is|They are] (name).", both, game) == (
            f"They are a {names[0]} and a {names[1]}."
        )
        assert obj_list_to_prop_string(both, "name", game) == f"a {names[0]} and a {names[1]}"
        assert obj_list_to_prop_string(both, "name", game, det=False) == " and ".join(names)


class TestPhrases:
    @given(st.lists(st.tuples(st.sampled_from(["a", "A"]), st.sampled_from(sorted(ARTICLES)))))
    def test_articles_agree_whatever_they_were(self, phrases):
        right = " ".join(
            f"{letter}{ARTICLES[word]} {word} idea (banana-{letter.lower()}{ARTICLES[word]} {word})"
            for letter, word in phrases
        )
        for end in ("", "n"):
            wrong = " ".join(
                f"{letter}{end} {word} idea (banana-{letter.lower()}{end} {word})"
                for letter, word in phrases
            )
            assert fix_determinant(wrong) == right

    def test_lists(self):
        assert list_to_string([], True) == ""
        assert list_to_string(["apple"], True) == "an apple"
        assert list_to_string(["red", "blue"], True, "one") == "one red and one blue"
        assert list_to_string(["north", "east", "west"], False) == "north, east and west"

    def test_numbers(self):
        assert repl_sing_plur("There [is a|are] (x)", 1) == "There is a (x)"
        assert repl_sing_plur("[One|Many] and [if open]", 3) == "Many and [if open]"
        assert [replace_num("(^) x", n) for n in (1, 2, 3, 9)] == [
            *("one x", "two x", "several x", "several x")
        ]
