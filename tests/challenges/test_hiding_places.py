"""The shortest ways to every place where a treasure may lie."""

import pytest
from challenge_checks import drawn_layout

from twbench.challenges.settings.treasure_hunter import TreasureHunter
from twbench.challenges.treasure_hunter.hiding_places import RoomActions, Routes

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


@pytest.mark.parametrize("level", [18, 25, 30])
def test_starts_are_hopeless_only_where_a_search_from_there_finds_nothing(level):
    wanted = TreasureHunter(level).quest_length
    told = set()
    for seed in range(30):
        actions = RoomActions(drawn_layout(level, seed))
        for start in range(0, len(actions.layout.rooms), 4):
            routes = Routes(actions, start)
            found = routes.of_length(wanted)
            hopeless = routes.hopeless_starts(wanted)
            assert start not in hopeless or not (found and routes.complete)
            for room in hopeless:
                others = Routes(actions, room)
                assert not (others.of_length(wanted) and others.complete)
            told.add(len(hopeless) > 1)
    assert told == {True, False}


def test_nothing_is_told_of_starts_before_the_search_has_come_to_its_end():
    routes = Routes(RoomActions(drawn_layout(30, 0)), 0)
    routes.of_length(2)
    assert routes.hopeless_starts(FARTHEST) == set()
