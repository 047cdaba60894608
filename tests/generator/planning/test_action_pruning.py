"""Actions that no shortest solution needs are left out; others stay."""

from quest_games import DOOR, FREE, TWO_ROOMS, game_of, quest

from twbench.generator.planning.action_pruning import without_needless
from twbench.generator.planning.grounding import ground


def kept(facts, *quests):
    """Return the names of the actions that are kept, and of all."""
    game = game_of(facts, *quests)
    problem = ground(game.world.state.facts, game.kb, game.quests)
    pruned = without_needless(problem)
    assert set(pruned.actions) <= set(problem.actions)
    return {one.action.name for one in pruned.actions}, {one.action.name for one in problem.actions}


def test_irrelevant_and_pointless_actions_are_left_out():
    facts = TWO_ROOMS + DOOR + "closed(d_0) at(k_0,r_1) at(c_0,r_0) closed(c_0) at(s_0,r_1)"
    names, all_names = kept(facts, quest("in(k_0,I)"))
    assert names == {"go/east", "go/west", "open/d", "take"}
    assert {"drop", "put", "insert", "open/c", "close/d"} <= all_names


def test_dropping_is_kept_where_a_winning_event_asks_for_it():
    facts = TWO_ROOMS + FREE + "at(o_0,r_0)"
    names, _ = kept(facts, quest("at(o_0,r_1)"))
    assert "drop" in names


def test_dropping_is_kept_where_a_failing_event_makes_it_useful():
    facts = TWO_ROOMS + FREE + "in(o_0,I) at(f_0,r_1)"
    names, _ = kept(facts, quest("in(f_0,I)", fails="at(P,r_1) in(o_0,I)"))
    assert "drop" in names


def test_without_a_quest_no_action_is_needed():
    names, all_names = kept(TWO_ROOMS + FREE + "at(o_0,r_0)")
    assert names == set()
    assert "take" in all_names
