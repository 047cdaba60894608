"""The shortest ways to every place where a treasure may lie."""

from challenge_checks import drawn_layout

from twbench.challenges.hiding_places import RoomActions, Routes

FARTHEST = 80


def test_routes_are_complete_if_there_is_one_to_every_place():
    seen = set()
    for seed in range(40):
        layout = drawn_layout(30, seed)
        actions = RoomActions(layout)
        for start in range(0, len(layout.rooms), 5):
            routes = Routes(actions, start)
            complete = routes.complete  # asked before anything is searched
            found = [route for length in range(FARTHEST) for route in routes.of_length(length)]
            assert complete == (len(found) == len(layout.places))
            seen.add(complete)
    assert seen == {True, False}


def test_the_order_of_questions_does_not_matter():
    layout = drawn_layout(28, 3)
    forwards, backwards = Routes(RoomActions(layout), 0), Routes(RoomActions(layout), 0)
    lengths = range(1, 25)
    expected = {length: forwards.of_length(length) for length in lengths}
    assert any(expected.values())
    assert {length: backwards.of_length(length) for length in reversed(lengths)} == expected
