"""What is named is meant: what lies here, what was named last, and the door beside the player."""

from typing import Any

import pytest

from tests.minihack.text.test_prompts import here, opened

pytestmark = pytest.mark.nle

KEY = here("skeleton key", "(")
FAR = {"add_object": ["apple", "%", [5, 4]]}


@pytest.mark.parametrize(
    ("calls", "lines"),
    [
        (
            [KEY, FAR],
            [
                (
                    "take the apple",
                    "You see no apple here, but one 2 south 3 east. There is",
                ),
                (
                    "take sling",
                    "You see no sling here. You carry a +2 sling (alternate weapon; not wielded).",
                ),
                ("take skeleton", "f - a key."),
            ],
        ),
        ([KEY], [("take thing", "f - a key.")]),
        (
            [KEY, here("dagger", ")")],
            [
                ("take hat", "You see no hat here. There is a staircase up here. Things that are"),
                ("take the key", "f - a key."),
                ("take everything", "g - a dagger."),
            ],
        ),
        (
            [],
            [
                ("take apple", "You see no apple here. There is a staircase up here."),
                ("take", "The stairs are solidly fixed"),
            ],
        ),
    ],
)
def test_what_is_picked_up_is_what_was_named(
    calls: list[dict[str, Any]], lines: list[tuple[str, str]]
) -> None:
    with opened(calls) as env:
        env.reset()
        for line, told in lines:
            assert told in (env.step(line)[0].feedback or ""), line


def test_to_look_for_what_was_named_takes_no_turn() -> None:
    with opened([KEY, FAR]) as env:
        moves = env.reset().moves
        assert env.step("take apple")[0].moves == moves
        assert env.step("take key")[0].moves == (moves or 0) + 1


def test_it_is_what_was_named_last() -> None:
    with opened([KEY]) as env:
        env.reset()
        for line, told in (
            ("x it", "Say what to look at."),
            ("x key", "You see no key."),
            ("take it", "f - a key."),
            ("drop it", "You drop a key."),
            ("take it", "f - a key."),
            ("x it", "You carry f - a key."),
            ("x f", "You carry f - a key."),
            ("engrave it", "You write in the dust"),
        ):
            assert told in (env.step(line)[0].feedback or ""), line


@pytest.mark.parametrize("line", ["unlock door", "unlock it with the key", "apply key to door"])
def test_the_door_beside_the_player_is_meant(line: str) -> None:
    with opened([KEY, {"add_door": ["locked", [3, 2]]}]) as env:
        env.reset()
        env.step("take key")
        assert "In what direction" not in (env.step(line)[0].feedback or "")


def test_all_cannot_be_done_one_by_one() -> None:
    with opened([]) as env:
        env.reset()
        assert env.step("drop all")[0].feedback.startswith("One thing at a time. It may be")  # type: ignore[union-attr]
        assert env.step("x the wall")[0].feedback.startswith("You see nothing special")  # type: ignore[union-attr]


def test_what_is_around_a_command_does_not_matter() -> None:
    with opened([KEY]) as env:
        env.reset()
        for line, told in (
            ('"take key"', "f - a key."),
            ("#pray", "You begin praying"),
            ("#", "That is no command: '#'."),
            ("x everything", "One thing at a time."),
        ):
            assert told in (env.step(line)[0].feedback or ""), line


def test_a_thing_gets_another_letter() -> None:
    with opened([]) as env:
        env.reset()
        assert 'as in "adjust a to b"' in (env.step("adjust b")[0].feedback or "")
        env.step("g")
        assert "\ng: a +2 sling" in (env.step("i")[0].feedback or "")
        env.step("adjust g to b")
        assert "\nb: a +2 sling" in (env.step("i")[0].feedback or "")
        for letter in ("u", "z"):  # which are short for commands
            env.step("adjust b")
            env.step(letter)
            assert f"\n{letter}: a +2 sling" in (env.step("i")[0].feedback or "")
            env.step(f"adjust {letter} to b")
