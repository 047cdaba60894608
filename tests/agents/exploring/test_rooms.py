"""The map of an explorer."""

import pytest

from twbench.agents.exploring.rooms import DIRECTIONS, OPPOSITE, Rooms, arrival


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
    found = arrival(text)
    assert (None if found is None else found[0]) == title


def test_the_way_to_the_frontier_is_the_shortest():
    rooms = Rooms()
    rooms.enter("A")
    for direction in DIRECTIONS:
        rooms.try_way(direction)
    assert rooms.way_to(rooms.untried) is None
    assert rooms.enter("B", "north")
    rooms.enter("A", "south")
    assert rooms.way_to(rooms.untried) == "north"
    rooms.forget_way("north")
    assert rooms.way_to(rooms.untried) is None


def test_an_explorer_knows_a_room_again_of_which_little_is_told():
    rooms = Rooms()
    rooms.enter("Kitchen")
    assert (
        rooms.named_in("You climb up.\n\nKitchen (on the chair)\n\nA knife is here.") == "Kitchen"
    )
    assert rooms.named_in("You climb up, out of the Kitchen\n\nCellar\n\nA rat.") is None


def test_rooms_of_one_title_are_told_apart_by_how_they_are_described():
    rooms = Rooms()
    trees, dim = "This is a forest, with trees all around.", "This is a dimly lit forest."
    assert rooms.enter("Forest", None, trees)
    assert rooms.enter("Forest", "north", dim)
    assert rooms.here == "Forest 2"
    assert not rooms.enter("Forest", "south", trees)
    assert rooms.way_to(lambda room: room == "Forest 2") == "north"
    assert not rooms.enter("Forest", "north")  # nothing is told of it: the way is known
    assert rooms.here == "Forest 2"


def test_one_goes_back_where_one_came_from_but_not_where_it_was_fatal():
    rooms = Rooms()
    rooms.enter("Hall")
    rooms.enter("Cellar", "down")
    assert rooms.way_to(lambda room: room == "Hall") == OPPOSITE["down"]
    rooms.enter("Hall", "up")
    rooms.avoid("Cellar")
    assert rooms.way_to(lambda room: True) is None
    assert rooms.leads_to_harm("Hall", "down")
    rooms.forget_room("Cellar")
    assert not rooms.leads_to_harm("Hall", "down")


def test_the_description_begins_below_the_title_unless_it_tells_of_things():
    assert arrival("Study\nDust covers all.\n") == ("Study", "Dust covers all.")
    assert arrival("Study\n\nOn the desk is a paper.\n") == ("Study", "")
