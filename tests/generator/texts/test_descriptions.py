"""Descriptions of rooms and things, which follow the state of the game."""

from pathlib import Path

import pytest
from dynamic_text import render
from text_games import (
    corridor,
    doorway,
    facts,
    house,
    passage,
    theme_with,
    written,
)

from twbench.generator import EntityInfo, KnowledgeBase
from twbench.generator.games.game import Game
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.text_generation import (
    assign_description_to_object,
    assign_description_to_room,
    clean_replace_objs,
    expand_clean_replace,
    generate_text_from_grammar,
    obj_list_to_prop_string,
)
from twbench.generator.texts.descriptions import (
    describe_thing,
    fill_in,
    group_things,
)
from twbench.generator.worlds.world import World


def test_a_noun_may_be_described_by_itself(tmp_path: Path) -> None:
    grammar = theme_with(tmp_path, {"toy_box_desc": "The (name) is painted."})

    def told(name: str, noun: str | None) -> str:
        info = EntityInfo("o_0", "o", name=name, noun=noun)
        return describe_thing(info, grammar, KnowledgeBase.default())

    assert told("old toy box", "toy box") == "The old toy box is painted."
    assert told("toy box 12", "toy box 12") == "The toy box 12 is painted."
    assert told("toy box", None) == "It is an object."
    assert told("lamp", "lamp") == "It is an object."


def test_exits_are_grouped_and_agree_in_number():
    infos = written(house(), 0, theme="basic").infos
    room = infos["r_2"].desc.split("\n\n")[1]
    assert room.startswith("There are exits to the south, east and west. There is [if d_1")
    assert infos["r_4"].desc.endswith("\n\nThere is an exit to the north.")
    assert infos["r_3"].desc.endswith(f"{infos['d_1'].name} to the south.")


def test_documented_grouping_of_doors(tmp_path):
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


def test_only_passable_ways_are_exits():
    world = World.from_facts(facts("at(P, r_0) north_of(r_1, r_0) at(o_0, r_1)"))
    assert "\n\n" not in written(Game(world), 0, theme="basic").infos["r_0"].desc


def test_portable_things_are_left_to_the_story():
    game = written(house(), 0, theme="basic")
    for id_ in ("k_0", "f_0", "o_0", "k_1"):
        assert not any(game.infos[id_].name in i.desc for i in game.infos.values()
                       if i.type == "r")  # fmt: skip
    assert game.infos["c_0"].name in game.infos["r_0"].desc


def test_ids_inside_brackets_names_outside():
    game = written(house(), 0, theme="basic")
    name = game.infos["c_0"].name
    assert f"[end if] {name}.[if c_0 is open and there is something in the c_0]" in (
        game.infos["r_0"].desc
    )


def test_openings_by_type_of_room(tmp_path):
    rules = {"room_type": "wet", "wet_dec": "It drips.", "dec": "It is dry."}
    game = generate_text_from_grammar(corridor(2), theme_with(tmp_path, rules))
    assert game.infos["r_0"].desc.startswith("It drips.\n\n")


def test_blend_descriptions_groups_by_noun_or_adjective():
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


def test_more_than_two_are_several():
    game = Game(World.from_facts(facts("at(P, r_0) at(s_0, r_0) at(s_1, r_0) at(s_2, r_0)")))
    for id_, adj in (("s_0", "low"), ("s_1", "high"), ("s_2", "oak")):
        info = game.infos[id_]
        info.name, info.adj, info.noun = f"{adj} shelf", adj, "shelf"
    written(game, 0, theme="basic", blend_descriptions=True)
    assert "There are several shelves: one low, one high and one oak." in (game.infos["r_0"].desc)


def test_documented_functions():
    game = written(house(), 0, theme="basic")
    grammar = Grammar({"theme": "basic"})
    world = game.world
    before = game.infos["r_0"].desc
    game.infos["r_0"].desc = game.infos["c_0"].desc = None
    told = assign_description_to_room(world.find_room_by_id("r_0"), game, grammar)
    assert told == game.infos["r_0"].desc == before
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


CHEST = EntityInfo("c_0", "c", name="old chest", noun="chest", adj="old")


KB = KnowledgeBase.default()


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("A (name).", "A old chest."),
        ("The (name-n) is (name-adj).", "The chest is old."),
        ("[if (name) is open](name)[end if]", "[if c_0 is open]old chest[end if]"),
        ("[list of things in the (name-n)]", "[list of things in the c_0]"),
        ("100 % (name-n), (but) [you]", "100 % chest, (but) [you]"),
        ("nothing", "nothing"),
    ],
)
def test_names_stand_in_prose_and_ids_in_brackets(text: str, filled: str) -> None:
    assert fill_in(text, CHEST) == filled


def test_what_a_thing_lacks_is_left_out() -> None:
    plain = EntityInfo("o_0", "o", name="cup")
    assert fill_in("(name-adj)(name-n)", plain) == "cup"
    assert fill_in("(name)", EntityInfo("o_0", "o")) == ""


@pytest.mark.parametrize(
    ("type_", "told"),
    [
        ("o", "It is odd."),
        ("c", "It is odd. It opens.[if open] It holds.[end if]"),
        ("d", "It is odd. It opens."),
        ("s", "It is odd. On it."),
    ],
)
def test_things_tell_what_can_be_done_with_them(tmp_path: Path, type_: str, told: str) -> None:
    rules = {f"({one})_desc": "It is odd." for one in "tocds"}
    rules |= {"openable_desc": "It opens.", "on_desc": "On it."}
    rules["in_desc"] = "[if open] It holds.[end if]"
    info = EntityInfo(f"{type_}_0", type_, name="thing")
    assert describe_thing(info, theme_with(tmp_path, rules), KB) == told


def test_things_are_grouped_by_noun_before_adjective() -> None:
    named = {"c_0": "red box", "c_1": "old box", "c_2": "old jar", "s_0": "old desk", "s_1": "desk"}
    things = []
    for id_, name in named.items():
        adj, _, noun = name.rpartition(" ")
        things.append(EntityInfo(id_, id_[0], name=name, adj=adj or None, noun=noun))
    groups, alone = group_things(things)
    assert [(shared, [thing.id for thing in group]) for shared, group in groups] == [
        ("noun", ["c_0", "c_1"]),
        ("adj", ["c_2", "s_0"]),
    ]
    assert [thing.id for thing in alone] == ["s_1"]
    assert group_things(iter(())) == ([], [])


@pytest.mark.parametrize(
    ("articles", "text", "filled"),
    [
        ((None, None), "The (name) is a (name).", "The Sting is a Sting."),
        (("", None), "The (name) is a (name), the old (name).", "Sting is Sting, the old Sting."),
        (("", ""), "This is (name-definite).", "This is Sting."),
        (("that", None), "The (name) is an (name).", "That Sting is an Sting."),
        (("that", "some"), "A (name) is the (name).", "Some Sting is that Sting."),
        ((None, "some"), "A (name) is the (name).", "Some Sting is the Sting."),
        (
            ("", None),
            "[if the (name) is open]The (name).[end if]",
            "[if the o_0 is open]Sting.[end if]",
        ),
    ],
)
def test_articles_of_the_maker_go_before_names(articles, text, filled):
    info = EntityInfo("o_0", "o")
    info.name, (info.definite, info.indefinite) = "Sting", articles
    assert fill_in(text, info) == filled
