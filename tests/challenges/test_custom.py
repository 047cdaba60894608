import pytest

from twbench import challenges
from twbench.challenges.custom import CUSTOM, Custom
from twbench.errors import ConfigError, GenerationError
from twbench.generator.games.game import GameOptions
from twbench.generator.games.solution import shortest_solution
from twbench.generator.making.quest_generation import count_objects


def make(seed, **values):
    options = GameOptions()
    options.seeds = seed
    return CUSTOM.make(Custom(**values), options)


def test_it_is_registered():
    assert challenges.get("tw-custom") is challenges.get("custom")
    assert challenges.get("custom").settings is Custom


@pytest.mark.parametrize("seed", range(12))
def test_default_sizes(seed):
    game = make(seed)
    assert len(game.world.rooms) == 5
    assert count_objects(game.world.state) == 10
    assert 1 <= len(game.walkthrough) <= 5
    assert shortest_solution(game, 50_000).length == len(game.walkthrough)


@pytest.mark.parametrize("length", [1, 4, 8])
def test_lengths_are_exact(length):
    for seed in range(5):
        game = make(seed, quest_length=length, quest_breadth=1)
        assert len(game.walkthrough) == game.metadata["quest_length"] == length


def test_lengths_are_drawn_between_limits():
    lengths = [
        len(make(seed, quest_min_length=2, quest_max_length=4).walkthrough) for seed in range(40)
    ]
    assert set(lengths) == {2, 3, 4}
    assert lengths.count(4) > lengths.count(2)


@pytest.mark.parametrize(("rooms", "objects", "length"), [(1, 3, 6), (3, 1, 6), (1, 4, 8)])
def test_sizes_that_few_worlds_have(rooms, objects, length):
    for seed in range(4):
        game = make(seed, world_size=rooms, nb_objects=objects, quest_length=length)
        assert (len(game.world.rooms), count_objects(game.world.state)) == (rooms, objects)
        assert len(game.walkthrough) == length


def test_other_lengths_within_the_limits_are_tried():
    for seed in range(4):
        game = make(seed, world_size=1, nb_objects=1)  # which is too little for long quests
        assert 1 <= len(game.walkthrough) <= 2


def test_breadth_and_parallel_quests():
    assert len(make(1, quest_length=6, quest_breadth=2).quests) == 2
    assert len(make(1, quest_length=2, quest_breadth=1, nb_parallel_quests=2).quests) == 2


def test_a_depth_that_needs_a_broad_quest():
    game = make(2, quest_min_length=6, quest_max_length=6, quest_max_depth=4)
    assert len(game.walkthrough) == 6
    assert len(game.quests) >= 2


def test_limits_that_exclude_each_other():
    with pytest.raises(GenerationError, match="No quest has a length, a breadth and a depth"):
        make(1, quest_length=2, quest_breadth=2)
    with pytest.raises(GenerationError, match="No quest has a length, a breadth and a depth"):
        make(1, quest_length=3, quest_min_depth=4)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"world_size": 0}, "world_size must be a whole number of at least 1, not 0."),
        ({"nb_objects": -1}, "nb_objects must be a whole number of at least 0, not -1."),
        (
            {"world_size": 100_000},
            "world_size must be at most 1000, not 100000: no story has room for that much.",
        ),
        (
            {"quest_max_length": 151},
            "quest_max_length must be at most 150, not 151: no search finds that in a reasonable"
            " time.",
        ),
        (
            {"nb_parallel_quests": 300},
            "nb_parallel_quests must be at most 50, not 300: no search finds that in a reasonable"
            " time.",
        ),
        ({"quest_length": "5"}, "quest_length must be a whole number of at least 1, not '5'."),
        (
            {"quest_min_length": 6},
            "quest_min_length must not be above quest_max_length, but 6 > 5.",
        ),
    ],
)
def test_wrong_settings(values, message):
    with pytest.raises(ConfigError) as caught:
        Custom(**values)
    assert str(caught.value) == message


def test_same_seed_same_game():
    assert make(7) == make(7)
    assert make(7) != make(8)
