"""Commands in words become keys, or a sentence that says what is wrong."""

import pytest

from twbench.minihack.text.commands import Command, command_words, known_beginnings, parse_command
from twbench.minihack.text.vocabulary import SHOWN

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
        ("attack e", Command((ord("F"),), "", ord("l"))),
        ("attack the newt", Command((ord("F"),), "newt")),
        ("kick", Command((4,))),
        ("3 east", Command((ord("l"),), count=3)),
        ("go 2 steps to the north", Command((ord("k"),), count=2)),
        ("run north-west", Command((ord("Y"),))),
        ("search 20 times", Command((ord("s"),), count=20)),
        ("drop 5 rocks", Command((ord("d"),), "rocks", count=5)),
        ("drop a", Command((ord("d"),), "a")),
        ("please pick up the apple.", Command((ord(","),), "apple")),
        ("open the chest", Command((236,), "chest")),
        ("unlock the door east with the key", Command((ord("a"),), "key", ord("l"))),
        ("dip the rocks into the fountain", Command((228,), "rocks", other="fountain")),
        ("zap wand for 2 apples", Command((ord("z"),), "wand", text="2 apples")),
        ("throw dagger at the newt", Command((ord("t"),), "dagger", other="newt")),
        ("dig with pick-axe down", Command((ord("a"),), "pick-axe", ord(">"))),
        ("Engrave Elbereth", Command((ord("E"),), "-", text="Elbereth")),
        ("name the dagger: Sting", Command((ord("C"), ord("i")), "dagger", text="Sting")),
        (
            "call black potion healing",
            Command((ord("C"), ord("o")), "black potion", text="healing"),
        ),
        ("travel to the altar", Command((ord("_"),), place="altar")),
        ("jump 1 south 2 east", Command((234,), place="1 south 2 east")),
        ("go downstairs", Command((ord(">"),))),
        ("open door west", Command((ord("o"),), "", ord("h"))),
        ("throw dagger at e", Command((ord("t"),), "dagger", ord("l"))),
        ("zap wand", Command((ord("z"),), "wand")),
        ("z", Command((ord("."),))),
        (",", Command((ord(","),))),
        ("<", Command((ord("<"),))),
        ("put the leather armor on", Command((ord("P"),), "leather armor")),
        ("take it off", Command((ord("T"),))),
        ("take everything", Command((ord(","),), "all")),
        ("throw the dagger to me", Command((ord("t"),), "dagger", ord("."))),
        ("apply key to the door", Command((ord("a"),), "key", other="door")),
        ("open the door, east", Command((ord("o"),), "", ord("l"))),
        ("engrave stop. look", Command((ord("E"),), "-", text="stop. look")),
    ],
)
def test_words_are_keys_and_answers(text: str, command: Command) -> None:
    assert parse_command(text) == command


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("norht", "Did you mean 'north'?"),
        ("far", "Say in which direction, such as far north."),
        ("go", "Say in which direction, such as go north."),
        ("dance", 'Type "help" for what can be said.'),
        ("", 'Type "help" for what can be said.'),
        ("drop 0 rocks", "a number from 1 on"),
        ("0 east", "a number from 1 on"),
        ("east 0", "a number from 1 on"),
        ("wait 00", "a number from 1 on"),
        ("north. east", "One command at a time."),
        ("take the key and then go east", "One command at a time."),
        ("drop key, take key", "One command at a time."),
        ("take key and go west", "One command at a time."),
        ("name dagger", "Say what it is to be called, such as name dagger Sting."),
    ],
)
def test_what_is_no_command_is_answered(text: str, sentence: str) -> None:
    answer = parse_command(text)
    assert isinstance(answer, str)
    assert sentence in answer


def test_every_word_begins_a_command() -> None:
    for word in {*command_words(), *known_beginnings()}.difference(SHOWN):
        rest = " north" if word == "far" else " dagger Sting" if word in ("name", "call") else ""
        assert isinstance(parse_command(word + rest), Command), word


def test_manifests_list_what_they_always_did() -> None:
    """Their verbs are part of datasets that are published, whose bytes do not change."""
    assert len(command_words()) == 47
    assert set(command_words()) < set(known_beginnings())
