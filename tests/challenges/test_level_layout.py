"""Layouts of levels: what is drawn, and how far its rooms are from each other."""

import pytest
from challenge_checks import drawn_layout

from twbench.challenges.treasure_hunter import TreasureHunter
from twbench.challenges.treasure_hunter.level_layout import (
    HidingPlace,
    Holder,
    LevelLayout,
    Openable,
)
from twbench.logic import Variable
from twbench.seeding import Rng

ROOMS = [Variable(f"r_{number}", "r") for number in range(2)]
THING = Variable("o_0", "o")


@pytest.mark.parametrize("seed", range(5))
def test_rooms_that_are_far_from_another(seed):
    layout = LevelLayout.draw(TreasureHunter(30).layout_options, Rng(seed))
    rooms = list(range(len(layout.rooms)))[::-1]
    farthest = {room: max(layout.distances(room)) for room in rooms}
    for least in (-1, 0, *range(1, 2 + max(farthest.values()))):
        expected = [room for room in rooms if farthest[room] >= least]
        assert list(layout.far_from_another(rooms, least)) == expected


def test_distances_ignore_doors():
    layout = LevelLayout.draw(TreasureHunter(15).layout_options, Rng(2))
    distances = layout.distances(4)
    assert distances[4] == 0
    for connection in layout.connections:
        assert abs(distances[connection.room] - distances[connection.target]) <= 1
    for room, distance in enumerate(distances):
        nearer = [
            other
            for connection in layout.connections
            for here, other in [
                (connection.room, connection.target),
                (connection.target, connection.room),
            ]
            if here == room and distances[other] == distance - 1
        ]
        assert bool(nearer) == (room != 4)


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_hidden_where_it_stays_locked(seed):
    layout = drawn_layout(30, seed)
    locked = [h for h in layout.holders if h.container is not None and h.container.stays_locked]
    assert locked
    held = [place.holder for place in layout.places if place.holder is not None]
    assert len(held) + len(locked) == len(layout.holders)
    assert not any(holder is place for holder in locked for place in held)


def test_each_key_fits_one_lock_and_lies_somewhere():
    for seed in range(12):
        layout = drawn_layout(30, seed)
        facts = layout.facts()
        keys = [key for key, _ in layout.keys]
        matched = [fact.arguments for fact in facts if fact.name == "match"]
        assert sorted(map(str, keys)) == sorted(str(key) for key, _ in matched)
        locked = {fact.arguments[0] for fact in facts if fact.name == "locked"}
        assert {thing for _, thing in matched} <= locked
        assert len({thing for _, thing in matched}) == len(matched) == len(keys)
        assert all(place in layout.places for _, place in layout.keys)


def test_a_door_that_is_shut_is_no_free_way():
    for seed in range(12):
        layout = drawn_layout(30, seed)
        facts = {str(fact) for fact in layout.facts()}
        for connection in layout.connections:
            here, there = layout.rooms[connection.room], layout.rooms[connection.target]
            is_open = connection.door is None or connection.door.state == "open"
            assert (f"free({here}, {there})" in facts) == is_open


def test_a_thing_is_on_a_supporter_in_a_container_or_on_the_floor():
    chest, table = Variable("c_0", "c"), Variable("s_0", "s")
    places = [
        HidingPlace(1),
        HidingPlace(0, Holder(table, 0)),
        HidingPlace(0, Holder(chest, 0, Openable(chest, "closed"))),
    ]
    assert [str(place.put(THING, ROOMS)) for place in places] == [
        "at(o_0: o, r_1: r)",
        "on(o_0: o, s_0: s)",
        "in(o_0: o, c_0: c)",
    ]
