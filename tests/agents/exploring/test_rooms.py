"""The map of an explorer."""

import pytest

from twbench.agents.exploring.rooms import DIRECTIONS, Rooms, room_title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Kitchen\nYou are in the kitchen.", "Kitchen"),
        ("> Kitchen    Score: 0    Moves: 1\n\nKitchen\nYou are here.", "Kitchen"),
        ("Kitchen, on the chair\nA stove stands against the wall.", "Kitchen"),
        ("Kitchen (in the dark)\nA stove stands against the wall.", "Kitchen"),
        ("The stairs lead down.\n\nKitchen\nA stove and a table.", "Kitchen"),
        ("The Game\nAn Interactive Test by Nobody\n\nKitchen\nYou are here, or so.", "Kitchen"),
        ("Unless you learn to fly, the only exit is down the staircase", None),
        ("You can't go that way.", None),
        ("Taken.", None),
        ("\n\n", None),
        ("something small\nIt is.", None),
        ("Nothing comes of it.\n\nWhat do you want to do now", None),
        (
            "It is a very long line that tells of things and of other things, and of more of them",
            None,
        ),
    ],
)
def test_the_title_of_a_room_is_a_short_first_line(text, title):
    assert room_title(text) == title


def test_the_way_to_the_frontier_is_the_shortest():
    rooms = Rooms()
    rooms.enter("A")
    for direction in DIRECTIONS:
        rooms.try_way(direction)
    assert rooms.way_to_frontier() is None
    assert rooms.enter("B", "north")
    rooms.enter("A", "south")
    assert rooms.way_to_frontier() == "north"
    rooms.forget_way("north")
    assert rooms.way_to_frontier() is None


def test_an_explorer_knows_a_room_again_of_which_little_is_told():
    rooms = Rooms()
    rooms.enter("Kitchen")
    assert (
        rooms.named_in("You climb up.\n\nKitchen (on the chair)\n\nA knife is here.") == "Kitchen"
    )
    assert rooms.named_in("You climb up, out of the Kitchen\n\nCellar\n\nA rat.") is None
