"""What an explorer reads out of texts."""

import pytest

from twbench.agents.exploring import habits, reading


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("There is a small mailbox here.", ["mailbox"]),
        ("A battery powered brass lantern is on the trophy case.", ["lantern", "case"]),
        ("The trophy case holds an elvish sword.", ["sword", "holds"]),
        ("On the ground is a pile of leaves.", ["pile", "leaves"]),
        ("You see an egg encrusted with jewels.", ["egg", "jewels"]),
        ("Nothing happens. You can't go that way.", []),
    ],
)
def test_things_are_the_nouns_behind_articles(text, named):
    assert [nouns[0] for nouns in reading.things(text)] == named


def test_what_may_be_a_verb_has_another_name():
    assert list(reading.things("The trophy case holds.")) == [("holds", "case")]
    assert list(reading.things("the silver lamp")) == [("lamp",)]


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("Doors lead north and southwest, stairs upward.", {"north", "southwest", "up"}),
        ("You are in a cellar. It is cold out here.", set()),
        ("The stairs descends into darkness.", {"down"}),
    ],
)
def test_ways_are_those_that_are_named(text, ways):
    assert reading.named_ways(text) == ways


def test_a_refusal_may_say_which_ways_there_are():
    assert reading.only_ways("You can only go north from here.") == {"north"}
    assert reading.only_ways("You can't go that way.") == set()


def test_an_answer_is_its_first_paragraph_whatever_it_is_said_of():
    lamp = reading.Answer("> Hall    Score: 0\n\nIt is a fine lamp.\n\nA bird sings.", "lamp")
    assert lamp.first == "It is a fine lamp."
    assert lamp.form == reading.Answer("It is a fine gem.", "gem").form
    assert not lamp.is_refused
    assert reading.Answer("That's not something you can open.").is_refused
    assert reading.Answer("").is_refused


def test_what_was_taken_is_known_by_names_that_a_parser_knows():
    text = "bird's nest: Taken.\nnasty-looking knife: Taken.\nrug: It is heavy.\n"
    assert reading.taken(text) == ["nest", "knife"]
    assert list(reading.listed(text)) == ["nest", "knife", "rug"]
    assert reading.taken("Taken.") == [""]


def test_an_inventory_lists_what_is_carried():
    text = "You are carrying:\n  an ID card\n  a lantern (providing light)\n"
    assert reading.carried(text) == ["id card", "lantern"]
    assert reading.carried("You are empty-handed.") == []


def test_a_question_leaves_a_choice():
    text = "Which do you mean, the red door, the blue door or the door?"
    assert reading.which_things(text) == ["red door", "blue door", "door"]
    assert reading.which_things("You see nothing special.") == []


@pytest.mark.parametrize(
    ("judge", "yes", "no"),
    [
        (reading.is_person, "He looks at you.", "The statue shows his clothes."),
        (reading.is_animate, "That would be less than courteous.", "He looks at you."),
        (reading.is_dark, "It is pitch black here.", "A dark wood."),
        (reading.is_gone, "You can't see any such thing.", "You see nothing special."),
        (reading.is_unknown_word, 'I don\'t know the word "plugh".', "It is locked."),
        (reading.is_overloaded, "Your load is too heavy.", "Taken."),
        (reading.is_received, "She gives you a key.", "She looks away."),
        (reading.is_on_something, "You'll have to get off the bed first.", "You can't go there."),
        (reading.has_died, "**** You have died ****", "He has died."),
        (reading.reveals, "Opening the sack reveals a lunch.", "Done."),
        (reading.more_to_come, "[Press any key to go on]", "You press the handle. It is stuck."),
        (reading.question, "Are you sure? (y/n)", "You are."),
        (reading.question, "Please answer yes or no.", "He has no answer."),
        (reading.no_way, "You can't go that way.", "The door is locked."),
    ],
)
def test_what_texts_tell(judge, yes, no):
    assert judge(yes)
    assert not judge(no)


def test_who_means_harm_stands_before_what_tells_of_it():
    assert habits.foe("A room.  A nasty-looking troll, brandishing an axe, waits.") == "troll"
    assert habits.foe("A troll sleeps.") is None
