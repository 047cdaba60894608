"""What can be seen never to come true again."""

import pytest
from quest_games import FREE, TWO_ROOMS, facts_of, game_of, quest

from twbench.generator.planning.event_plans import find_event_plan
from twbench.generator.planning.lost_things import is_lost

HOUSE = TWO_ROOMS + FREE + "at(c_0,r_1) closed(c_0) at(o_0,r_0) "


@pytest.mark.parametrize(
    ("facts", "wanted", "lost"),
    [
        pytest.param("in(f_0,c_0) edible(f_0)", "in(f_0,I)", False, id="shut in"),
        pytest.param("in(f_0,I) edible(f_0)", "in(f_0,c_0)", False, id="in hand"),
        pytest.param("in(f_0,c_0) edible(f_0)", "eaten(f_0)", False, id="to be eaten"),
        pytest.param("eaten(f_0) edible(f_0)", "in(f_0,I)", True, id="eaten"),
        pytest.param("eaten(f_0) edible(f_0)", "eaten(f_0)", False, id="true already"),
        pytest.param("eaten(f_0) edible(f_0)", "at(P,r_1) at(f_0,r_1)", True, id="one of two"),
        pytest.param("", "in(f_0,I)", True, id="not there"),
        pytest.param("", "at(P,r_1)", False, id="the player"),
    ],
)
def test_what_no_rule_leads_back_to_is_lost(facts: str, wanted: str, lost: bool) -> None:
    game = game_of(HOUSE + facts, quest(wanted))
    (event,) = game.quests[0].win_events
    assert is_lost(facts_of(wanted), game.world.state, game.kb) == lost
    plan = find_event_plan(event, (), game.world.state, game.kb)
    assert (plan.actions is None) == lost
    assert not plan.gave_up
