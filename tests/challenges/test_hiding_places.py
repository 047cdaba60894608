import pytest
from challenge_checks import furnished_site

from twbench.challenges.hiding_places import Moves, Routes, Site
from twbench.challenges.treasure_hunter import TreasureHunter
from twbench.seeding import Rng

FARTHEST = 80


def test_routes_are_complete_if_there_is_one_to_every_place():
    seen = set()
    for seed in range(40):
        site = furnished_site(30, seed)
        moves = Moves(site)
        for start in range(0, len(site.rooms), 5):
            routes = Routes(moves, start)
            complete = routes.complete  # asked before anything is searched
            found = [route for length in range(FARTHEST) for route in routes.of_length(length)]
            assert complete == (len(found) == len(site.places))
            seen.add(complete)
    assert seen == {True, False}


def test_the_order_of_questions_does_not_matter():
    site = furnished_site(28, 3)
    forwards, backwards = Routes(Moves(site), 0), Routes(Moves(site), 0)
    lengths = range(1, 25)
    expected = {length: forwards.of_length(length) for length in lengths}
    assert any(expected.values())
    assert {length: backwards.of_length(length) for length in reversed(lengths)} == expected


@pytest.mark.parametrize("seed", range(5))
def test_rooms_that_are_far_from_another(seed):
    site = Site.draw(TreasureHunter(30).terrain, Rng(seed))
    rooms = list(range(len(site.rooms)))[::-1]
    farthest = {room: max(site.distances(room)) for room in rooms}
    for least in (-1, 0, *range(1, 2 + max(farthest.values()))):
        expected = [room for room in rooms if farthest[room] >= least]
        assert list(site.far_from_another(rooms, least)) == expected


def test_distances_ignore_doors():
    site = Site.draw(TreasureHunter(15).terrain, Rng(2))
    distances = site.distances(4)
    assert distances[4] == 0
    for passage in site.passages:
        assert abs(distances[passage.room] - distances[passage.target]) <= 1
    for room, distance in enumerate(distances):
        nearer = [
            other
            for passage in site.passages
            for here, other in [(passage.room, passage.target), (passage.target, passage.room)]
            if here == room and distances[other] == distance - 1
        ]
        assert bool(nearer) == (room != 4)
