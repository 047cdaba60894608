"""Coin collector on all levels, and on many seeds."""

import pytest
from challenge_checks import check_constraints, check_story, check_walkthrough
from challenge_games import challenge_game, options_of

from twbench.challenges import CoinCollector
from twbench.challenges.coin_collector import make_without_text
from twbench.generator.games.solution import shortest_solution
from twbench.seeding import Rng

SHORT = (1, 2, 5, 101, 120, 201, 205)
LONGEST = (100, 200, 300)


def untold(level, seed):
    return make_without_text(CoinCollector(level), options_of(seed), Rng(seed))


def check(game, level):
    """Check the sizes that a level stands for, and that nothing is wrong with the game."""
    mode, length = (level - 1) // 100, (level - 1) % 100 + 1
    rooms = len(game.world.rooms)
    assert rooms == game.metadata["world_size"] == length * (1 + mode)
    assert len(game.world.facts) == 4 * rooms - 2
    assert [thing.name for thing in game.world.objects] == ["P", "I", "o_0"]
    assert len(game.walkthrough) == game.metadata["quest_length"] == length
    assert (len(game.quests), game.max_score) == (1, 1)
    check_constraints(game)
    check_walkthrough(game)


def check_no_shortcut(game):
    length = game.metadata["quest_length"]
    assert shortest_solution(game).length == game.metadata["optimal_length"] == length


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1, 301, 50))
def test_the_walkthrough_of_every_level_is_shortest(first):
    for level in range(first, first + 50):
        game = untold(level, level % 3)
        check(game, level)
        check_no_shortcut(game)


@pytest.mark.slow
@pytest.mark.parametrize("level", SHORT)
def test_the_walkthroughs_of_100_seeds_are_shortest_and_win(level, tmp_path):
    for seed in range(100):
        game = untold(level, seed)
        check(game, level)
        check_no_shortcut(game)
        if seed % 20 == 0:
            check_story(challenge_game("coin_collector", seed, level=level), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("level", LONGEST)
def test_30_seeds_of_the_longest_quests(level, tmp_path):
    for seed in range(30):
        game = untold(level, seed)
        check(game, level)
        if seed % 15 == 0:
            check_no_shortcut(game)
    check_story(challenge_game("coin_collector", level, level=level), tmp_path)
