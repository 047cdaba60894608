"""Doors called otherwise, rooms that are misspelt, and "here" where it goes without saying."""

import pytest
from sample_games import Opener, coin_collector, cottage, describe, facts, played, way

from twbench.generator.games.game import Game
from twbench.generator.worlds.world import World

DROPPED = "You drop the umbrella on the ground."
UNKNOWN_DOOR = 'I don\'t know the word "door".'


def gated() -> Game:
    """The cottage with a gate in place of its door."""
    game = cottage().copy()
    door = game.infos["d_0"]
    door.name, door.adj, door.noun = "gate", "", "gate"
    door.desc = "It creaks."
    return game


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("x door", "It creaks."),
        ("examine the door", "It creaks."),
        ("x door to the north", "It creaks."),
        ("open door", "The gate is locked."),
        ("go through the door", "The gate is locked."),
        ("unlock door with key", "You aren't carrying the blue key."),
        ("take door", "That is fixed in place."),
    ],
)
def test_the_only_door_is_called_so(open_story: Opener, line: str, answer: str) -> None:
    assert played(open_story, gated(), line) == answer


def test_a_door_by_its_name_goes_before_others(open_story: Opener) -> None:
    """Elsewhere "door" is the name of a thing, and here of another one than the gate."""
    game = gated()
    game.infos["o_1"].name = "door"
    assert played(open_story, game, "x door") == "It creaks."
    game.infos["o_2"].name, game.infos["o_2"].desc = "toy door", "A toy."
    assert played(open_story, game, "x door") == "A toy."


def test_of_two_doors_none_is_the_only_one(open_story: Opener) -> None:
    ways = way("r_0", "north", "r_1", "d_0") + way("r_0", "south", "r_2", "d_1")
    game = Game(World.from_facts([*facts("at(P, r_0) closed(d_0) closed(d_1)"), *ways]))
    names = {"r_0": "lobby", "r_1": "attic", "r_2": "vault", "d_0": "gate", "d_1": "hatch"}
    describe(game, {id_: (name, "") for id_, name in names.items()})
    assert played(open_story, game, "x door") == UNKNOWN_DOOR


def test_where_no_door_is_none_is_seen(open_story: Opener) -> None:
    assert played(open_story, gated(), "go east", "x door") == UNKNOWN_DOOR
    assert played(open_story, coin_collector(1), "x door") == UNKNOWN_DOOR  # there is no such type
    assert played(open_story, cottage(), "go east", "x door") == "You can't see any such thing."


@pytest.mark.parametrize("verb", ["put", "place"])
@pytest.mark.parametrize(
    "rest",
    ["{} here", "{} in here", "{} in the kitchen", "{} into kitchen", "{} inside the room, please"],
)
def test_what_is_put_here_is_dropped(open_story: Opener, verb: str, rest: str) -> None:
    line = f"{verb} {rest.format('umbrella')}"
    assert played(open_story, cottage(), line) == DROPPED
    both = played(open_story, cottage(), f"{line}. take it")
    assert both.splitlines()[-1] == "You pick up the umbrella from the ground."


def test_all_may_be_put_here(open_story: Opener) -> None:
    answer = played(open_story, cottage(), "take lamp", "put all here")
    assert answer.splitlines() == [
        "lamp: You drop the lamp on the ground.",
        "umbrella: You drop the umbrella on the ground.",
    ]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("put umbrella", "What do you want to put the umbrella on?"),
        ("put umbrella please", "What do you want to put the umbrella on?"),
        ("put lamp here", "You aren't carrying the lamp."),
        ("put chest here", "That is fixed in place."),
        ("put here", "What do you want to put?"),
        ("put umbrella in garden", "You can't see any such thing."),
        ("put umbrella on the table here", "You put the umbrella on the table."),
        ("take lamp from here", "You pick up the lamp from the ground."),
        ("get out of here", "Say a direction: north, south, east or west."),
        ("put all in me", "There is nothing here to put in yourself."),
    ],
)
def test_here_goes_without_saying(open_story: Opener, line: str, answer: str) -> None:
    assert played(open_story, cottage(), line) == answer


def test_a_thing_may_be_called_room(open_story: Opener) -> None:
    game = cottage().copy()
    game.infos["c_0"].name = "model room"
    answer = "I only understood you as far as wanting to take lamp."
    assert played(open_story, game, "take lamp in the room") == answer
    assert played(open_story, game, "put umbrella in the room") == "The model room is closed."


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("go to kitchn", "kitchen"),
        ("go kithcen", "kitchen"),
        ("enter the kitchenn", "kitchen"),
        ("walk to kytchen", "kitchen"),
    ],
)
def test_a_room_that_was_seen_may_be_misspelt(open_story: Opener, line: str, word: str) -> None:
    answer = played(open_story, cottage(), "go east", line)
    assert answer.endswith(f'Did you mean "{word}"?')
    assert "-= Kitchen =-" in played(open_story, cottage(), "go east", line, "yes")


def test_any_word_of_a_title_may_be_misspelt(open_story: Opener) -> None:
    game = cottage().copy()
    game.infos["r_0"].name = "old conservatory"
    for line in ("go to odl conservatory", "go to old conservatry"):
        answer = played(open_story, game, "go east", line, "yes")
        assert answer.startswith("-= Old Conservatory =-")


def test_a_word_of_a_title_is_no_slip_of_itself(open_story: Opener) -> None:
    game = cottage().copy()
    game.infos["r_0"].name = "mossy kitchen"
    for line in ("go to mossy xyz", "go to mossy mossy"):
        assert played(open_story, game, line) == 'I don\'t know the word "mossy".'


@pytest.mark.parametrize(
    "line", ["go to gardne", "x kitchn", "take kitchn", "kitchn", "lamp kitchn", "go to xitchn"]
)
def test_no_room_is_offered_where_none_is_meant(open_story: Opener, line: str) -> None:
    assert "Did you mean" not in played(open_story, cottage(), line)


def test_where_nobody_has_been_nobody_can_go(open_story: Opener) -> None:
    unseen = "You haven't been there yet."
    assert played(open_story, cottage(), "go to the garden") == unseen
    assert played(open_story, cottage(), "enter hall") == unseen
    for line in ("x garden", "take garden and hall"):
        assert played(open_story, cottage(), line) == "You can't see any such thing."
    assert played(open_story, cottage(), "take xyz hall") == 'I don\'t know the word "xyz".'
    assert played(open_story, cottage(), "e", "w", "go to the garden").startswith("-= Garden =-")
    for word in ("moon", "chen", "den"):
        answer = f'I don\'t know the word "{word}".'
        assert played(open_story, cottage(), f"go to the {word}") == answer


def test_the_room_is_the_one_here(open_story: Opener) -> None:
    game = cottage().copy()
    game.infos["r_2"].name = "living room"
    answer = played(open_story, game, "go to the room")
    assert answer == "That is where you are: look around to see what is here."
    assert played(open_story, game, "go to the living room") == "You haven't been there yet."


def test_a_room_with_a_word_that_nobody_knows_is_not_the_one_here(open_story: Opener) -> None:
    game = cottage().copy()
    game.infos["r_0"].name = "dining room"
    for line in ("go to dinning room", "go to the dinning room"):
        assert played(open_story, game, line).endswith('Did you mean "dining"?')
        assert "-= Dining Room =-" in played(open_story, game, "go east", line, "yes")
    here = "That is where you are: look around to see what is here."
    for line in ("x dining room", "x the room", "take dining room"):
        assert played(open_story, game, line) == here


def test_what_was_called_a_door_is_forgotten(open_story: Opener) -> None:
    answer = played(open_story, gated(), "x door", "the foo")
    assert answer == played(open_story, gated(), "the foo")


def test_an_unknown_word_takes_little_time_among_many_rooms(open_story: Opener) -> None:
    """Of 300 titles those are spelt out that end in the same letter."""
    env = open_story(coin_collector(300))
    env.reset()
    for line in ("x xqz", "take the xqz now", "xqz", "x xqz xqz xqz xqz"):
        assert env._session.count_instructions(line) < 6000, line
