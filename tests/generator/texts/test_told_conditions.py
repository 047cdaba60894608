"""Conditions in plain words, for quests of which no way is known."""

import pytest
from houses_in_the_making import house
from text_games import facts

from twbench import GameMaker, GameOptions
from twbench.generator import Event, KnowledgeBase, Quest
from twbench.generator.texts.told_conditions import told_condition
from twbench.logic import GameLogic, Proposition

OWN = """
type lamp : o {
    predicates { unlit(lamp); lit(lamp); dusty(lamp); }
    rules {
        light :: $in(lamp, I) & unlit(lamp) -> lit(lamp);
        ignite :: $in(lamp, I) & unlit(lamp) & dusty(lamp) -> lit(lamp);
        wipe :: $in(lamp, I) & dusty(lamp) -> clean_as_new(lamp);
    }
    inform7 {
        commands {
            light :: "light {lamp}" :: "lighting the {lamp}";
            ignite :: "ignite {lamp}" :: "igniting the {lamp}";
            wipe :: "wipe {lamp}" :: "wiping the {lamp}";
        }
    }
}
type merchant : t {
    predicates { has(merchant, o); owes(merchant, o); haggled(merchant, merchant); dawn();
        seen_with(merchant, merchant); }
    rules {
        offer :: $at(P, r) & $at(merchant, r) & in(o, I) -> has(merchant, o) & owes(merchant, o);
        show :: $at(P, r) & $at(merchant, r) & $in(o, I) -> has(merchant, o);
        wait :: $at(P, r) -> dawn();
        haggle :: $at(merchant, r) & $at(merchant', r) -> haggled(merchant, merchant')
            & seen_with(merchant, merchant');
        talk :: $at(merchant, r) & $at(merchant', r) -> haggled(merchant, merchant') & dawn()
            & seen_with(merchant, merchant');
    }
    inform7 {
        predicates {
            has(merchant, o) :: "The {merchant} has the {o}";
            haggled(merchant, merchant') :: "A price is agreed on.";
        }
        commands {
            offer :: "offer {o} to {merchant}" :: "offering the {o}";
            show :: "show {o} to {merchant}" :: "showing the {o}";
            wait :: "wait for dawn" :: "waiting";
        }
    }
}
"""


@pytest.fixture(scope="module")
def kb():
    logic = KnowledgeBase.default().logic.serialize() + OWN.replace(
        "dusty(lamp); }", "dusty(lamp); clean_as_new(lamp); }"
    )
    return KnowledgeBase(GameLogic.parse(logic))


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("in(o_0, I)", "get the o_0"),
        ("in(o_0, I) in(k_0, I) in(o_0, I)", "get the o_0 and the k_0"),
        ("in(o_0, c_0)", "put the o_0 into the c_0"),
        ("on(o_0, s_0)", "put the o_0 on the s_0"),
        ("at(o_0, r_0)", "leave the o_0 in the r_0"),
        ("at(P, r_0)", "go to the r_0"),
        ("open(d_0)", "open the d_0"),
        ("locked(c_0)", "lock the c_0"),
        ("eaten(f_0)", "eat the f_0"),
        ("at(P, r_0) north_of(r_0, r_1)", "go to the r_0"),
        (
            "at(P, r_0) in(o_0, I) closed(c_0)",
            "see to it that you are in the r_0, you are carrying the o_0 and the c_0 is closed",
        ),
        ("owes(merchant_0, o_0)", "offer the o_0 to the merchant_0"),
        ("has(merchant_0, o_0)", "see to it that the merchant_0 has the o_0"),
        ("lit(lamp_0)", "see to it that the lamp_0 is lit"),
        ("clean_as_new(lamp_0)", "wipe the lamp_0"),
        (
            "clean_as_new(lamp_0) on(o_0, s_0)",
            "see to it that the lamp_0 is clean as new and the o_0 is on the s_0",
        ),
        ("haggled(merchant_0, merchant_1)", "see to it that a price is agreed on"),
        ("seen_with(merchant_0, merchant_1)", ""),
        ("seen_with(merchant_0, merchant_1) at(P, r_0)", ""),
        ("north_of(r_0, r_1)", ""),
        ("unheard_of(o_0)", ""),
    ],
)
def test_what_is_asked_for(kb, condition, told):
    assert told_condition(facts(condition), kb, lambda thing: f"the {thing.name}") == told


def test_what_is_about_nothing(kb):
    dawn = Proposition("dawn", [])
    assert told_condition([dawn], kb, str) == "wait for dawn"
    night = KnowledgeBase(GameLogic.parse(kb.logic.serialize().replace("dawn()", "night()")))
    assert told_condition([dawn], night, str) == ""


def told(made):
    game = made.build()
    return [quest.desc for quest in game.quests], game


def test_quests_by_conditions_are_told():
    made = house()
    apple, chest = made.find_by_name("red apple"), made.find_by_name("old chest")
    taken = Event(conditions=[made.new_fact("in", apple, made.inventory)])
    opened = Event(conditions=[made.new_fact("open", chest)])
    made.options.grammar.theme = "basic"
    made.quests = [Quest([opened, taken])]
    descs, game = told(made)
    assert descs == ["Open the old chest, or get the red apple."]
    assert game.objective == f"Your task: {descs[0]} That is all."
    assert game.metadata["guidance"] == "goal"
    made.quests = [made.new_quest_using_commands(["open screen door"]), Quest([taken])]
    descs, game = told(made)
    assert descs == ["Open the screen door.", "Get the red apple."]
    assert game.metadata["guidance"] == "last", "some actions are told, others are not"


def test_what_loses_or_costs_points_is_not_told():
    made = house()
    apple = made.find_by_name("red apple")
    taken = Event(conditions=[made.new_fact("in", apple, made.inventory)])
    made.quests = [Quest([], [taken]), Quest([taken], reward=-1, optional=True)]
    descs, game = told(made)
    assert descs == ["", ""]
    assert game.objective == ""


def test_a_thing_without_an_article_has_none():
    options = GameOptions()
    options.seeds, options.grammar.theme = 1, "basic"
    made = GameMaker(options)
    room = made.new_room("hall")
    made.set_player(room)
    sting = made.new(type="o", name="Sting")
    sting.infos.definite = ""
    room.add(sting)
    made.quests = [Quest([Event(conditions=[made.new_fact("in", sting, made.inventory)])])]
    assert told(made)[0] == ["Get Sting."]
