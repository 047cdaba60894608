"""Shortest ways over our own maps, by the rules of NetHack's steps."""

import random
from itertools import pairwise

import pytest

from twbench.errors import ConfigError
from twbench.minihack.levels.plan import DIRECTIONS, find_way, walkable


def walked(start: tuple[int, int], way: list[str]) -> list[tuple[int, int]]:
    places = [start]
    for step in way:
        dx, dy = DIRECTIONS[step]
        places.append((places[-1][0] + dx, places[-1][1] + dy))
    return places


def test_the_way_is_a_shortest_one() -> None:
    assert find_way(["...", "...", "..."], (0, 0), (2, 2)) == ["southeast", "southeast"]
    assert find_way(["..-..", "..-..", "....."], (0, 0), (4, 0)) == [
        *("southeast", "southeast", "northeast", "northeast")
    ]
    assert find_way(["..."], (1, 0), (1, 0)) == []


def test_nobody_goes_diagonally_through_a_door() -> None:
    rows = [". .", " + ", ". ."]
    assert find_way(rows, (0, 0), (2, 2), doors=True) is None
    assert find_way(["...", "-+-", "..."], (0, 0), (2, 2), doors=True) == [
        *("east", "south", "south", "east")
    ]
    assert find_way(["...", "-+-", "..."], (0, 0), (2, 2)) is None


@pytest.mark.parametrize("letter", list(" -|TLPWAFS}+"))
def test_what_is_not_walked_on_is_in_the_way(letter: str) -> None:
    assert not walkable(letter)
    assert find_way([f".{letter}."], (0, 0), (2, 0)) is None


def test_squares_may_be_blocked() -> None:
    rows = ["...", "..."]
    assert find_way(rows, (0, 0), (2, 0), blocked=frozenset({(1, 0)})) == [
        *("southeast", "northeast")
    ]
    assert find_way(rows, (0, 0), (2, 0), blocked=frozenset({(1, 0), (1, 1)})) is None


def test_a_place_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ConfigError, match=r"\(3, 0\) lies outside"):
        find_way(["..."], (0, 0), (3, 0))


def test_ways_over_random_maps_are_walked_and_as_long_as_distances_say() -> None:
    """The twin of the search: distances that are lowered until none can be."""
    for seed in range(40):
        draw = random.Random(seed)
        rows = ["".join(draw.choices(".L", [3, 2], k=7)) for _ in range(6)]
        floor = {(x, y) for y, row in enumerate(rows) for x, at in enumerate(row) if at == "."}
        distances = {(0, 0): 0}
        for _ in range(len(floor)):
            for x, y in list(distances):
                for dx, dy in DIRECTIONS.values():
                    there = x + dx, y + dy
                    if there in floor:
                        distance = distances[x, y] + 1
                        distances[there] = min(distance, distances.get(there, distance))
        for goal in floor:
            way = find_way(rows, (0, 0), goal)
            assert (way is None) == (goal not in distances)
            if way is not None:
                places = walked((0, 0), way)
                assert len(way) == distances[goal]
                assert places[-1] == goal
                assert floor.issuperset(places[1:])
                assert all(one != other for one, other in pairwise(places))
