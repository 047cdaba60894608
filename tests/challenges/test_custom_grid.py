"""Custom over a grid of settings: what is asked for is made exactly, or refused with the reason."""

import time

import pytest
from challenge_checks import check_constraints, check_story, check_walkthrough
from challenge_games import challenge_game

from twbench.errors import GenerationError
from twbench.generator import Game
from twbench.generator.games.solution import shortest_solution
from twbench.generator.making.quest_generation import count_objects

ROOMS = (1, 2, 4, 10)
OBJECTS = (2, 5, 10, 20)
LENGTHS = (1, 2, 3, 5)
IMPOSSIBLE = [(1, 2, 5), (1, 1, 3), (1, 0, 1), (2, 0, 5), (1, 3, 20)]  # rooms, objects, length
SIZES = [(1, 5, 2), (2, 4, 3), (5, 10, 5), (10, 20, 8)]
SHAPES = [
    {"quest_length": 3, "nb_parallel_quests": 2},
    {"quest_length": 2, "nb_parallel_quests": 3},
    {"quest_length": 5, "quest_breadth": 2},
    {"quest_length": 4, "quest_breadth": 3},
    {"quest_length": 6, "quest_breadth": 2, "quest_min_depth": 4},
    {"quest_length": 4, "quest_breadth": 2, "nb_parallel_quests": 2, "world_size": 8},
]
RANGES = [
    {},
    {"quest_min_length": 3, "quest_max_length": 7},
    {"quest_min_length": 6, "quest_max_length": 6, "quest_max_depth": 4},
    {"quest_min_breadth": 2, "quest_max_breadth": 3, "quest_min_length": 4},
]
REFUSED_WITHIN = 10.0  # seconds of CPU


def named(values):
    return ",".join(f"{name}={value}" for name, value in values.items()) or "default"


def check_world(game, rooms, objects):
    assert len(game.world.rooms) == game.metadata["world_size"] == rooms
    assert count_objects(game.world.state) == objects
    check_constraints(game)
    check_walkthrough(game)


def check_length(game, length):
    """Check that the game takes ``length`` commands, and no fewer."""
    assert len(game.walkthrough) == game.metadata["quest_length"] == length
    assert shortest_solution(game).length == length


@pytest.mark.slow
@pytest.mark.parametrize(("rooms", "objects", "length"), SIZES)
def test_games_of_100_seeds_have_the_sizes_asked_for(rooms, objects, length, tmp_path):
    for seed in range(100):
        game = challenge_game(
            "custom", seed, world_size=rooms, nb_objects=objects, quest_length=length
        )
        check_world(game, rooms, objects)
        check_length(game, length)
        assert len(game.quests) == game.max_score
        if seed % 20 == 0:
            check_story(game, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("rooms", ROOMS)
def test_games_of_every_size_that_is_possible_have_it(rooms):
    for objects in OBJECTS:
        for length in LENGTHS:
            if (rooms, objects, length) in IMPOSSIBLE:
                continue
            for seed in range(6):
                game = challenge_game(
                    "custom", seed, world_size=rooms, nb_objects=objects, quest_length=length
                )
                check_world(game, rooms, objects)
                check_length(game, length)


@pytest.mark.slow
@pytest.mark.parametrize("values", SHAPES, ids=named)
def test_breadth_and_parallel_quests(values, tmp_path):
    length, parallel = values["quest_length"], values.get("nb_parallel_quests", 1)
    breadth = values.get("quest_breadth", 1)
    for seed in range(50):
        game = challenge_game("custom", seed, **{"quest_breadth": 1, **values})
        check_world(game, values.get("world_size", 5), 10)
        assert len(game.quests) == game.max_score == parallel * breadth
        for end in range(breadth, len(game.quests) + 1, breadth):
            check_alone(game, end - breadth, end, length)
        if seed % 10 == 0:
            check_story(game, tmp_path)


def check_alone(game, start, end, length):
    """Check that one of the parallel quests with its subquests takes ``length`` commands."""
    alone = Game(game.world, quests=game.quests[start:end])
    assert len(game.quests[end - 1].win_events[0].actions) == length
    assert shortest_solution(alone).length == length


@pytest.mark.slow
@pytest.mark.parametrize("values", RANGES, ids=named)
def test_lengths_and_breadths_are_within_their_ranges(values):
    low, high = values.get("quest_min_length", 1), values.get("quest_max_length", 5)
    for seed in range(50):
        game = challenge_game("custom", seed, **values)
        check_world(game, 5, 10)
        check_length(game, len(game.walkthrough))
        assert low <= len(game.walkthrough) <= high
        assert len(game.quests) >= values.get("quest_min_breadth", 1)


@pytest.mark.parametrize(("rooms", "objects", "length"), IMPOSSIBLE)
def test_impossible_sizes_are_refused_with_the_reason(rooms, objects, length):
    start = time.process_time()
    with pytest.raises(GenerationError) as caught:
        challenge_game("custom", 0, world_size=rooms, nb_objects=objects, quest_length=length)
    assert time.process_time() - start < REFUSED_WITHIN
    message = str(caught.value)
    assert f"No quest of {length} command" in message
    assert f"a world of {rooms} room" in message
    assert f"{objects} object" in message
    assert "Ask for a shorter quest, or for more rooms or objects." in message
