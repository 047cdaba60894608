"""What players type besides the commands of the logic, or say in other words than it does."""

import pytest
from cooking_games import supper
from sample_games import Opener, cottage, played

IN_HAND = ("open chest", "take red key")


@pytest.mark.parametrize(
    "line",
    [
        "use red key on oak door",
        "use key with door",
        "use the red key to unlock the oak door",
        "use red key to open oak door",
        "use it on door",
    ],
)
def test_a_key_is_used_to_unlock(open_story: Opener, line: str) -> None:
    answer = played(open_story, cottage(), *IN_HAND, line)
    assert answer.endswith("You unlock the oak door.")


def test_what_is_used_may_be_refused_or_asked_for(open_story: Opener) -> None:
    unlocked = (*IN_HAND, "use red key on oak door")
    assert played(open_story, cottage(), *unlocked, "g") == "The oak door isn't locked."
    assert played(open_story, cottage(), "use lamp on table") == "Say what to do with it."
    asked = (*IN_HAND, "use red key on")
    assert played(open_story, cottage(), *asked) == "What do you want to use the red key on?"
    assert played(open_story, cottage(), *asked, "door") == "You unlock the oak door."
    for all_of_it in ("use red key on all", "use red key on all but chest"):
        assert played(open_story, cottage(), *IN_HAND, all_of_it) == "Say what to do with it."
    told = played(open_story, cottage(), *IN_HAND, "use red key to open door. open it")
    assert told.endswith("You open the oak door.")
    commas = played(open_story, cottage(), *IN_HAND, "use red key,to open door")
    assert commas == "You can do that with one thing at a time only."


def test_what_is_used_to_cook_is_no_secret_but_how_to_cut_is(open_story: Opener) -> None:
    env = open_story(supper())
    env.reset()
    for line, answer in (
        ("use knife on green hot pepper", "Say what to do with it."),
        ("use oven on green hot pepper", "You roast the green hot pepper in the oven."),
        ("cook stove", "Only food can be cooked."),
        ("turn on the stove", "What gives heat is hot already: cook something with it."),
    ):
        assert env.step(line)[0].feedback.strip() == answer, line


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("put table", "That is fixed in place."),
        ("put chest", "That is fixed in place."),
        ("unlock with key", "What do you want to unlock?"),
        ("leave room", "Say a direction: north, south, east or west."),
        ("exit the kitchen", "Say a direction: north, south, east or west."),
        ("leave umbrella", "You drop the umbrella on the ground."),
        ("leave umbrella on table", "You put the umbrella on the table."),
        ("leave umbrella in chest", "The old chest is closed."),
        ("leave lamp at kitchen", "That is where you are: look around to see what is here."),
        ("set down umbrella", "You drop the umbrella on the ground."),
        ("move umbrella to table", "You put the umbrella on the table."),
        ("move umbrella to chest", "The old chest is closed."),
        ("leave north", "The oak door is locked."),
        ("exit north", "The oak door is locked."),
        ("exit door", "The oak door is locked."),
        ("step on table", "You would rather stay on your feet."),
        ("walk on table", "You can't see any such thing."),
        ("slice up apple", "You can't see any such thing."),
        ("what is in the kitchen", "That is where you are: look around to see what is here."),
        ("where is the lamp in the kitchen", "It is right here."),
        ("exit", "Say a direction: north, south, east or west."),
        ("look at my inventory", "You are carrying an umbrella."),
        ("quit game", "Goodbye. (If this session does not end here, the game goes on.)"),
        ("how do i open door", "That is for you to find out."),
        ("why", "That is for you to find out."),
        ("take lamp from the floor of the kitchen", "You pick up the lamp from the ground."),
        ("retrieve the lamp", "You pick up the lamp from the ground."),
        ("take lamp here", "You pick up the lamp from the ground."),
        ("score", "You have so far scored 0, in 0 turns."),  # a quest is repeatable: no bound
    ],
)
def test_what_is_said_of_other_lines(open_story: Opener, line: str, answer: str) -> None:
    assert played(open_story, cottage(), line) == answer


@pytest.mark.parametrize("line", ["x here", "look here", "step west", "proceed west"])
def test_other_words_for_what_is_known(open_story: Opener, line: str) -> None:
    before = ("go east",) if line.endswith("west") else ()
    assert played(open_story, cottage(), *before, line).startswith("-=")


def test_each_is_all(open_story: Opener) -> None:
    env = open_story(cottage())
    env.reset()
    every = env.step("take all")[0].feedback
    env.reset()
    assert env.step("take each")[0].feedback == every
