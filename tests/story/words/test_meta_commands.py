"""Commands about the game: each can be typed, and is answered by a whole line."""

from collections import Counter

import pytest

from twbench.generator import MetaCommand
from twbench.story.texts.text_functions import parse_function
from twbench.story.words.meta_commands import GO_BACK, GO_THROUGH, HELP_WORDS, META_COMMANDS
from twbench.story.words.synonyms import SPECIAL_WORDS, WALKING


@pytest.mark.parametrize("meta", META_COMMANDS, ids=lambda meta: meta.commands[0])
def test_commands_can_be_typed_and_are_answered(meta: MetaCommand) -> None:
    for command in meta.commands:
        verb, *others = command.split(" ")
        assert verb == "?" or verb.replace("'", "").isalpha(), command
        assert verb not in SPECIAL_WORDS
        assert others.count("{}") <= 2
        assert all(word == "{}" or word.islower() for word in others), command
    function = parse_function(meta.text[1:-1]) if meta.text.startswith("[") else None
    is_called = function is not None and function.kind == "call"
    assert is_called or meta.text in (GO_BACK, GO_THROUGH) or meta.text.endswith("\n")


def test_every_call_of_the_runtime_can_be_typed() -> None:
    texts = {meta.text for meta in META_COMMANDS}
    calls = ("look", "inventory", "examine", "score", "quit", "objective", "restart")
    assert {f"[{call}]" for call in calls} <= texts


def test_no_command_is_written_twice() -> None:
    """The second answer would never be given."""
    commands = Counter(command for meta in META_COMMANDS for command in meta.commands)
    assert [command for command, count in commands.items() if count > 1] == []


def test_whoever_asks_about_the_game_takes_no_turn() -> None:
    turns = {command: meta.takes_turn for meta in META_COMMANDS for command in meta.commands}
    asking = ("score", "goal", "undo", "quit", "restart", "save", "version", *HELP_WORDS)
    assert not any(turns[command] for command in asking)
    assert all(turns[command] for command in ("wait", "look", "inventory", "examine {}", "jump"))


def test_doors_are_gone_through_by_every_verb_of_walking() -> None:
    (through,) = (meta for meta in META_COMMANDS if meta.text == GO_THROUGH)
    for verb in WALKING:
        assert {f"{verb} {{}}", f"{verb} to {{}}", f"{verb} through {{}}"} <= {*through.commands}
