"""Quests: what the player has to do, or must not do, for a reward."""

import json

import pytest
from hand_made_games import WAY_TO_APPLE, actions, apple_game, facts, pantry

from twbench.errors import InputError
from twbench.generator import Event, Quest
from twbench.generator.knowledge.quest import UnderspecifiedQuestError
from twbench.shape import ShapeError

TAKEN, EATEN = facts("in(f_0: f, I)", "eaten(f_0: f)")
WIN, FAIL = Event(conditions=[TAKEN]), Event(conditions=[EATEN])


def full_quest():
    """A quest with everything a quest may have."""
    return Quest(
        apple_game().quests[0].win_events,
        [FAIL],
        reward=3,
        desc="Fetch it.",
        commands=["go east"],
        optional=True,
        repeatable=True,
    )


def test_a_quest_needs_something_to_be_won_or_lost_by():
    with pytest.raises(UnderspecifiedQuestError, match="at least one winning or failing event"):
        Quest()
    assert issubclass(UnderspecifiedQuestError, InputError)
    assert issubclass(UnderspecifiedQuestError, NameError)  # as TextWorld's is


@pytest.mark.parametrize(
    ("quest", "reward"),
    [
        (Quest([WIN]), 1),
        (Quest([WIN], [FAIL]), 1),
        (Quest([], [FAIL]), 0),
        (Quest([WIN], reward=7), 7),
        (Quest([WIN], reward=0), 0),
        (Quest([], [FAIL], reward=-2), -2),
    ],
)
def test_winning_is_worth_a_point_unless_told_otherwise(quest, reward):
    assert quest.reward == reward


@pytest.mark.parametrize(
    ("added", "outcome"),
    [([], (False, False)), ([TAKEN], (True, False)), ([EATEN], (False, True))],
)
def test_any_event_decides(added, outcome):
    elsewhere = Event(conditions=facts("open(c_0: c)"))
    quest = Quest([elsewhere, WIN], [elsewhere, FAIL])
    state = pantry().state.copy()
    state.add_facts(added)
    assert (quest.is_winning(state), quest.is_failing(state)) == outcome


def test_the_commands_are_those_of_the_first_winning_event_unless_given():
    event = apple_game().quests[0].win_events[0]
    assert Quest([event, WIN]).commands == event.commands == WAY_TO_APPLE
    assert Quest([], [event]).commands == ()
    assert Quest([event], commands=WAY_TO_APPLE) == Quest([event])
    assert Quest([event], commands=["take all"]).commands == ("take all",)


def renamed(quest, names):
    """Return a copy in a pantry whose things have these names."""
    copy = quest.copy()
    copy.rename(pantry().kb, names)
    return copy


def test_commands_given_to_a_quest_stay_beside_those_of_its_event():
    event = apple_game().quests[0].win_events[0]
    names = {"k_0": "old key"}
    quest = Quest([event], commands=["take all"])
    assert renamed(quest, names).commands == ("take all",)
    assert renamed(Quest([event]), names).commands[0] == "take old key"
    told = Quest([Event(conditions=event.conditions, commands=["take all"])])
    assert renamed(told, names) == told


def test_renaming_leaves_everything_else_as_it_is():
    quest = full_quest()
    assert renamed(quest, {}) == quest
    now = renamed(quest, {"k_0": "old key"})
    assert now.win_events[0].commands[0] == "take old key"
    assert now.win_events[0].actions == tuple(actions(pantry(), WAY_TO_APPLE))
    unchanged = ("fail_events", "reward", "desc", "commands", "optional", "repeatable")
    assert [getattr(now, name) for name in unchanged] == [
        getattr(quest, name) for name in unchanged
    ]


def test_copies_have_events_of_their_own():
    quest = full_quest()
    copy = quest.copy()
    assert (copy, hash(copy)) == (quest, hash(quest))
    copy.fail_events[0].set_conditions([TAKEN])
    assert copy != quest
    assert quest.fail_events[0].conditions == (EATEN,)


@pytest.mark.parametrize(
    "change",
    [{"reward": 4}, {"desc": "Get it."}, {"commands": ["look"]}, {"optional": False}],
    ids=str,
)
def test_quests_that_differ_in_anything_are_not_equal(change):
    other = Quest.deserialize({**full_quest().serialize(), **change})
    assert other != full_quest()


def test_a_quest_is_nothing_but_a_quest():
    assert Quest([WIN]) != WIN


@pytest.mark.parametrize(
    "quest", [full_quest(), Quest([WIN]), Quest([], [FAIL])], ids=["everything", "won", "lost"]
)
def test_quests_are_read_as_they_were_written(quest):
    data = json.loads(json.dumps(quest.serialize()))
    assert Quest.deserialize(data) == quest
    assert list(data) == [
        *("desc", "reward", "commands", "win_events", "fail_events", "optional", "repeatable")
    ]


def test_files_of_textworld_do_not_say_whether_a_quest_is_repeatable():
    data = full_quest().serialize()
    del data["optional"], data["repeatable"]
    quest = Quest.deserialize(data)
    assert (quest.optional, quest.repeatable) == (False, False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"win_events": None}, "win_events must be a list, not null"),
        ({"fail_events": [{}]}, r"fail_events\[0\].actions is missing"),
        ({"reward": 0.5}, "reward must be a whole number, not the number 0.5"),
        ({"reward": True}, "reward must be a whole number, not true"),
        ({"optional": 1}, "optional must be true or false, not the number 1"),
    ],
    ids=str,
)
def test_what_is_wrong_in_a_file_is_named_by_its_place(change, message):
    with pytest.raises(ShapeError, match=message):
        Quest.deserialize({**full_quest().serialize(), **change})


def test_lists_that_are_set_become_tuples_as_those_given_at_first():
    quest = Quest([Event(conditions=[EATEN])], [WIN], commands=["look"])
    quest.win_events, quest.fail_events, quest.commands = [WIN], [FAIL], ["go east"]
    expected = Quest([WIN], [FAIL], commands=["go east"])
    assert quest == expected
    assert hash(quest) == hash(expected)
    assert (quest.win_events, quest.fail_events, quest.commands) == ((WIN,), (FAIL,), ("go east",))
