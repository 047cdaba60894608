"""Commands in words become keys, or a sentence that says what is wrong."""

import pytest

from twbench.minihack.text.commands import Command, command_words, parse_command

pytestmark = pytest.mark.nle


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("north", Command((ord("k"),))),
        ("  Go   NorthEast ", Command((ord("u"),))),
        ("sw", Command((ord("b"),))),
        ("far east", Command((ord("L"),))),
        ("wait", Command((ord("."),))),
        ("search", Command((ord("s"),))),
        ("eat", Command((ord("e"),))),
        ("eat the apple", Command((ord("e"),), "apple")),
        ("put on the oval amulet", Command((ord("P"),), "oval amulet")),
        ("take off boots", Command((ord("T"),), "boots")),
        ("pick up a dagger", Command((ord(","),), "dagger")),
        ("kick north", Command((4,), "", ord("k"))),
        ("attack e", Command((ord("F"), ord("l")))),
        ("open door west", Command((ord("o"),), "", ord("h"))),
        ("throw dagger at e", Command((ord("t"),), "dagger", ord("l"))),
        ("zap wand", Command((ord("z"),), "wand")),
    ],
)
def test_words_are_keys_and_answers(text: str, command: Command) -> None:
    assert parse_command(text) == command


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("norht", "Did you mean 'north'?"),
        ("dance", "Commands begin with"),
        ("", "Commands begin with"),
        ("kick", "Say in which direction, such as kick north."),
        ("open door", "Say in which direction, such as open north."),
    ],
)
def test_what_is_no_command_is_answered(text: str, sentence: str) -> None:
    answer = parse_command(text)
    assert isinstance(answer, str)
    assert sentence in answer


def test_every_word_begins_a_command() -> None:
    for word in command_words():
        rest = " north" if word == "far" or isinstance(parse_command(word), str) else ""
        assert isinstance(parse_command(word + rest), Command), word
