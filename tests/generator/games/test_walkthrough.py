"""Walkthroughs of games whose makers have given none."""

import pytest
from hand_made_games import apple_game
from houses_in_the_making import house
from made_games import perform
from quest_games import FREE, TWO_ROOMS, game_of, quest

from twbench.generator import Event, Game, Quest
from twbench.generator.games.walkthrough import (
    best_walkthrough,
    complete_walkthrough,
    find_walkthrough,
    note_highest_score,
    played,
)
from twbench.generator.making.maker import QuestError

WAY = ["open screen door", "go east", "unlock old chest with old key", "open old chest"]


def apple_in_hand(made, **settings):
    apple = made.find_by_name("red apple")
    return Quest([Event(conditions=[made.new_fact("in", apple, made.inventory)])], **settings)


def key_in_the_kitchen(made, **settings):
    key = made.find_by_name("old key")
    return Quest([Event(conditions=[made.new_fact("at", key, made.rooms[0])])], **settings)


def test_actions_that_a_quest_was_made_of_are_the_walkthrough():
    game = apple_game()
    known = next(event for quest in game.quests for event in quest.win_events if event.actions)
    found = find_walkthrough(game, max_nodes=0)
    assert found.actions == known.actions
    assert found.score == game.max_score


def test_conditions_alone_are_enough():
    made = house()
    made.quests = [apple_in_hand(made)]
    game = made.build()
    assert game.metadata["walkthrough"][-1] == "take red apple from old chest"
    assert perform(game, game.walkthrough).completed


def test_random_quests_have_one():
    made = house()
    made.generate_random_quests(nb_quests=1, length=3)
    game = made.build()
    assert perform(game, game.metadata["walkthrough"]).completed


def test_what_is_optional_is_done_before_the_end():
    made = house()
    made.quests = [apple_in_hand(made), key_in_the_kitchen(made, optional=True, reward=3)]
    game = made.build()
    progression = perform(game, game.walkthrough)
    assert (progression.completed, progression.score) == (True, game.max_score) == (True, 4)


def test_what_must_be_done_is_done_last_however_short_the_other_order_is():
    made = house()
    made.quests = [
        Quest([Event(conditions=[made.new_fact("at", made.player, made.rooms[1])])]),
        Quest([Event(conditions=[made.new_fact("open", made.findall("d")[0])])]),
        key_in_the_kitchen(made, optional=True, reward=3),
    ]
    game = made.build()
    assert perform(game, game.walkthrough).score == game.max_score == 5
    assert len(game.walkthrough) == 3


def test_a_walkthrough_that_leaves_out_what_is_optional_is_completed():
    made = house()
    made.set_walkthrough([*WAY, "take red apple from old chest"])
    made.quests = [apple_in_hand(made), key_in_the_kitchen(made, optional=True, reward=3)]
    game = made.build()
    assert perform(game, game.walkthrough).score == 1, "as its maker says"
    assert complete_walkthrough(game) == ""
    assert perform(game, game.walkthrough).score == 4


@pytest.mark.parametrize("walkthrough", [WAY, ["open door", "e"]], ids=["loses", "is no commands"])
def test_a_walkthrough_that_is_wrong_is_left_to_be_refused(walkthrough):
    made = house()
    made.quests = [apple_in_hand(made), key_in_the_kitchen(made, optional=True, reward=3)]
    game = made.build()
    game.walkthrough = walkthrough
    assert complete_walkthrough(game) == ""
    assert game.walkthrough == walkthrough


def test_what_costs_points_is_not_done():
    made = house()
    made.quests = [apple_in_hand(made), key_in_the_kitchen(made, optional=True, reward=-2)]
    game = made.build()
    assert perform(game, game.walkthrough).score == 1


def test_what_costs_points_is_avoided_where_there_is_another_way():
    made = house()
    kitchen, pantry = made.rooms
    yard, shed = made.new_room("yard"), made.new_room("shed")
    made.connect(kitchen.north, yard.south)
    made.connect(yard.east, shed.west)
    made.connect(shed.south, pantry.north)
    trap = Quest([Event(conditions=[made.new_fact("open", made.findall("d")[0])])], reward=-2)
    trap.optional = True
    made.quests = [Quest([Event(conditions=[made.new_fact("at", made.player, pantry)])]), trap]
    assert made.build().walkthrough == ["go north", "go east", "go south"]
    made.quests[0].win_events[0].set_conditions(trap.win_events[0].conditions)
    game = made.build()
    assert game.walkthrough == ["open screen door"], "there is no other way"
    assert perform(game, game.walkthrough).score == -1


@pytest.mark.parametrize(
    ("facts", "wins", "nodes", "problem"),
    [
        (TWO_ROOMS + "at(o_0,r_1)", "at(P,r_1)", 1000, "It cannot be won: no commands complete"),
        (TWO_ROOMS + FREE, "at(P,r_1)", 0, "None was found among the first "),
    ],
)
def test_where_none_is_found_the_reason_is_given(facts, wins, nodes, problem):
    found = find_walkthrough(game_of(facts, quest(wins)), nodes)
    assert found.actions is None
    assert found.problem.startswith(problem)


def test_a_walkthrough_that_wins_no_more_gives_way_to_one_that_does():
    made = house()
    made.set_walkthrough(["open screen door"])
    made.quests = [apple_in_hand(made)]
    game = made.build()
    assert perform(game, game.walkthrough).completed
    made.quests = []
    assert made.build().walkthrough == ["open screen door"]


def test_a_game_that_can_only_be_lost_has_none():
    made = house()
    lost = apple_in_hand(made).win_events
    made.quests = [Quest([], lost)]
    assert made.build().walkthrough is None
    with pytest.raises(QuestError, match=r"has no walkthrough\. It has no quest that wins it"):
        made.test(walkthrough=True)


def test_actions_that_win_and_lose_at_once_are_no_walkthrough():
    game = apple_game()
    (quest,) = game.quests
    game.quests = [quest, Quest(fail_events=quest.win_events)]
    found = find_walkthrough(game)
    assert (found.actions, found.problem[:19]) == (None, "It cannot be won: n")


def exclusive_rewards():
    """Return a maker of a game whose rewards for the apple, 2 or 3, exclude each other."""
    made = house()
    kitchen, _ = made.rooms
    pear = made.new(type="f", name="pear")
    pear.add_property("edible")
    kitchen.add(pear)
    chest = made.find_by_name("old chest")
    eaten, stored = made.new_fact("eaten", pear), made.new_fact("in", pear, chest)
    made.quests = [
        apple_in_hand(made),
        Quest([Event(conditions=[eaten])], [Event(conditions=[stored])], 2, optional=True),
        Quest([Event(conditions=[stored])], [Event(conditions=[eaten])], 3, optional=True),
    ]
    return made


def test_of_rewards_that_exclude_each_other_the_higher_is_had():
    game = exclusive_rewards().build()
    assert game.max_score == 4
    assert perform(game, game.walkthrough).score == 4
    assert Game.deserialize(game.serialize()).max_score == 4


def test_what_can_be_reached_is_known_beside_a_walkthrough_that_was_set():
    made = exclusive_rewards()
    made.set_walkthrough([*WAY, "take red apple from old chest"])
    game = made.build()
    assert (game.max_score, perform(game, game.walkthrough).score) == (4, 1)
    assert complete_walkthrough(game) == ""
    assert perform(game, game.walkthrough).score == 4


def test_what_was_found_out_of_other_quests_does_not_count():
    game = exclusive_rewards().build()
    game.quests[1].reward = 5
    assert game.max_score == 9, "the sum, until it is found out anew"
    assert complete_walkthrough(game) == ""
    assert game.max_score == 6
    game.quests[1].fail_events = game.quests[2].fail_events = ()
    assert complete_walkthrough(game) == ""
    assert game.max_score == 9
    assert "highest_score" not in game.metadata


def test_where_the_search_gives_up_the_sum_stays_and_it_is_said():
    game = exclusive_rewards().build()
    game.reaches(None)
    known = played(game, game.walkthrough_actions)
    found = best_walkthrough(known, game, max_nodes=3)
    assert found.doubt == (
        "It is not known whether more than 4 of 6 points can be reached: the search gave up after"
        " 3 states."
    )
    note_highest_score(game, found)
    assert game.max_score == 6
