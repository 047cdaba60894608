"""Commands about several things, and what "them" and "it" are afterwards."""

from collections.abc import Callable

import pytest
from sample_games import cottage

from twbench.envs import StoryEnv

Opener = Callable[..., StoryEnv]


def played(open_story: Opener, *lines: str) -> str:
    """What the cottage answers to the last of some lines."""
    env = open_story(cottage())
    env.reset()
    return [env.step(line)[0].feedback for line in lines][-1]


@pytest.mark.parametrize("them", ["them", "all of them", "them, please"])
@pytest.mark.parametrize("between", ["look", "examine table", "open chest"])
def test_them_is_what_was_listed(open_story: Opener, between: str, them: str) -> None:
    dropped = played(open_story, "take apple and lamp", between, f"drop {them}")
    expected = "apple: You drop the apple on the ground.\nlamp: You drop the lamp on the ground.\n"
    assert dropped == expected


def test_them_is_what_was_done_of_all(open_story: Opener) -> None:
    answer = played(open_story, "take lamp", "drop all. take them")
    assert answer.splitlines()[-2:] == [
        "lamp: You pick up the lamp from the ground.",
        "umbrella: You pick up the umbrella from the ground.",
    ]


def test_what_was_refused_is_meant_too(open_story: Opener) -> None:
    assert played(open_story, "eat lamp and apple", "take them") == (
        "lamp: You pick up the lamp from the ground.\napple: You take the apple from the table.\n"
    )


def test_other_things_may_be_listed_beside_them(open_story: Opener) -> None:
    answer = played(open_story, "take apple and lamp", "drop them and the umbrella")
    assert answer.splitlines() == [
        "apple: You drop the apple on the ground.",
        "lamp: You drop the lamp on the ground.",
        "umbrella: You drop the umbrella on the ground.",
    ]


def test_them_is_what_is_here_of_it(open_story: Opener) -> None:
    lines = ("take apple and lamp", "drop lamp", "go east", "drop them")
    assert played(open_story, *lines) == "You drop the apple on the ground.\n"
    gone = ("take apple and lamp", "drop them", "go east", "take them")
    assert played(open_story, *gone) == "The lamp isn't here.\n"


def test_of_one_thing_them_is_it(open_story: Opener) -> None:
    assert played(open_story, "take lamp", "drop them") == "You drop the lamp on the ground.\n"


@pytest.mark.parametrize("line", ["examne lamp", "please examne lamp", "look. examne lamp"])
def test_a_verb_that_nobody_knows_is_named(open_story: Opener, line: str) -> None:
    assert played(open_story, line).endswith('word "examne". Did you mean "examine"?\n')
    assert played(open_story, line, "oops examine").endswith("A brass lamp.\n")


@pytest.mark.parametrize("line", ["me", "kitchen"])
def test_words_that_are_known_are_no_verbs(open_story: Opener, line: str) -> None:
    assert played(open_story, "examne lamp", line) == "That's not a verb I recognise.\n"


@pytest.mark.parametrize("line", ["lamp", "the lamp", "table"])
def test_a_thing_alone_is_no_command(open_story: Opener, line: str) -> None:
    assert played(open_story, "examne lamp", line) == "Say what to do with it.\n"


@pytest.mark.parametrize("line", ["l me", "look me", "l myself", "look at me"])
def test_players_may_look_at_themselves(open_story: Opener, line: str) -> None:
    assert played(open_story, line) == "You look as you always do.\n"


def test_what_was_listed_twice_is_one_of_them(open_story: Opener) -> None:
    lines = ("take apple, lamp and apple", "drop them and it", "take them")
    assert played(open_story, *lines) == (
        "apple: You pick up the apple from the ground.\n"
        "lamp: You pick up the lamp from the ground.\n"
    )
    twice = ("take lamp and lamp", "drop them")
    assert played(open_story, *twice) == "You drop the lamp on the ground.\n"


@pytest.mark.parametrize("list_", ["them and lamp", "them, them and them", "apple, lamp and apple"])
def test_what_is_listed_twice_is_done_once(open_story: Opener, list_: str) -> None:
    answer = played(open_story, "take apple and lamp", f"drop {list_}")
    assert answer.splitlines() == [
        "apple: You drop the apple on the ground.",
        "lamp: You drop the lamp on the ground.",
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("open chest", "put lamp and apple in chest"),
        ("open chest. take lamp", "put all in chest"),
        ("open chest", "take all", "x chest. put them in it"),
        ("open chest. take all from it",),
        ("take all from chest. open it",),
    ],
)
def test_it_is_what_several_were_put_in_or_taken_from(
    open_story: Opener, lines: tuple[str, ...]
) -> None:
    *before, last = lines
    answer = played(open_story, *before, f"{last}, close it")
    assert answer.splitlines()[-1] == "You close the old chest."


def test_of_one_thing_it_is_that(open_story: Opener) -> None:
    assert played(open_story, "open chest", "take all from chest", "x it").startswith("A key")
