"""Words that are nearly known, and lines that ask for less than they seem to."""

import pytest
from cooking_games import supper
from sample_games import Opener, cottage, played


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("tkae lamp", "take"),
        ("clse chest", "close"),
        ("taake lamp", "take"),
        ("tske lamp", "take"),
        ("takee lamp", "take"),
        ("exmaine lamp", "examine"),
        ("please opne chest", "open"),
        ("look. opne chest", "open"),
        ("open chset", "chest"),
        ("put lamp itno chest", "into"),
        ("take lamp form chest", "from"),  # before "for", which is a letter less
        ("go nroth", "north"),
        ("drop evrything", "everything"),
        ("take umrbella", "umbrella"),
        ("invenotry", "inventory"),
        ("tak lamp", "take"),
        ("take lmp", "lamp"),
        ("take teh lamp", "the"),
    ],
)
def test_a_word_that_is_nearly_known_is_asked_about(
    open_story: Opener, line: str, word: str
) -> None:
    answer = played(open_story, cottage(), line)
    assert answer.endswith(f'Did you mean "{word}"?')
    assert answer.count("Did you mean") == 1


@pytest.mark.parametrize(
    "line",
    [
        "ta lamp",  # too short
        "tqk",  # and of three letters none is taken for another
        "take foo",
        "x you",  # which is no slip for "your"
        "lamp tkae",
        "take applle-and-more",
        "chset",  # no verb
        "take tkae",  # a verb, where none is wanted
        "xamine lamp",  # the first letter counts
        "take axe",
    ],
)
def test_of_other_words_nothing_is_asked(open_story: Opener, line: str) -> None:
    assert "Did you mean" not in played(open_story, cottage(), line)


def test_what_is_elsewhere_is_not_told(open_story: Opener) -> None:
    assert played(open_story, cottage(), "take lmap").endswith('Did you mean "lamp"?')
    away = ("go east", "take lmap")
    assert played(open_story, cottage(), *away) == 'I don\'t know the word "lmap".'


@pytest.mark.parametrize("yes", ["yes", "y", " ok", "sure"])
def test_yes_is_an_answer(open_story: Opener, yes: str) -> None:
    for lines in (("tkae lamp", yes), ("tkae lmap", yes, yes)):
        assert played(open_story, cottage(), *lines) == "You pick up the lamp from the ground."


def test_the_rest_of_the_line_is_obeyed_as_well(open_story: Opener) -> None:
    lines = ("tkae lamp. drop it", "yes")
    assert played(open_story, cottage(), *lines).endswith("You drop the lamp on the ground.")


@pytest.mark.parametrize("answer", ["yes", "oops open"])
def test_what_was_done_before_is_not_done_again(open_story: Opener, answer: str) -> None:
    lines = ("look. opne chest. look", answer)
    told = played(open_story, cottage(), *lines)
    assert told.startswith("You open the old chest")
    assert told.count("-=") == 1
    assert played(open_story, cottage(), *lines, "again").count("-=") == 1


def test_what_was_compared_before_is_no_part_of_a_word(open_story: Opener) -> None:
    for word in ("imventory", "inxentory", "inventorx"):
        told = played(open_story, cottage(), "invenotry", word)
        assert told.endswith('Did you mean "inventory"?')


def test_anything_else_is_none(open_story: Opener) -> None:
    assert played(open_story, cottage(), "tkae lamp", "no") == "Very well."
    for between in ("no", "inventory", "zzzz"):
        answer = played(open_story, cottage(), "tkae lamp", between, "yes")
        assert answer == "Nobody has asked you anything."
    assert played(open_story, cottage(), "tkae lamp", "oops take").startswith("You pick up")
    assert played(open_story, cottage(), "tkae lamp", "", "yes").startswith("You pick up")


def test_a_question_asked_before_is_no_longer_open(open_story: Opener) -> None:
    lines = ("take lamp", "put lamp", "opne chest", "chest")
    assert played(open_story, cottage(), *lines) == "Say what to do with it."


@pytest.mark.parametrize("line", ["look, g", "look, look", "look then g"])
def test_again_may_stand_behind_a_comma(open_story: Opener, line: str) -> None:
    answer = played(open_story, cottage(), line)
    assert answer.count("-=") == 2
    assert played(open_story, cottage(), "look", "g, g") == answer
    assert played(open_story, cottage(), "look, again").count("-=") == 1  # said, not done again


@pytest.mark.parametrize("line", ["damn", "damn it", "open the damn chest", "look. fuck you"])
def test_bad_words_are_not_asked_about(open_story: Opener, line: str) -> None:
    assert played(open_story, cottage(), line).endswith("There is no need for such words.")


@pytest.mark.parametrize("line", ["wait 3", "z 3", "wait three turns", "wait for a while"])
def test_several_turns_are_waited_one_by_one(open_story: Opener, line: str) -> None:
    assert played(open_story, cottage(), line) == 'One turn at a time: "wait", then "again".'
    assert played(open_story, cottage(), "wait here") == "Time passes."


@pytest.mark.parametrize("line", ["is there a key?", "are we there yet", "should I eat it?"])
def test_questions_are_answered_as_such(open_story: Opener, line: str) -> None:
    assert played(open_story, cottage(), line) == "That is for you to find out."


@pytest.mark.parametrize("line", ["use lamp", "use lamp on chest", "use lamp with chest"])
def test_to_use_a_thing_says_too_little(open_story: Opener, line: str) -> None:
    assert played(open_story, cottage(), line) == "Say what to do with it."


def test_a_device_that_is_closed_is_no_reason_not_to_cook(open_story: Opener) -> None:
    nothing = "There is nothing here to cook with the oven."
    assert played(open_story, supper(), "drop all", "cook all with oven") == nothing
