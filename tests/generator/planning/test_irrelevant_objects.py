"""Worlds without what cannot matter to a quest."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quest_games import FREE, TWO_ROOMS, facts_of, game_of, quest

from twbench.generator import Game, KnowledgeBase, World, shortest_solution
from twbench.generator.planning.irrelevant_objects import without_irrelevant_objects
from twbench.logic import GameLogic

CLOSED_CHEST = "at(c_0,r_0) closed(c_0) in(o_0,c_0) "


def kept(facts, *quests, kb=None):
    """Return the names of all things that facts are left about."""
    state = World.from_facts(facts_of(facts), kb).state
    left = without_irrelevant_objects(state, quests)
    return {v.name for fact in left for v in fact.arguments} - {"P", "I", "r_0", "r_1"}


def test_what_is_portable_and_in_no_event_is_irrelevant():
    things = "at(o_1,r_0) on(f_0,s_0) at(s_0,r_1) edible(f_0)"
    assert kept(TWO_ROOMS + FREE + CLOSED_CHEST + things, quest("in(o_0,I)")) == {
        *("c_0", "o_0", "s_0"),
    }


@pytest.mark.parametrize("thing", ["k_0", "c_0", "s_0"])
def test_keys_containers_and_supporters_are_not(thing):
    assert kept(f"at(P,r_0) at(o_0,r_0) at({thing},r_0)", quest("in(o_0,I)")) == {"o_0", thing}


@pytest.mark.parametrize(
    "asked",
    [
        quest("in(f_0,I)"),
        quest("in(o_0,I)|eaten(f_0)"),
        quest("in(o_0,I)", "eaten(f_0)"),
        quest("in(o_0,I)", "eaten(o_0)|in(f_0,I)"),
    ],
    ids=["won by", "another way to win", "lost by", "another way to lose"],
)
def test_what_is_in_any_event_is_none(asked):
    assert "f_0" in kept("at(P,r_0) at(o_0,r_0) at(f_0,r_0)", asked)


def test_any_quest_may_ask():
    two = quest("in(o_0,I)"), quest("in(o_1,I)")
    assert kept("at(P,r_0) at(o_0,r_0) at(o_1,r_0) at(o_2,r_0)", *two) == {"o_0", "o_1"}


def test_without_irrelevant_objects_all_facts_stay_and_the_state_never_changes():
    state = World.from_facts(facts_of("at(P,r_0) at(o_0,r_0) at(o_1,r_0)")).state
    before = state.copy()
    assert set(without_irrelevant_objects(state, [quest("in(o_0,I) in(o_1,I)")])) == set(
        state.facts
    )
    assert len(without_irrelevant_objects(state, [quest("in(o_0,I)")])) == 2
    assert state == before


LEVER = """
type P { }
type I { predicates { in(o, I); } }
type r { predicates { at(P, r); at(o, r); lit(r); } }
type o { rules { take :: $at(P, r) & at(o, r) -> in(o, I);
                 MORE } }
"""


@pytest.mark.parametrize(
    ("rule", "is_bystander"),
    [
        ("rub :: $at(P, r) & in(o, I) -> at(o, r);", True),
        ("wave :: $at(P, r) & in(o, I) -> at(o, r) & lit(r);", False),
        ("burn :: $at(P, r) & in(o, I) -> lit(r);", False),
        ("swap :: $at(P, r) & in(o, I) & at(o', r) -> in(o', I);", False),
        ("lose :: $at(P, r) & in(o, I) & lit(r) -> at(o, r);", True),
    ],
    ids=["adds about it", "adds about more", "adds about another", "for another", "removes more"],
)
def test_a_thing_counts_as_soon_as_an_action_with_it_adds_what_does_not_mention_it(
    rule, is_bystander
):
    kb = KnowledgeBase(GameLogic.parse(LEVER.replace("MORE", rule)))
    left = kept("at(P,r_0) at(o_0,r_0) at(o_1,r_0)", quest("in(o_0,I)"), kb=kb)
    assert left == ({"o_0"} if is_bystander else {"o_0", "o_1"})


extras = st.sampled_from(
    ["at(o_5,r_0)", "in(o_6,I)", "at(f_5,r_1)", "in(f_6,c_0)", "in(k_5,I)", "edible(f_5)"]
)


@given(st.sets(extras, max_size=4))
@settings(max_examples=15)
def test_shortest_solutions_are_as_long_without_them(more):
    world = TWO_ROOMS + FREE + "at(o_0,r_1) " + CLOSED_CHEST.replace("o_0", "o_1")
    wanted = quest("in(o_0,I) in(o_1,I)", "eaten(f_5)")
    game = game_of(world + " ".join(sorted(more)), wanted)
    fewer = Game(
        World.from_facts(without_irrelevant_objects(game.world.state, game.quests)), quests=[wanted]
    )
    assert shortest_solution(game).length == shortest_solution(fewer).length == 4
