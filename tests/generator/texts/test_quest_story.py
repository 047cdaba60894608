"""Several quests as one story: what is told of each when the others have been told."""

from houses_in_the_making import house

from twbench.generator import Quest
from twbench.generator.texts.quest_story import telling_order, told_parts

WAY = ["open screen door", "go east", "unlock old chest with old key", "open old chest"]


def quests_of(made, *ways, **settings):
    made.quests = [
        Quest([made.new_event_using_commands(commands)], **settings) for commands in ways
    ]
    return made.quests


def told(made, quests):
    """Return the names of the actions that are told of each quest."""
    parts = told_parts(quests, made.build())
    return [[action.name for action in actions] for actions in parts]


def test_a_quest_begins_where_the_one_before_it_has_ended():
    made = house()
    quests = quests_of(made, WAY[:1], WAY[:2], WAY)
    assert told(made, quests) == [["open/d"], ["go/east"], ["unlock/c", "open/c"]]


def test_the_player_is_sent_back_where_that_is_needed():
    made = house()
    quests = quests_of(made, WAY[:2], ["drop old key"])
    # What is dropped has to lie in the first room: the event asks for that.
    assert told(made, quests) == [["open/d", "go/east"], ["go/west", "drop"]]


def test_what_is_done_by_then_is_not_told_again():
    made = house()
    quests = quests_of(made, WAY, WAY[:1])
    assert told(made, quests)[1] == []
    game = made.build()
    assert game.quests[1].desc == ""
    assert game.objective.count("screen door") == 2, "opened, and gone through"


def test_a_quest_without_a_way_from_there_is_told_from_the_start():
    made = house()
    eaten = [*WAY, "take red apple from old chest", "eat red apple"]
    kept = [*WAY, "take red apple from old chest", "drop red apple"]
    assert told(made, quests_of(made, eaten, kept))[1][-1] == "drop"
    assert len(told(made, made.quests)[1]) == len(kept)


def test_what_must_be_done_last_is_told_last():
    made = house()
    must, may = quests_of(made, WAY, ["drop old key"])
    may.optional = True
    assert telling_order([must, may]) == [may, must]
    assert telling_order([may, must]) == [may, must]
    assert telling_order([may]) == [may]
    objective = made.build().objective
    assert objective.index(may.desc) < objective.index(must.desc)


def test_nobody_is_told_to_lose_points():
    made = house()
    must, trap = quests_of(made, WAY, ["drop old key"])
    trap.optional, trap.reward = True, -1
    game = made.build()
    assert trap.desc == ""
    assert must.desc in game.objective


def test_the_steps_of_all_quests_are_those_of_one_story():
    made = house()
    made.options.grammar.theme = "house"
    first, second, last = quests_of(made, WAY[:2], WAY[:3], WAY)
    objective = made.build().objective
    places = [objective.index(quest.desc) for quest in (first, second, last)]
    assert places == sorted(places)
    made.quests = [last]
    assert made.build().objective != objective
